//! A browser as people have it: Debian's Chromium without a window, led by WebDriver.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use fantoccini::error::CmdError;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use rustix::process::geteuid;
use serde_json::{Value, json};
use touchmove_needs::{python, skip};

use super::http::Request;
use super::patience::PATIENCE;
use super::process::Process;

/// Where pictures of all views are kept, if they are wanted.
const PICTURES: &str = "TOUCHMOVE_PICTURES";

/// How long to look away between two looks at a page.
const AWAY: Duration = Duration::from_millis(20);

/// How long a page may take to come, or a script to end.
const LOAD_MS: u32 = 60_000;

/// What is read along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Screen {
    /// 360 points wide, touched with a finger, and dark as people have it in the evening.
    Phone,
    /// 820 points wide, touched with a finger.
    Tablet,
    /// 1,280 points wide.
    Desktop,
    /// So many points wide and high: what is shown to a hall or in a stream.
    Of([u32; 2]),
}

impl Screen {
    /// Width and height in points.
    const fn size(self) -> [u32; 2] {
        match self {
            Self::Phone => [360, 740],
            Self::Tablet => [820, 1_180],
            Self::Desktop => [1_280, 900],
            Self::Of(size) => size,
        }
    }
}

/// So many ports are tried for a driver.
const MAX_PORTS_TRIED: usize = 10;

/// A browser with one page, which ends with the value.
#[derive(Debug)]
pub(crate) struct Browser {
    session: Client,
    id: String,
    driver: SocketAddr,
    _process: Process,
}

impl Browser {
    /// Opens one; says so where there is none.
    pub(crate) async fn open(screen: Screen) -> Option<Self> {
        let is_there = |program| Command::new(program).arg("--version").output().is_ok();
        if !is_there("chromedriver") {
            skip("Chromium and its driver: apt-get install chromium chromium-driver");
            return None;
        }
        let (process, driver) =
            (0..MAX_PORTS_TRIED).find_map(|_| start_driver()).expect("a port for the driver");
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(capabilities(screen));
        let session = builder.connect(&format!("http://{driver}")).await.unwrap();
        let id = session.session_id().await.unwrap().unwrap();
        let [width, height] = screen.size();
        session.set_window_size(width, height).await.unwrap();
        Some(Self { session, id, driver, _process: process })
    }

    /// Opens this address.
    pub(crate) async fn go(&self, url: &str) {
        self.session.goto(url).await.unwrap_or_else(|error| panic!("{url}: {error}"));
    }

    /// What a script returns; nothing where it fails.
    pub(crate) async fn run(&self, script: &str) -> Value {
        let script = format!("try {{ {script} }} catch {{ return null }}");
        self.session.execute(&script, Vec::new()).await.unwrap()
    }

    /// Everything that is seen on the page.
    pub(crate) async fn text(&self) -> String {
        let text = self.run("return document.body.innerText").await;
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Looks at the page again and again until it shows what it is to show; what that is.
    pub(crate) async fn until<T>(&self, look: impl Fn(&str) -> Option<T>) -> T {
        let since = Instant::now();
        loop {
            // Nothing can be read of a page that just goes.
            let read = self.session.execute("return document.body.innerText", Vec::new()).await;
            let text = read.map_or_else(|error| error.to_string(), |text| text.to_string());
            let text = serde_json::from_str::<String>(&text).unwrap_or(text);
            if let Some(found) = look(&text) {
                return found;
            }
            assert!(since.elapsed() < PATIENCE, "after {PATIENCE:?}: {text}");
            tokio::time::sleep(AWAY).await;
        }
    }

    /// Waits until this is seen on the page.
    pub(crate) async fn shows(&self, what: &str) {
        self.until(|text| text.contains(what).then_some(())).await;
    }

    /// Waits until this is seen no more.
    pub(crate) async fn shows_no_more(&self, what: &str) {
        self.until(|text| (!text.contains(what)).then_some(())).await;
    }

    /// Waits until the path (XPath) leads to something.
    pub(crate) async fn finds(&self, path: &str) {
        self.until_found(path, |found| found > 0).await;
    }

    /// Waits until it leads nowhere.
    pub(crate) async fn finds_no_more(&self, path: &str) {
        self.until_found(path, |found| found == 0).await;
    }

    async fn until_found(&self, path: &str, is_enough: impl Fn(usize) -> bool) {
        let since = Instant::now();
        loop {
            let found = self.session.find_all(Locator::XPath(path)).await;
            let found = found.map_or(0, |found| found.len());
            if is_enough(found) {
                return;
            }
            assert!(since.elapsed() < PATIENCE, "{path}: {found} in {}", self.text().await);
            tokio::time::sleep(AWAY).await;
        }
    }

    /// Runs the script again and again until it returns this.
    pub(crate) async fn until_run(&self, script: &str, wanted: &Value) {
        let since = Instant::now();
        loop {
            let returned = self.run(script).await;
            if returned == *wanted {
                return;
            }
            assert!(since.elapsed() < PATIENCE, "{script}: {returned}");
            tokio::time::sleep(AWAY).await;
        }
    }

    /// Presses what the path (XPath) leads to, as soon as it is there.
    pub(crate) async fn press(&self, path: &str) {
        let since = Instant::now();
        loop {
            match self.press_now(path).await {
                Ok(()) => return,
                Err(error) => assert!(since.elapsed() < PATIENCE, "{path}: {error}"),
            }
            tokio::time::sleep(AWAY).await;
        }
    }

    /// Presses the button with this label.
    pub(crate) async fn press_button(&self, label: &str) {
        self.press(&format!("//button[normalize-space()='{label}']")).await;
    }

    /// Follows the link that holds this text.
    pub(crate) async fn follow(&self, text: &str) {
        self.press(&format!("//a[contains(., '{text}')]")).await;
    }

    async fn press_now(&self, path: &str) -> Result<(), CmdError> {
        let found = self.session.find(Locator::XPath(path)).await?;
        // What stands above the page hides what has just been scrolled to its edge.
        let middle = "arguments[0].scrollIntoView({ block: 'center' })";
        self.session.execute(middle, vec![serde_json::to_value(&found)?]).await?;
        found.click().await
    }

    /// Writes into what the selector finds.
    pub(crate) async fn write(&self, selector: &str, text: &str) {
        let field = self.session.find(Locator::Css(selector)).await.unwrap();
        field.send_keys(text).await.unwrap();
    }

    /// Presses a key, or one after the other: `4`, or a key of WebDriver's, as `\u{E014}`.
    pub(crate) async fn key(&self, keys: &str) {
        let page = self.session.find(Locator::Css("body")).await.unwrap();
        page.send_keys(keys).await.unwrap();
    }

    /// Another page in this browser, which is led from now on.
    pub(crate) async fn open_another(&self) {
        let opened = self.session.new_window(true).await.unwrap();
        self.session.switch_to_window(opened.handle).await.unwrap();
    }

    /// A picture of the page, as PNG.
    pub(crate) async fn picture(&self) -> Vec<u8> {
        while self.run("return document.readyState").await != "complete" {
            tokio::time::sleep(AWAY).await;
        }
        self.session.screenshot().await.unwrap()
    }

    /// Keeps a picture of the page, if pictures are wanted.
    pub(crate) async fn keep_picture(&self, name: &str) {
        if let Some(folder) = std::env::var_os(PICTURES) {
            let file = Path::new(&folder).join(format!("{name}.png"));
            std::fs::write(&file, self.picture().await).unwrap();
        }
    }

    /// From now on nothing is behind what is painted, as in OBS.
    pub(crate) fn clear_background(&self) {
        let clear = json!({ "color": { "r": 0, "g": 0, "b": 0, "a": 0 } });
        self.tell("Emulation.setDefaultBackgroundColorOverride", &clear);
    }

    /// How opaque what is painted at these points is, from 0, where nothing is, to 255.
    pub(crate) async fn opacities(&self, points: &[[u32; 2]]) -> Vec<u64> {
        self.clear_background();
        let picture = self.picture().await;
        let read = "const [bytes, points, done] = arguments; \
            createImageBitmap(new Blob([new Uint8Array(bytes)])).then((picture) => { \
              const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d'); \
              canvas.drawImage(picture, 0, 0); \
              done(points.map(([x, y]) => canvas.getImageData(x, y, 1, 1).data[3])); \
            })";
        let read = self.session.execute_async(read, vec![json!(picture), json!(points)]).await;
        read.unwrap().as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).collect()
    }

    /// Tells the browser something for which WebDriver has no word (DevTools).
    fn tell(&self, command: &str, parameters: &Value) {
        let body = json!({ "cmd": command, "params": parameters }).to_string();
        let path = format!("/session/{}/goog/cdp/execute", self.id);
        let length = format!("Content-Length: {}", body.len());
        let fields = ["Content-Type: application/json", &length];
        let mut request = Request::send(self.driver, "POST", &path, &fields);
        request.0.write_all(body.as_bytes()).unwrap();
        let mut answer = String::new();
        BufReader::new(request.0).read_line(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{command}: {answer}");
    }

    /// What axe finds against the page's use by people who see or move otherwise: what is serious, in words. `None`, and said
    /// so, where axe is missing.
    pub(crate) async fn serious_faults(&self) -> Option<String> {
        let Some(script) = axe() else {
            skip("axe: pip install --no-deps axe-playwright-python");
            return None;
        };
        // The policy of the pages lets no script in; what the driver runs is none of theirs.
        self.session.execute(&script, Vec::new()).await.unwrap();
        let run = "const [done] = arguments; axe.run().then(({ violations }) => done(violations))";
        let found = self.session.execute_async(run, Vec::new()).await.unwrap();
        let serious =
            |fault: &&Value| fault["impact"] == "serious" || fault["impact"] == "critical";
        let told = |fault: &Value| {
            let nodes = fault["nodes"].as_array().into_iter().flatten();
            let places: Vec<_> = nodes.map(|node| node["html"].to_string()).collect();
            format!("{}: {}\n", fault["help"], places.join("\n    "))
        };
        Some(found.as_array().unwrap().iter().filter(serious).map(told).collect())
    }
}

impl Drop for Browser {
    /// A driver that is just killed leaves its browser behind.
    fn drop(&mut self) {
        let end = Request::send(self.driver, "DELETE", &format!("/session/{}", self.id), &[]);
        let _ = BufReader::new(end.0).read_line(&mut String::new());
    }
}

/// A driver of browsers, and where it listens. It takes a port that is free under IPv6, and ends where another process has the
/// same one under IPv4: then there is none.
fn start_driver() -> Option<(Process, SocketAddr)> {
    let started = "started successfully on port ";
    let process = Process::start(Command::new("chromedriver").arg("--port=0"));
    let said = process.says_one_of(&[started, "IPv4 port not available"]);
    let (_, port) = said.split_once(started)?;
    let port = port.trim_end_matches('.').parse().unwrap();
    Some((process, SocketAddr::from(([127, 0, 0, 1], port))))
}

/// How the browser is to be.
fn capabilities(screen: Screen) -> serde_json::Map<String, Value> {
    let mut arguments = vec!["--headless=new", "--disable-gpu", "--disable-dev-shm-usage"];
    // Chromium has no sandbox for root.
    if geteuid().is_root() {
        arguments.push("--no-sandbox");
    }
    if screen == Screen::Phone {
        arguments.push("--blink-settings=preferredColorScheme=0");
    }
    let mut options = json!({ "args": arguments });
    if screen != Screen::Desktop {
        let [width, height] = screen.size();
        let is_held = matches!(screen, Screen::Phone | Screen::Tablet);
        let metrics = json!({ "width": width, "height": height, "pixelRatio": 1, "touch": is_held, "mobile": is_held });
        options["mobileEmulation"] = json!({ "deviceMetrics": metrics });
    }
    // What is waited for is on the page; of frames and pictures some never come.
    let wanted = json!({
        "browserName": "chrome",
        "pageLoadStrategy": "eager",
        "timeouts": { "pageLoad": LOAD_MS, "script": LOAD_MS },
        "goog:chromeOptions": options,
    });
    wanted.as_object().unwrap().clone()
}

/// The script of axe, where its package is installed.
fn axe() -> Option<String> {
    let find = "import importlib.util as u; print(*u.find_spec('axe_playwright_python').submodule_search_locations)";
    let found = Command::new(python()).args(["-c", find]).output().ok()?;
    let folder = String::from_utf8(found.stdout).ok()?;
    std::fs::read_to_string(Path::new(folder.trim()).join("axe.min.js")).ok()
}

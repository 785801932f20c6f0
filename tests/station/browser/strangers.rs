//! Whoever is no arbiter: other sites, thieves of links, and players with names that are more than names.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;

use super::{BOARD, Scene, enter};
use crate::support::browser::{Browser, Screen};

/// Another site of this machine, which browsers hold for the same site as the desk: it has a page alone.
fn another_site(page: String) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = listener.local_addr().unwrap();
    thread::spawn(move || {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close";
        let answer = format!("{head}\r\nContent-Length: {}\r\n\r\n{page}", page.len());
        // A browser opens connections on which it says nothing, too.
        for stream in listener.incoming().map_while(Result::ok) {
            let answer = answer.clone();
            thread::spawn(move || serve(stream, &answer));
        }
    });
    at
}

fn serve(mut stream: TcpStream, answer: &str) {
    if stream.read(&mut [0; 4_096]).is_ok() {
        let _ = stream.write_all(answer.as_bytes());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_another_site_reads_nothing_and_decides_nothing() {
    let scene = Scene::open().await;
    let Some(anna) = scene.enter("Anna", Screen::Desktop).await else { return };
    let game = scene.client.game_on(BOARD).await.unwrap();
    let url = scene.desk.url();
    let page = format!("{url}/game/{}", game.path.as_str().rsplit('/').next().unwrap());
    let site = another_site(format!(
        r#"<title>quiet</title><p id=read>nothing read yet</p>
        <iframe src="{url}/hall"></iframe>
        <form method=post action="{page}/decide" target=_blank>
          <input name=verb value=result><input name=value value=1-0><button>Win a tablet</button>
        </form>
        <script>
          const told = [
            fetch("{url}/hall", {{ credentials: "include" }}).then((page) => page.text()),
            fetch("{page}/decide", {{ method: "POST", credentials: "include", mode: "no-cors",
              headers: {{ "Content-Type": "application/x-www-form-urlencoded" }}, body: "verb=result&value=1-0" }}),
            new Promise((heard, failed) => {{
              const pages = new EventSource("{url}/live?page=hall", {{ withCredentials: true }});
              pages.addEventListener("put", (put) => heard(put.data));
              pages.onerror = () => failed(new Error("no events"));
            }}),
          ];
          Promise.allSettled(told).then((all) => {{
            const read = all.map((one) => one.status === "fulfilled" ? one.value.type ?? one.value : "refused");
            document.getElementById("read").textContent = `all tried: ${{read.join(", ")}}`;
          }});
        </script>"#
    ));
    anna.go(&format!("http://{site}/")).await;
    anna.shows("all tried: refused, refused, refused").await;
    let framed = anna.run("return frames[0].document.body.innerText").await;
    assert!(framed.is_null(), "the desk is shown in the frame of another site: {framed}");
    anna.press_button("Win a tablet").await;
    anna.go(&page).await;
    anna.shows("Decisions").await;
    assert_eq!(scene.client.game(game.path).await.unwrap().result.0, "*");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stolen_link_opens_nothing_once_it_was_opened() {
    let scene = Scene::open().await;
    let link = scene.desk.link("Anna");
    let Some(anna) = Browser::open(Screen::Phone).await else { return };
    anna.go(&link).await;
    anna.press_button("Open the desk").await;
    anna.shows("Waiting").await;
    let Some(thief) = Browser::open(Screen::Desktop).await else { return };
    thief.go(&link).await;
    thief.press_button("Open the desk").await;
    thief.shows("This link was opened before").await;
    thief.go(scene.desk.url()).await;
    thief.shows("This device is not let in").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_full_of_html_is_a_name() {
    let name = r#"<img src=x onerror="document.title='owned'"><b>Ben</b>"#;
    let mut scene = Scene::with_black(&format!("\"{}\"", name.replace('"', "\"\""))).await;
    let Some(browser) = Browser::open(Screen::Tablet).await else { return };
    let arbiter = "<script>document.title='owned'</script>";
    enter(&browser, &scene.desk, arbiter).await;
    scene.press_without_a_move();
    browser.shows(name).await;
    for page in ["/hall", "/"] {
        browser.go(&format!("{}{page}", scene.desk.url())).await;
        browser.shows(name).await;
        browser.shows(arbiter).await;
    }
    browser.follow("pressed without a move").await;
    browser.shows("Moves").await;
    browser.shows(name).await;
    let title = browser.run("return document.title").await;
    assert!(title.as_str().unwrap().contains(name), "{title}");
    let made =
        browser.run("return document.querySelectorAll('main img, main b, main script').length");
    assert_eq!(made.await, 0);
}

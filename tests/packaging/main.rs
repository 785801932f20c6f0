//! What `make install` puts on a machine: the udev rules, the unit, the user, and where each goes.

#![cfg(test)]

mod hardware;
mod udev;

use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

use touchmove_drivers::FAMILIES;
use touchmove_needs::skip;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const RULES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/udev/60-touchmove.rules");
const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
const ABOUT: &str = "packaging/org.touchmove.touchmove.metainfo.xml";
const DAEMON: &str = env!("CARGO_BIN_EXE_touchmoved");
const HUB: &str = env!("CARGO_BIN_EXE_touchmove-hub");
const TOUCHMOVE: &str = env!("CARGO_BIN_EXE_touchmove");

#[test]
fn the_udev_rules_are_those_of_the_family_table() {
    let rules = udev::rules(FAMILIES);
    if env::var_os("UPDATE").is_some() {
        fs::write(RULES, &rules).unwrap();
    }
    let file = fs::read_to_string(RULES).unwrap();
    assert_eq!(file, rules, "run `UPDATE=1 cargo test --test packaging` and commit {RULES}");
}

#[test]
fn the_readme_lists_the_devices_of_the_family_table() {
    let file = fs::read_to_string(README).unwrap();
    let readme = hardware::in_readme(&file, FAMILIES);
    if env::var_os("UPDATE").is_some() {
        fs::write(README, &readme).unwrap();
    }
    let file = fs::read_to_string(README).unwrap();
    assert_eq!(file, readme, "run `UPDATE=1 cargo test --test packaging` and commit {README}");
}

/// The rules `$0` as the only ones of this machine, read by a udev that cannot yet verify them (before 254).
const READ_RULES: &str = r#"mount -t tmpfs run /run && mkdir -p /run/udev/rules.d &&
    cp "$0" /run/udev/rules.d/ && udevadm test /sys/class/tty/tty 2>&1"#;

#[test]
fn udev_accepts_the_rules() {
    let verifies = Command::new("udevadm").args(["verify", "--help"]).output();
    if verifies.is_ok_and(|output| output.status.success()) {
        said(Command::new("udevadm").args(["verify", RULES]));
        return;
    }
    if which("udevadm").is_none() {
        return skip("udevadm");
    }
    let apart = ["--mount", "--", "sh", "-c", READ_RULES, RULES];
    let read = Command::new("unshare").args(apart).output().unwrap();
    let (name, read) = ("60-touchmove.rules", String::from_utf8_lossy(&read.stdout).into_owned());
    if !read.contains(name) {
        return skip("root: nobody else can have udev read other rules");
    }
    let told: Vec<_> = read.lines().filter(|line| line.contains(name)).collect();
    assert_eq!(told, [format!("Reading rules file: /run/udev/rules.d/{name}")]);
}

#[test]
fn systemd_accepts_the_unit_without_a_word() {
    if which("systemd-analyze").is_none() {
        return skip("systemd-analyze");
    }
    let folder = tempfile::tempdir().unwrap();
    let unit = unit_in(folder.path());
    let output = said(Command::new("systemd-analyze").args(["verify", "--man=no"]).arg(&unit));
    // unknown keys and wrong values are told, but do not count as failure
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn systemd_accepts_the_unit_of_users_without_a_word() {
    if which("systemd-analyze").is_none() {
        return skip("systemd-analyze");
    }
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(Path::new(ROOT).join("systemd/touchmove-notify.service"));
    let text = text.unwrap();
    let there = text.replace("/usr/bin/touchmove ", &format!("{TOUCHMOVE} "));
    assert_ne!(there, text, "the unit starts /usr/bin/touchmove");
    let unit = folder.path().join("touchmove-notify.service");
    fs::write(&unit, there).unwrap();
    // A manager of users keeps its sockets there; the machine that tests may have no session.
    let verify = ["--user", "verify", "--man=no"];
    let output = said(
        Command::new("systemd-analyze")
            .args(verify)
            .arg(&unit)
            .env("XDG_RUNTIME_DIR", folder.path()),
    );
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn the_unit_exposes_little() {
    if which("systemd-analyze").is_none() {
        return skip("systemd-analyze");
    }
    let folder = tempfile::tempdir().unwrap();
    let unit = unit_in(folder.path());
    // exposure 1.5 of 10.0 at most
    said(
        Command::new("systemd-analyze")
            .args(["security", "--no-pager", "--offline=yes", "--threshold=15"])
            .arg(&unit),
    );
}

#[test]
fn systemd_accepts_the_units_of_a_hall_without_a_word_and_they_expose_little() {
    if which("systemd-analyze").is_none() {
        return skip("systemd-analyze");
    }
    let folder = tempfile::tempdir().unwrap();
    let units = ["touchmove-hub", "touchmove-hall", "touchmove-hall-bus"].map(|name| {
        let name = format!("{name}.service");
        let text = fs::read_to_string(Path::new(ROOT).join("systemd").join(&name)).unwrap();
        let unit = folder.path().join(name);
        fs::write(&unit, text.replace("/usr/bin/touchmove-hub", HUB)).unwrap();
        unit
    });
    let output = said(Command::new("systemd-analyze").args(["verify", "--man=no"]).args(&units));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    // exposure 2.0 of 10.0 at most: they speak to a server in the network
    said(
        Command::new("systemd-analyze")
            .args(["security", "--no-pager", "--offline=yes", "--threshold=20"])
            .args(&units),
    );
}

#[test]
fn the_unit_opens_only_what_a_board_is_at() {
    let text = fs::read_to_string(Path::new(ROOT).join("systemd/touchmove.service")).unwrap();
    let values = |key: &str| -> Vec<String> {
        let lines = text.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix('='));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(
        values("DeviceAllow"),
        ["char-ttyUSB rw", "char-ttyACM rw", "char-rfcomm rw", "char-hidraw rw"]
    );
    assert_eq!(values("RestrictAddressFamilies"), ["AF_UNIX AF_NETLINK"]);
    assert_eq!([values("MemoryMax"), values("TasksMax")].concat(), ["3G", "1024"]);
    let page = fs::read_to_string(Path::new(ROOT).join("docs/security.md")).unwrap();
    assert!(page.contains("DeviceAllow=/dev/ttyS0 rw"), "who has a board there reads how");
}

#[test]
fn a_start_asks_the_service_manager_for_time_before_anything_takes_long() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("notify");
    let manager = UnixDatagram::bind(&place).unwrap();
    manager.set_nonblocking(true).unwrap();
    let mut daemon = Command::new(DAEMON);
    daemon.args(["--no-discovery", "--bus", "unix:path=/nonexistent", "--state"]);
    daemon.arg(folder.path().join("state")).env("NOTIFY_SOCKET", &place);
    assert!(!daemon.output().unwrap().status.success(), "there is no bus");
    let mut told = [0; 256];
    let length = manager.recv(&mut told).unwrap();
    let told = String::from_utf8_lossy(&told[..length]);
    assert_eq!(told.trim_end(), "EXTEND_TIMEOUT_USEC=60000000");
}

#[test]
fn the_actions_of_polkit_are_those_that_the_code_asks_about() {
    let file = fs::read_to_string(Path::new(ROOT).join("systemd/org.touchmove.policy")).unwrap();
    let actions: Vec<_> = file.split("<action id=\"").skip(1).collect();
    let ids: Vec<_> = actions.iter().map(|action| action.split('"').next().unwrap()).collect();
    use touchmove_client::service::{CALIBRATE, DECIDE, SEE, SET_CLOCK};
    assert_eq!(ids, [SEE, DECIDE, CALIBRATE, SET_CLOCK]);
    for action in actions {
        for (text, tag) in ["<description", "<message"].into_iter().flat_map(|tag| {
            ["", " xml:lang=\"tr\""].map(|language| (format!("{tag}{language}>"), tag))
        }) {
            assert!(action.contains(&text), "{tag} is not said in every language: {action}");
        }
    }
}

#[test]
fn polkit_answers_the_services_user_about_each_action() {
    let file = fs::read_to_string(Path::new(ROOT).join("systemd/org.touchmove.policy")).unwrap();
    // Whoever is neither root nor an action's owner is told nothing about what others may do.
    let owner = "<annotate key=\"org.freedesktop.policykit.owner\">unix-user:touchmove</annotate>";
    for action in file.split("<action id=\"").skip(1) {
        assert!(action.contains(owner), "{action}");
    }
}

#[test]
fn everybody_may_call_the_methods_that_touchmoved_checks_and_nothing_else() {
    let file =
        fs::read_to_string(Path::new(ROOT).join("systemd/org.touchmove.Hall1.conf")).unwrap();
    let interface =
        |line: &str| Some(line.split_once("send_interface=\"")?.1.split('"').next()?.to_owned());
    let allowed = file.lines().filter_map(interface);
    let mut allowed: Vec<_> = allowed.filter(|name| name.starts_with("org.touchmove.")).collect();
    allowed.sort();
    let snapshots = fs::read_dir(Path::new(ROOT).join("tests/station/snapshots")).unwrap();
    let names = snapshots.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut checked: Vec<_> = names
        .filter_map(|name| Some(name.rsplit_once("__")?.1.strip_suffix(".snap")?.to_owned()))
        .filter(|name| name.starts_with("org.touchmove.Hall1.") && !name.ends_with(".Clock"))
        .collect();
    checked.sort();
    assert_eq!(allowed, checked);
}

#[test]
fn systemd_accepts_the_users() {
    if which("systemd-sysusers").is_none() {
        return skip("systemd-sysusers");
    }
    let files = ["touchmove", "touchmove-web", "touchmove-hub"];
    let files = files.map(|name| format!("systemd/{name}.sysusers"));
    let files = files.map(|file| Path::new(ROOT).join(file));
    let root = tempfile::tempdir().unwrap();
    let output = said(
        Command::new("systemd-sysusers")
            .arg("--dry-run")
            .arg("--root")
            .arg(root.path())
            .args(&files),
    );
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    for user in [
        "touchmove",
        "touchmove-broadcast",
        "touchmove-desk",
        "touchmove-hall",
        "touchmove-hub",
        "touchmove-livechess",
        "touchmove-public",
    ] {
        assert!(told.contains(&format!("Creating user '{user}'")), "{told}");
    }
    let [_, web, hub] = files.map(|file| fs::read_to_string(file).unwrap());
    for public in ["touchmove-public", "touchmove-broadcast", "touchmove-hall"] {
        let is_member = [&web, &hub].iter().any(|users| users.contains(&format!("m {public}")));
        assert!(!is_member, "{public} reads what is public, or what the server lets it read");
    }
}

#[test]
fn whoever_plugs_a_board_in_can_be_shown_the_package() {
    let about = fs::read_to_string(Path::new(ROOT).join(ABOUT)).unwrap();
    let attribute = |line: &str, name: &str| -> Option<String> {
        let value = line.split_once(&format!("ATTR{{{name}}}==\""))?.1.split('"').next()?;
        Some(value.to_uppercase())
    };
    let rules = fs::read_to_string(RULES).unwrap();
    let devices: Vec<_> = rules
        .lines()
        .filter_map(|line| Some((attribute(line, "idVendor")?, attribute(line, "idProduct")?)))
        .collect();
    assert!(!devices.is_empty());
    for (vendor, product) in devices {
        let alias = format!("<modalias>usb:v{vendor}p{product}d*</modalias>");
        assert!(about.contains(&alias), "{ABOUT} lacks {alias}");
    }
}

#[test]
fn the_configuration_that_is_shown_is_right_and_the_one_in_the_readme() {
    let example = Path::new(ROOT).join("docs/examples/touchmove.toml");
    said(Command::new(DAEMON).args(["--check-config", "--config"]).arg(&example));
    let example = fs::read_to_string(example).unwrap();
    assert!(fs::read_to_string(README).unwrap().contains(&format!("```toml\n{example}```")));
}

/// What people are told to start, stop or look at is there under that name.
#[test]
fn whatever_unit_is_named_to_people_is_there() {
    let root = Path::new(ROOT);
    let folders = ["src", "docs", "packaging", "debian", "systemd"];
    let below = |folder: &'static str| {
        files_below(&root.join(folder)).into_iter().map(move |it| root.join(folder).join(it))
    };
    let files = folders.into_iter().flat_map(below).chain([root.join("README.md")]);
    let mut named = 0;
    for path in files {
        // Pictures are no texts.
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for said in text.split("systemctl ").skip(1) {
            let words = said.split_whitespace().take(4);
            let names = words.map(|word| word.trim_matches(|sign: char| !sign.is_alphanumeric()));
            let Some(unit) = names.into_iter().find(|name| name.starts_with("touchmove")) else {
                continue;
            };
            let file = root.join("systemd").join(unit).with_extension("service");
            assert!(file.exists(), "{} names {unit}", path.display());
            named += 1;
        }
    }
    assert!(named > 10, "{named}");
}

#[test]
fn what_changed_is_told_of_the_version_that_this_is() {
    for form in ["debian", "rpm"] {
        let script = Path::new(ROOT).join("packaging/changelog");
        let told = String::from_utf8(said(Command::new(script).arg(form)).stdout).unwrap();
        assert!(told.contains(env!("CARGO_PKG_VERSION")), "{told}");
    }
}

#[test]
fn install_puts_files_where_they_are_read_and_uninstall_takes_them_away() {
    for (prefix, policies) in [("/usr", "usr/share"), ("/usr/local", "etc")] {
        let folder = tempfile::tempdir().unwrap();
        make("install", prefix, folder.path());

        let below = prefix.trim_start_matches('/');
        let mut wanted = [
            format!("{below}/bin/touchmove"),
            format!("{below}/bin/touchmove-hub"),
            format!("{below}/bin/touchmove-web"),
            format!("{below}/bin/touchmoved"),
            format!("{below}/lib/systemd/system/touchmove-broadcast.service"),
            format!("{below}/lib/systemd/system/touchmove-desk.service"),
            format!("{below}/lib/systemd/system/touchmove-hall-bus.service"),
            format!("{below}/lib/systemd/system/touchmove-hall.service"),
            format!("{below}/lib/systemd/system/touchmove-hub.service"),
            format!("{below}/lib/systemd/system/touchmove-livechess.service"),
            format!("{below}/lib/systemd/system/touchmove-public.service"),
            format!("{below}/lib/systemd/system/touchmove.service"),
            format!("{below}/lib/systemd/user/touchmove-notify.service"),
            format!("{below}/lib/sysusers.d/touchmove-hub.conf"),
            format!("{below}/lib/sysusers.d/touchmove-web.conf"),
            format!("{below}/lib/sysusers.d/touchmove.conf"),
            format!("{below}/lib/udev/rules.d/60-touchmove.rules"),
            format!("{policies}/dbus-1/system.d/org.touchmove.Broadcast1.conf"),
            format!("{policies}/dbus-1/system.d/org.touchmove.Hall1.conf"),
            "usr/share/polkit-1/actions/org.touchmove.policy".to_owned(),
        ];
        wanted.sort();
        let installed = files_below(folder.path());
        let (read, told): (Vec<_>, Vec<_>) = installed.iter().cloned().partition(|file| {
            !file.starts_with(&format!("{below}/share/")) || wanted.contains(file)
        });
        assert_eq!(read, wanted);
        for page in [
            "man/man1/touchmove-round-load.1",
            "man/man8/touchmoved.8",
            "man/man8/touchmove-hub-station.8",
            "man/man8/touchmove-web-public.8",
            "touchmove/hall-bus.conf",
            "bash-completion/completions/touchmove",
            "zsh/site-functions/_touchmoved",
            "fish/vendor_completions.d/touchmove-web.fish",
            "dbus-1/interfaces/org.touchmove.Hall1.Relay.xml",
            "dbus-1/interfaces/org.touchmove.Public1.Game.xml",
            "metainfo/org.touchmove.touchmove.metainfo.xml",
            "doc/touchmove/README.md",
            "doc/touchmove/docs/day.md",
            "doc/touchmove/examples/touchmove.toml",
        ] {
            assert!(told.contains(&format!("{below}/share/{page}")), "no {page} in {told:#?}");
        }

        let unit = folder.path().join(below).join("lib/systemd/system/touchmove.service");
        let unit = fs::read_to_string(unit).unwrap();
        assert!(unit.contains(&format!("\nExecStart={prefix}/bin/touchmoved ")), "{unit}");
        let unit = folder.path().join(below).join("lib/systemd/user/touchmove-notify.service");
        let unit = fs::read_to_string(unit).unwrap();
        assert!(unit.contains(&format!("\nExecStart={prefix}/bin/touchmove notify\n")), "{unit}");

        make("uninstall", prefix, folder.path());
        assert_eq!(files_below(folder.path()), [""; 0]);
    }
}

/// Runs the Makefile as a packager does, on binaries that are built already.
fn make(target: &str, prefix: &str, destination: &Path) {
    let built = Path::new(DAEMON).parent().unwrap();
    let pages = tempfile::tempdir().unwrap();
    touchmove_manual::write_to(pages.path()).unwrap();
    said(
        Command::new("make")
            .current_dir(ROOT)
            .args([target, "--silent"])
            .arg(format!("PREFIX={prefix}"))
            .arg(format!("DESTDIR={}", destination.display()))
            .arg(format!("BUILT={}", built.display()))
            .arg(format!("PAGES={}", pages.path().display()))
            // of the make that may have started this test
            .env_remove("MAKEFLAGS")
            .env_remove("MAKELEVEL"),
    );
}

/// The unit as it is installed, save that it starts the daemon just built, which is there.
fn unit_in(folder: &Path) -> PathBuf {
    let text = fs::read_to_string(Path::new(ROOT).join("systemd/touchmove.service")).unwrap();
    let there = text.replace("ExecStart=/usr/bin/touchmoved", &format!("ExecStart={DAEMON}"));
    assert_ne!(there, text, "the unit starts /usr/bin/touchmoved");
    let path = folder.join("touchmove.service");
    fs::write(&path, there).unwrap();
    path
}

/// All files below `folder`, relative to it, in order.
fn files_below(folder: &Path) -> Vec<String> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    files.sort();
    files
}

/// What a command said; it must succeed.
fn said(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    assert!(
        output.status.success(),
        "{command:?}\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    output
}

fn which(program: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(program))
        .find(|path| path.is_file())
}

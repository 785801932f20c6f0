//! The README's table of hardware, as the family table has it.

use std::fmt::Write;

use touchmove_drivers::Family;
use touchmove_drivers::family::{Gatt, Hid, Knowledge, Rfcomm, Serial, Transport};

const HEAD: &str =
    "<!-- hardware: made from the family table, `UPDATE=1 cargo test --test packaging` -->\n";
const FOOT: &str = "<!-- end of hardware -->\n";

/// `readme` with the table of the devices of `families` between its marks.
pub(crate) fn in_readme(readme: &str, families: &[&Family]) -> String {
    let (before, rest) = readme.split_once(HEAD).expect("the mark before the table");
    let (_, after) = rest.split_once(FOOT).expect("the mark after the table");
    format!("{before}{HEAD}{}{FOOT}{after}", table(families))
}

fn table(families: &[&Family]) -> String {
    let mut table = String::from(
        "| family | what | recognised by | senses | known from |\n|---|---|---|---|---|\n",
    );
    for family in families {
        let known = match family.knowledge {
            Knowledge::Recorded => "recordings of real devices",
            Knowledge::Implemented => "several independent programs",
            Knowledge::Documented => "documents only",
            Knowledge::Own => continue,
        };
        let shown: Vec<_> = family.transports.iter().flat_map(shown).collect();
        let ids = shown.join("<br>");
        let (name, title, senses) = (family.name, family.title, family.sensing.word());
        let _ = writeln!(table, "| `{name}` | {title} | {ids} | {senses} | {known} |");
    }
    table
}

/// By what a board is recognised on a way to it.
fn shown(transport: &Transport) -> Vec<String> {
    match transport {
        Transport::Serial(Serial { usb, .. }) | Transport::Hid(Hid { usb, .. }) => {
            usb.iter().map(|id| format!("{:04x}:{} {}", id.vendor, id.products, id.what)).collect()
        }
        Transport::Gatt(Gatt { names: [], service, .. }) => {
            vec![format!("Bluetooth service {service}")]
        }
        Transport::Rfcomm(Rfcomm { names, .. }) | Transport::Gatt(Gatt { names, .. }) => {
            names.iter().map(|name| format!("Bluetooth name {name}…")).collect()
        }
        Transport::Recording => Vec::new(),
    }
}

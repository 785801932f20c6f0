//! What must hold of what the daemon tells.

use proptest::prelude::*;

use super::super::told::SENTENCES;
use super::super::{Phrase, Saying, told};
use super::words;

fn said(code: &str, text: &str) -> String {
    words(code).say(told(text))
}

#[test]
fn what_the_daemon_tells_is_known_again_with_its_values() {
    for (text, turkish) in [
        ("unplugged; it was at dgt:/dev/ttyUSB0", "çıkarılmış; dgt:/dev/ttyUSB0 noktasındaydı"),
        (
            "round 3 is ended: it cannot be running now",
            "3. turun durumu: bitti; şimdi şu duruma geçemez: oynanıyor",
        ),
        ("it is not white's turn", "hamle sırası onda değil: Beyaz"),
        (
            "pairings.csv: line 3: `x` is no round; write a number from 1 to 999, or round and board as 3.12",
            "pairings.csv: satır 3: `x` bir tur değil; 1 ile 999 arasında bir sayı ya da tur ve masayı 3.12 gibi yazın",
        ),
        (
            "touchmoved is not running on the system bus\nstart it with `sudo systemctl start touchmove`, or name the bus it is on with --bus",
            "touchmoved çalışmıyor: sistem veri yolu\n`sudo systemctl start touchmove` ile başlatın ya da bulunduğu veri yolunu --bus ile yazın",
        ),
        (
            "table 3: no board is assigned\nbegin it all the same with --anyway",
            "3. masa: tahta atanmamış\nbuna karşın başlatmak için --anyway ekleyin",
        ),
        (
            "asked as DGT board, then as DGT line; nobody has answered yet",
            "soruldu: DGT board, sonra DGT line; henüz yanıt veren yok",
        ),
    ] {
        assert_eq!(said("tr", text), turkish);
        assert_eq!(said("en", text), text);
    }
}

#[test]
fn what_is_not_known_stays_as_it_is() {
    for text in ["", "\n", "nobody has ever said this", "a: b: c\n\nd", "table 3: no such sentence"]
    {
        assert_eq!(said("tr", text), text);
    }
}

/// A sentence in English with such values.
fn any_sentence(values: &'static str) -> impl Strategy<Value = String> {
    let values = prop::collection::vec(values, 8);
    (prop::sample::select(SENTENCES), values).prop_map(|((name, names), values)| {
        let values = names.iter().copied().zip(values.into_iter().map(Saying::from));
        words("en").say(Phrase::new(name.to_owned(), values.collect()))
    })
}

proptest! {
    #[test]
    fn in_english_everything_is_told_as_the_daemon_tells_it(
        text in prop_oneof![any_sentence("[a-z0-9_/:. –-]{0,12}"), any::<String>(), "([a-z`]{0,4}[:;] ?|\n){0,8}"],
    ) {
        prop_assert_eq!(said("en", &text), text);
    }

    #[test]
    fn every_sentence_is_known_whatever_it_names(text in any_sentence("[a-z]{3,6}_[0-9]{1,5}")) {
        let is_known = !matches!(told(&text), Saying::All(all)
            if all.iter().all(|said| matches!(said, Saying::Text(_))));
        prop_assert!(is_known, "{}", text);
    }
}

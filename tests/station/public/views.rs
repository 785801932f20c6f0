//! What spectators see while a hall plays, on projectors, televisions and phones, and over a stream.

use serde_json::json;

use super::wall::UNSEEN;
use crate::support::browser::{Browser, Screen};
use crate::support::rehearsal::Rehearsal;
use crate::support::spectators::Spectators;

const ROUND: &str = "\
round,board,white,white_title,white_federation,white_rating,black,black_title,black_federation,black_rating,event
3,1,\"Oro, Faustino\",IM,ARG,2509,\"Brkić, Ante\",GM,CRO,2601,Bled Open
3,2,\"Praggnanandhaa, Rameshbabu\",GM,IND,2758,\"Yıldız, Betül Cemre\",WGM,TUR,2290,Bled Open
3,3,\"Ghosh, Diptayan\",GM,IND,2570,\"Bartel, Mateusz\",GM,POL,2632,Bled Open
3,4,\"Abdusattorov, Nodirbek\",GM,UZB,2767,\"Keymer, Vincent\",GM,GER,2730,Bled Open
3,5,\"Fernández de la Vega y Martínez, Íñigo María\",,ESP,1990,\"Nguyen Thi Thanh An, Phuong Anh\",WGM,VIE,2301,Bled Open
3,6,\"Li, Wei\",,CHN,,\"Öz, Ali\",,TUR,,Bled Open
3,7,\"van der Berg, Pim\",,NED,1702,\"Haddad, Layla\",,FRA,1650,Bled Open
3,8,\"Haralambous, Konstantinos-Alexandros\",FM,CYP,2312,\"Okafor, Chidi\",,NGR,2001,Bled Open
";

/// Who plays White at the first table.
const FIRST: &str = "Oro, Faustino";

#[tokio::test(flavor = "multi_thread")]
async fn each_view_of_spectators_is_fit_for_its_screen_while_a_hall_plays() {
    let words = ["--round", "3", "--clock", "5+3", "--hands", "blitz", "--speed", "4"];
    let rehearsal = Rehearsal::of(ROUND, &words);
    let spectators = Spectators::of(rehearsal.bus());
    let at = |path: &str| format!("http://{}{path}", spectators.at());
    let Some(browser) = Browser::open(Screen::Desktop).await else { return };
    browser.go(&at("/wall?boards=8")).await;
    browser.shows("12. ").await;
    drop(browser);
    for (screen, name) in [
        (Screen::Of([1_280, 720]), "projector"),
        (Screen::Of([1_920, 1_080]), "television"),
        (Screen::Phone, "phone"),
    ] {
        let Some(browser) = Browser::open(screen).await else { return };
        for boards in [1, 2, 4, 8] {
            browser.go(&at(&format!("/wall?boards={boards}"))).await;
            browser.finds(&format!("//ol[count(li) = {boards}]")).await;
            browser.shows(FIRST).await;
            browser.keep_picture(&format!("wall-{boards}-{name}")).await;
            let unseen = browser.run(UNSEEN).await;
            assert_eq!(unseen, json!([]), "{boards} on a {name}: {unseen:#}");
        }
        browser.go(&at("/")).await;
        browser.shows(FIRST).await;
        browser.keep_picture(&format!("round-{name}")).await;
    }
    for (size, layout, name) in [
        ([480, 620], "full", "overlay-upright"),
        ([900, 460], "full", "overlay-broad"),
        ([1_600, 80], "strip", "overlay-strip"),
    ] {
        let Some(browser) = Browser::open(Screen::Of(size)).await else { return };
        browser.clear_background();
        browser.go(&at(&format!("/overlay/1?layout={layout}"))).await;
        browser.shows(FIRST).await;
        browser.keep_picture(name).await;
    }
}

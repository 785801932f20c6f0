//! Carries calls of the hall to the stations that they concern, and puts together what these answer.

use touchmove_client::call_error::RefusalKind;
use zbus::Variant;
use zbus::wire::{Array, Signature};

use super::call::{Carrier, HallCall, Refused, Returned, Way, returned};
use super::merge::{ROUND, by_table, key, missing_in_all, weight};
use super::plugged::Plugged;
use super::route::{Route, Whole};
use super::stations::Terms;
use crate::station_name::StationName;

/// A call on its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Carrying<'a> {
    pub(super) carrier: &'a Carrier,
    pub(super) call: &'a HallCall,
    pub(super) terms: &'a Terms,
}

/// A list that a method of a station returned.
struct OfStation<'s> {
    station: &'s StationName,
    list: Array<'static>,
}

impl<'a> Carrying<'a> {
    /// Carries it along its route.
    pub(super) async fn along(self, route: Route) -> Returned {
        let Self { call, .. } = self;
        match route {
            Route::Refuse(refused) => Err(refused),
            Route::One(station) => self.to(&station).ask(call, &call.member).await,
            Route::Each(stations) => self.to_each(&stations).await,
            Route::UntilOne(stations) => self.until_one(&stations).await,
            Route::Gather(stations) => {
                let lists = self.gather(&stations, call, &call.member).await?;
                returned(by_table(inner(&lists)))
            }
            Route::Missing(stations) => self.what_is_missing(&stations).await,
            Route::AtTable(stations, table) => self.at_table(&stations, table).await,
            Route::Whole(stations, whole) => self.in_whole(&stations, whole).await,
            Route::Plugged(plugged) => self.assign(&plugged).await,
        }
    }

    fn to<'s>(self, station: &'s StationName) -> Way<'s>
    where
        'a: 's,
    {
        self.carrier.to(station, self.terms)
    }

    async fn to_each(self, stations: &[StationName]) -> Returned {
        let mut first = None;
        for station in stations {
            let returned = self.to(station).ask(self.call, &self.call.member).await?;
            first.get_or_insert(returned);
        }
        Ok(first.flatten())
    }

    async fn until_one(self, stations: &[StationName]) -> Returned {
        let nothing = || Refused::because(RefusalKind::NothingToDecide, "no station has it");
        let mut last = Err(nothing());
        for station in stations {
            last = self.to(station).ask(self.call, &self.call.member).await;
            if last.is_ok() {
                break;
            }
        }
        last
    }

    async fn what_is_missing(self, stations: &[StationName]) -> Returned {
        let pairings = self.gather(stations, self.call, "Pairings").await?;
        let missing = self.gather(stations, self.call, &self.call.member).await?;
        let lists = pairings.iter().zip(&missing);
        let lists = lists.map(|(pairings, missing)| [pairings.list.inner(), missing.list.inner()]);
        returned(missing_in_all(lists.collect()))
    }

    async fn at_table(self, stations: &[StationName], table: u16) -> Returned {
        let lists = self.gather(stations, self.call, "Pairings").await?;
        let at = |of: &OfStation<'_>| {
            let entries = of.list.inner().iter();
            let mut at = entries.filter(|entry| key(entry, "table") == Some(&Variant::U16(table)));
            at.next().map(weight)
        };
        let at = lists.iter().filter_map(|of| Some((at(of)?, of.station)));
        let why = || format!("the round has no table {table}");
        let none = || Refused::because(RefusalKind::NoSuchTable, why());
        let (_, station) = at.max_by_key(|(weight, _)| *weight).ok_or_else(none)?;
        self.to(station).ask(self.call, &self.call.member).await
    }

    async fn in_whole(self, stations: &[StationName], whole: Whole) -> Returned {
        let lists = self.gather(stations, self.call, "Pairings").await?;
        if let Some(why) = whole.missing(&by_table(inner(&lists))) {
            return Err(Refused::because(RefusalKind::Incomplete, why));
        }
        for station in stations {
            self.to(station).ask(self.call, whole.anyway()).await?;
        }
        Ok(None)
    }

    async fn assign(self, plugged: &Plugged) -> Returned {
        let mut pairings = Vec::new();
        for round in &plugged.rounds {
            let round = HallCall {
                path: round.clone(),
                interface: ROUND.to_owned(),
                member: "Pairings".to_owned(),
                arguments: None,
            };
            let lists = self.gather(&plugged.stations, &round, "Pairings").await?;
            pairings.push(by_table(inner(&lists)));
        }
        let seated = plugged.seated(&pairings);
        let count = u32::try_from(seated.len()).unwrap_or(u32::MAX);
        for (table, board) in seated {
            let assign = board.assigned_to(table, self.call)?;
            self.to(&board.station).ask(&assign, "Assign").await?;
        }
        returned(Variant::U32(count))
    }

    /// What a method of each station returns, which is a list.
    async fn gather<'s>(
        self,
        stations: &'s [StationName],
        call: &HallCall,
        member: &str,
    ) -> Result<Vec<OfStation<'s>>, Refused> {
        let asked = HallCall {
            path: call.path.clone(),
            interface: call.interface.clone(),
            member: member.to_owned(),
            arguments: None,
        };
        let mut lists = Vec::new();
        for station in stations {
            let returned = self.carrier.to(station, self.terms).ask(&asked, member).await?;
            let list = returned.and_then(|fields| fields.into_fields().into_iter().next());
            let list = match list {
                Some(Variant::Array(list)) => list,
                _ => Array::new(&Signature::dict(Signature::Str, Signature::Variant)),
            };
            lists.push(OfStation { station, list });
        }
        Ok(lists)
    }
}

fn inner<'l>(lists: &'l [OfStation<'_>]) -> Vec<&'l [Variant<'static>]> {
    lists.iter().map(|of| of.list.inner()).collect()
}

//! Results as pictures: ratings with their intervals, and the cross table as a table of colours.

use super::document::Results;
use crate::words::many;
use gridhaunt_draw::chart::heat::Heat;
use gridhaunt_draw::chart::{Band, Chart, Emphasis, Mark, Panel, Scale};

impl Results {
    /// The ratings with their intervals, the best first; none if nobody is rated.
    #[must_use]
    pub fn ratings_chart(&self, dark: bool) -> Option<Chart> {
        let mut rated: Vec<_> =
            self.standings.iter().filter_map(|standing| Some((standing.name.clone(), standing.rating?))).collect();
        rated.sort_by(|(_, one), (_, other)| other.elo.total_cmp(&one.elo));
        let mark = |(label, rating): (String, super::Rating)| Mark {
            label,
            value: rating.elo,
            low: rating.low,
            high: rating.high,
            text: format!("{:.0} ± {:.0}", rating.elo, (rating.high - rating.low) / 2.0),
            emphasis: Emphasis::Plain,
        };
        let marks: Vec<Mark> = rated.into_iter().map(mark).collect();
        if marks.is_empty() {
            return None;
        }
        let panel = Panel { scale: Scale::Plain, zero: false, marks };
        Some(Chart {
            title: self.event.name.clone(),
            subtitle: self.subtitle(),
            note: "Bars are 95 % intervals. The mean of all ratings is 1500.".into(),
            bands: vec![Band { title: "Ratings".into(), about: "on Elo's scale".into(), panels: vec![panel] }],
            dark,
        })
    }

    /// The cross table, in the order of the standings.
    #[must_use]
    pub fn cross_chart(&self, dark: bool) -> Heat {
        let found = self.meetings();
        let numbers = || self.standings.iter().map(|standing| standing.entrant);
        let cells = numbers().flat_map(|one| numbers().map(move |other| (one, other)));
        Heat {
            title: self.event.name.clone(),
            subtitle: format!("points in % of the row against the column · {}", self.subtitle()),
            places: self.standings.iter().map(|standing| standing.place).collect(),
            names: self.standings.iter().map(|standing| standing.name.clone()).collect(),
            cells: cells.map(|pair| found.get(&pair).copied()).collect(),
            dark,
        }
    }

    fn subtitle(&self) -> String {
        let event = &self.event;
        let far = self.so_far().unwrap_or_else(|| many(event.blocks_done, "block"));
        format!("{}, {}, {far}, {}", event.title, event.kind, many(event.matches_played, "match"))
    }
}

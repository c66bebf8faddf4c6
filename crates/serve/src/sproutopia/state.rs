//! The state that a farmer is sent after a tick (W9), written directly from its view.

use super::calendar::{american, span};
use super::outgoing::record;
use gridhaunt_kernel::grid::Cell;
use gridhaunt_sproutopia::Rules;
use gridhaunt_sproutopia::view::View;
use std::fmt::{Display, Write as _};
use std::time::{Duration, SystemTime};
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// Writes the states of one match.
#[derive(Clone, Debug)]
pub struct States {
    /// The ids by seat, each as a key.
    keys: Vec<String>,
    rules: Rules,
    tick_rate: Duration,
}

impl States {
    /// A writer for a match of these farmers, whose ids are in the order of seats.
    pub fn new(ids: impl IntoIterator<Item = impl Display>, rules: Rules, tick_rate: Duration) -> Self {
        Self { keys: ids.into_iter().map(|id| format!("\"{id}\":")).collect(), rules, tick_rate }
    }

    /// The `elapsedTime` of all states of a tick: official, the time since tick 1; v2024.0.8, the date and time `now`.
    #[must_use]
    pub fn elapsed(&self, tick: u32, now: SystemTime) -> String {
        match self.rules {
            Rules::Official => span(self.tick_rate * tick.saturating_sub(1)),
            Rules::Legacy => american(now),
        }
    }

    /// The `ReceiveBotState` record for a view.
    #[must_use]
    pub fn write(&self, view: &View, elapsed: &str) -> Utf8Bytes {
        let mut text = String::with_capacity(1 << 12);
        let _ = write!(
            text,
            r#"{{"type":1,"target":"ReceiveBotState","arguments":[{{"directionState":{},"elapsedTime":"{elapsed}","gameTick":{},"powerUp":{},"superPowerUp":{},"leaderBoard":"#,
            view.momentum as u8,
            view.tick,
            view.power.map_or(0, |held| held.kind as u8),
            view.super_power.map_or(0, |held| held.kind as u8),
        );
        list(&mut text, ['{', '}'], self.keys.iter().zip(&view.percents), |text, (key, percent)| {
            let _ = write!(text, "{key}{percent}");
        });
        text.push_str(r#","botPostions":"#);
        cells(&mut text, &view.farmers);
        text.push_str(r#","powerUpLocations":"#);
        list(&mut text, ['[', ']'], &view.things, |text, thing| {
            text.push_str(r#"{"location":"#);
            cell(text, thing.at);
            let _ = write!(text, r#","type":{}}}"#, thing.kind as u8);
        });
        let side = usize::from(view.window.side());
        let covered = covered(view);
        text.push_str(r#","weeds":"#);
        square(&mut text, side, |text, at| text.push_str(if covered[at] { "true" } else { "false" }));
        text.push_str(r#","heroWindow":"#);
        square(&mut text, side, |text, at| match view.window.code(at) {
            255 => text.push_str("255"),
            254 => text.push_str("254"),
            code @ 0..=9 => text.push(char::from(b'0' + code)),
            code => _ = write!(text, "{code}"),
        });
        let _ = write!(text, r#","x":{},"y":{},"botPositions":"#, view.at.x, view.at.y);
        cells(&mut text, &view.farmers);
        text.push_str("}]}");
        record(text)
    }
}

/// Which places of the window are under a weed, row by row.
fn covered(view: &View) -> Vec<bool> {
    let side = usize::from(view.window.side());
    let mut covered = vec![false; side * side];
    let radius = u16::from(view.window.side() / 2);
    for weed in &view.weeds {
        let (i, j) = ((weed.x + radius).wrapping_sub(view.at.x), (weed.y + radius).wrapping_sub(view.at.y));
        let place = usize::from(j) * side + usize::from(i);
        if let Some(place) = covered.get_mut(place) {
            *place = true;
        }
    }
    covered
}

/// Writes a square whose first index is x; `one` writes a place, which is numbered row by row.
fn square(text: &mut String, side: usize, mut one: impl FnMut(&mut String, usize)) {
    list(text, ['[', ']'], 0..side, |text, x| list(text, ['[', ']'], 0..side, |text, y| one(text, y * side + x)));
}

fn cells(text: &mut String, cells: &[Cell]) {
    list(text, ['[', ']'], cells, |text, &at| cell(text, at));
}

fn cell(text: &mut String, cell: Cell) {
    let _ = write!(text, r#"{{"x":{},"y":{}}}"#, cell.x, cell.y);
}

/// Writes items with commas between them.
fn list<T>(
    text: &mut String,
    [open, close]: [char; 2],
    items: impl IntoIterator<Item = T>,
    mut one: impl FnMut(&mut String, T),
) {
    text.push(open);
    for (i, item) in items.into_iter().enumerate() {
        if i > 0 {
            text.push(',');
        }
        one(text, item);
    }
    text.push(close);
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridhaunt_sproutopia::Action;
    use gridhaunt_sproutopia::power::PowerKind;
    use gridhaunt_sproutopia::view::{Held, Thing, Window};
    use serde_json::{Value, json};

    fn cell(x: u16, y: u16) -> Cell {
        Cell { x, y }
    }

    /// A farmer at (1,2) that sees one cell around it: `255 0 4` above, a weed at its right.
    fn view() -> View {
        View {
            tick: 3,
            at: cell(1, 2),
            away: false,
            momentum: Action::Right,
            power: Some(Held { kind: PowerKind::Freeze, left: Some(4) }),
            super_power: Some(Held { kind: PowerKind::TrailProtection, left: None }),
            queue: 0,
            trail: Vec::new(),
            cells: 9,
            points: 0,
            percents: vec![12, 0],
            window: Window::from_codes(&[255, 0, 4, 1, 2, 3, 254, 254, 254]).unwrap(),
            weeds: vec![cell(2, 2)],
            things: vec![Thing { at: cell(0, 1), kind: PowerKind::Unprunable }],
            farmers: vec![cell(1, 2), cell(0, 3)],
        }
    }

    #[test]
    fn the_first_index_is_x_and_the_keys_are_in_order() {
        let states = States::new(["a", "b"], Rules::Official, Duration::from_millis(400));
        let text = states.write(&view(), &states.elapsed(3, SystemTime::UNIX_EPOCH));
        let expected = concat!(
            r#"{"type":1,"target":"ReceiveBotState","arguments":[{"directionState":4,"elapsedTime":"00:00:00.800","#,
            r#""gameTick":3,"powerUp":3,"superPowerUp":4,"leaderBoard":{"a":12,"b":0},"#,
            r#""botPostions":[{"x":1,"y":2},{"x":0,"y":3}],"#,
            r#""powerUpLocations":[{"location":{"x":0,"y":1},"type":2}],"#,
            r#""weeds":[[false,false,false],[false,false,false],[false,true,false]],"#,
            r#""heroWindow":[[255,1,254],[0,2,254],[4,3,254]],"x":1,"y":2,"#,
            r#""botPositions":[{"x":1,"y":2},{"x":0,"y":3}]}]}"#,
            "\u{1e}"
        );
        assert_eq!(text.as_str(), expected);
    }

    #[test]
    fn what_lies_outside_a_window_does_no_harm() {
        let states = States::new(["a"], Rules::Legacy, Duration::from_millis(1));
        let mut view = view();
        view.weeds = vec![cell(60, 60), cell(0, 0)];
        view.window = Window::from_codes(&[255; 4]).unwrap();
        let text = states.write(&view, &states.elapsed(1, SystemTime::UNIX_EPOCH));
        let state: Value = serde_json::from_str(text.trim_end_matches('\u{1e}')).unwrap();
        assert_eq!(state["arguments"][0]["elapsedTime"], "01/01/1970 00:00:00 +00:00");
        assert_eq!(state["arguments"][0]["leaderBoard"], json!({"a": 12}));
    }
}

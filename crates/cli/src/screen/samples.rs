//! Matches of every game, and pages without a terminal.

use super::paper::{Paper, Rect};
use super::pen::Pen;
use gridhaunt_arena::Match;
use gridhaunt_arena::company::Company;
use gridhaunt_arena::play::Arena;
use gridhaunt_arena::seating::seat_around;
use gridhaunt_draw::text::{Charset, Style};
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::face::{Face, Session};
use gridhaunt_kernel::fault::Verdict;
use gridhaunt_testing::{first_action, report, two_programs};
use serde_json::json;

pub(super) const ASCII: Pen = pen(Charset::Ascii, false);
pub(super) const COLORS: Pen = pen(Charset::Unicode, true);

const fn pen(charset: Charset, color: bool) -> Pen {
    Pen { style: Style { charset, color, width: None, height: None, alone: false } }
}

/// Usual sizes of windows, and some that are too small.
pub(super) fn sizes() -> impl Iterator<Item = (u16, u16)> {
    let columns = [0, 1, 2, 3, 7, 20, 21, 40, 64, 80, 100, 132, 200, 300];
    let rows = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 24, 40, 60, 100];
    columns.into_iter().flat_map(move |columns| rows.map(|rows| (columns, rows)))
}

/// A match of every game at its beginning, and its bots; `person` is a seat without a bot.
pub(super) fn begun(person: Option<Seat>) -> Vec<(&'static str, Match, Company)> {
    let registry = gridhaunt_serve::registry();
    let begin = |game: &dyn Face| {
        let opened = game.open(&json!({})).unwrap();
        let first = opened.begin(7).unwrap();
        let seats = seat_around(game, first.as_ref(), &[], person).unwrap();
        let arena =
            Arena { info: game.info(), opened: opened.as_ref(), seats: &seats, rotate: false, from: None, house: None };
        let one = arena.ready(7, first, false).filmed();
        let company = arena.company(7, person, one.session()).unwrap();
        (game.info().name, one, company)
    };
    registry.games().map(begin).collect()
}

/// A match of every game after so many steps of its bots.
pub(super) fn matches(steps: usize) -> Vec<(&'static str, Match)> {
    let play = |(name, mut game, mut bots): (&'static str, Match, Company)| {
        while game.steps() < steps && !game.session().phase().is_over() {
            bots.step(&mut game, None);
        }
        (name, game)
    };
    begun(None).into_iter().map(play).collect()
}

pub(super) fn names(session: &dyn Session) -> Vec<String> {
    (0..session.seats()).map(|seat| format!("role {seat}")).collect()
}

/// The text of a page of this size, line by line.
pub(super) fn shown(columns: u16, rows: u16, draw: impl FnOnce(Rect, &mut Paper)) -> Vec<String> {
    let mut page = Paper::new(columns, rows);
    draw(page.area(), &mut page);
    (0..rows).map(|row| page.row(row)).collect()
}

/// A match of PyRat between two programs: the first is late in step 4, and crashes in step 8. In every step each notes
/// where it is going.
pub(super) fn judged() -> Match {
    let session = gridhaunt_serve::registry().find("pyrat").unwrap().open(&json!({})).unwrap().begin(7).unwrap();
    let mut game = Match::new(session).judged(&two_programs()).unwrap().filmed();
    while !game.is_over() {
        game.play(|session, seat| {
            let verdict = match (session.steps() + 1, seat.0) {
                (4, 0) => Verdict::Late,
                (8, 0) => Verdict::Crashed,
                _ => Verdict::Ok,
            };
            let mark = json!({"cell": [9, 5], "colour": "sky", "text": "over \u{1b}[2Jthere"});
            let note = json!({"text": format!("thought of seat {seat}"), "marks": [mark]});
            first_action(session, seat, report(verdict, vec![note]))
        });
    }
    game
}

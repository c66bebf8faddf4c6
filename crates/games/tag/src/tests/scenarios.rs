//! Scenarios: a picture before, what was chosen, a picture after. Those of section 15 stand as the specification draws
//! them; the name of each other one is the rule it holds.

use super::matches::{self, Picture, spoken, with};
use crate::drawing::headline;
use crate::state::State;
use crate::{Tag, World};
use gridhaunt_kernel::json::Value;
use gridhaunt_kernel::{Game, Wire};
use serde_json::json;
use std::string::{String, ToString};
use std::vec::Vec;

/// The boards of section 15, as they are drawn there.
pub(super) const BOARDS: &str = "
  T01 before after       T02 before after       T03 before after       T04 before after       T06 before after       T07 before after
3 ...A.B...  ....AB...   ...A.B...  ...AB....   ...AB....  ...AB....   ..ABC....  ...ABC...   ...AB....  ...AB....   ..CB.A...  ..CBA....
4 .........  .........   .........  .........   .........  .........   .........  .........   ...C.....  ...C.....   .........  .........
8 a.......>  a.......>   a.......>  a.......>   a.......>  a.......>   a.......>  a.......>   a.......>  a.......>   a.......>  a.......>

  T10 before after       T11 before after       T12 before after       T13 before after       T16 before after       T27 before after
0 .........  .........   B.......>  B.......>   B.......b  B.......b   A........  A........   A........  A........   B.......>  B.......>
3 ...A.....  .........   ...a.....  .........   ...a.....  .........   .........  .........   .........  .........   ...a.....  ...A.....
4 ....a....  ....A....   ....A....  ....A....   ....A....  ....A....   B........  B........   B........  B........   ....A....  ....>....
5 .....B...  .....B...   .........  .........   .........  .........   .........  .........   .........  .........   .....b...  .........
7 .........  .........   .........  .........   .........  .........   .......a.  .........   .......b.  .........   .........  .........
8 b.......>  b.......>   .........  .........   ........>  ........>   .......b>  .......b>   ....a...>  ........>   .........  .........
";

/// The rows of a scenario of section 15, before and after, with their y.
pub(super) fn boards(id: &str) -> [Vec<(u16, &'static str)>; 2] {
    let mut found = [Vec::new(), Vec::new()];
    let mut column = None;
    for line in BOARDS.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first() {
            None => column = None,
            Some(first) if first.starts_with('T') => column = words.iter().position(|word| *word == id),
            Some(y) => {
                // A title is three words wide, `T01 before after`; a row has its y and then two words for each.
                let Some(column) = column.map(|title| 1 + title / 3 * 2) else { continue };
                let y = y.parse().expect("a row begins with its y");
                found[0].push((y, words[column]));
                found[1].push((y, words[column + 1]));
            }
        }
    }
    assert!(!found[0].is_empty(), "{id} is not drawn");
    found
}

/// A board as R47 prints it, empty where no row is drawn.
fn printed(width: usize, height: u16, rows: &[(u16, &str)]) -> String {
    let row =
        |y: u16| rows.iter().find(|(at, _)| *at == y).map_or_else(|| ".".repeat(width), |(_, row)| row.to_string());
    (0..height).map(|y| row(y) + "\n").collect()
}

fn board(world: &World, state: &State<8>) -> String {
    let text = Tag::<8>::drawing(world, state);
    text.split_once('\n').map(|(_, board)| board.to_string()).expect("a line stands above the board")
}

/// What the log tells besides moves that were made and checks that passed.
fn told(world: &World, state: &mut State<8>, choices: &str) -> Vec<String> {
    let before = *state;
    let events = matches::step(world, state, &spoken(world, choices));
    let moves_or_checks = |line: &String| {
        line.starts_with("check: ")
            || line.split(' ').nth(1).is_some_and(|word| {
                word.starts_with('(') && !line.contains(" refused: ") && !line.ends_with(" no choice")
            })
    };
    let mut lines = Tag::<8>::log(world, &before, &events);
    lines.retain(|line| !moves_or_checks(line));
    lines
}

/// `(id, settings, start, play, what is told, the line above the board)`.
type Row = (&'static str, Value, Value, &'static [&'static str], &'static [&'static str], &'static str);

fn rows() -> Vec<Row> {
    let plain = || json!({"exits": [[8, 8]]});
    let two = || json!({"exits": [[4, 4], [8, 0]]});
    let quiet = "round 1/100, in 1, escaped 0, captured 0";
    Vec::from([
        ("T01", plain(), json!({}), &["A E, B W"][..], &["B (5,3) W refused: contested"][..], quiet),
        ("T02", plain(), json!({}), &["A E bid 10, B W bid 20"], &["A (3,3) E refused: contested"], quiet),
        ("T03", plain(), json!({}), &["A E, B W"], &["A (3,3) E refused: swap", "B (4,3) W refused: swap"], quiet),
        ("T04", plain(), json!({}), &["A E, B E, C E"], &[], quiet),
        (
            "T06",
            plain(),
            json!({}),
            &["A E, B SW, C N"],
            &["A (3,3) E refused: cycle", "B (4,3) SW refused: cycle", "C (3,4) N refused: cycle"],
            quiet,
        ),
        (
            "T07",
            plain(),
            json!({}),
            &["A W, B E, C E"],
            &["B (3,3) E refused: contested", "C (2,3) E refused: blocked"],
            quiet,
        ),
        (
            "T10",
            plain(),
            json!({}),
            &["A SE, B NW"],
            &["B (5,5) NW refused: contested", "A enters a at (4,4): captured; escaped 0, captured 1"],
            "round 1/100, in 1, escaped 0, captured 1",
        ),
        (
            "T11",
            two(),
            json!({"phase": "survivor"}),
            &["a SE"],
            &[
                "a escapes at (4,4); escaped 1, captured 0",
                "survivors win in round 1 (board_empty); escaped 1, captured 0, stranded 0",
            ],
            "round 1/100, in 0, escaped 1, captured 0, stranded 0, survivors win",
        ),
        (
            "T12",
            plain(),
            json!({"phase": "survivor"}),
            &["a SE, b stay"],
            &["a enters A at (4,4): captured; escaped 0, captured 1"],
            "round 2/100, in 1, escaped 0, captured 1",
        ),
        (
            "T13",
            plain(),
            json!({"phase": "survivor"}),
            &["a SE, b E"],
            &["b (7,8) E refused: contested", "a escapes at (8,8); escaped 1, captured 0"],
            "round 2/100, in 1, escaped 1, captured 0",
        ),
        (
            "T16",
            plain(),
            json!({"round": 100}),
            &["A stay, B stay", "a E, b SE"],
            &[
                "b escapes at (8,8); escaped 1, captured 0",
                "a stranded at (5,8)",
                "killers win in round 100 (time_limit); escaped 1, captured 0, stranded 1",
            ],
            "round 100/100, in 0, escaped 1, captured 0, stranded 1, killers win",
        ),
        (
            "T27",
            two(),
            json!({}),
            &["A NW, B stay", "b NW"],
            &[
                "A enters a at (3,3): captured; escaped 0, captured 1",
                "b escapes at (4,4); escaped 1, captured 1",
                "killers win in round 1 (board_empty); escaped 1, captured 1, stranded 0",
            ],
            "round 1/100, in 0, escaped 1, captured 1, stranded 0, killers win",
        ),
    ])
}

#[test]
fn the_scenarios_of_section_15_play_as_drawn() {
    for (id, settings, start, play, tells, above) in rows() {
        let [before, after] = boards(id);
        let picture = Picture::of(before.iter().copied());
        let start = with(start, json!({"killers": picture.killers, "survivors": picture.survivors}));
        let (world, mut state) =
            matches::game::<8>(&with(settings, json!({"width": 9, "height": 9, "start": start})), 0);
        assert!(picture.exits.iter().all(|exit| world.exits.contains(exit)), "{id}: the exits drawn");
        assert_eq!(board(&world, &state), printed(9, 9, &before), "{id}: the board before");
        let lines: Vec<String> = play.iter().flat_map(|choices| told(&world, &mut state, choices)).collect();
        assert_eq!(board(&world, &state), printed(9, 9, &after), "{id}: the board after");
        assert_eq!(lines, tells, "{id}: what is told");
        assert_eq!(headline(&world, &state), above, "{id}: rounds and scores");
    }
}

#[test]
fn a_resumed_scenario_goes_on_as_if_never_left() {
    for (id, settings, start, play, _, above) in rows() {
        let [before, _] = boards(id);
        let picture = Picture::of(before);
        let start = with(start, json!({"killers": picture.killers, "survivors": picture.survivors}));
        let (world, mut state) =
            matches::game::<8>(&with(settings, json!({"width": 9, "height": 9, "start": start})), 0);
        for choices in play {
            let document = serde_json::to_value(Tag::<8>::write_state(&world, &state)).expect("JSON");
            state = Tag::<8>::read_state(&world, &document).expect("its own state");
            told(&world, &mut state, choices);
        }
        assert_eq!(headline(&world, &state), above, "{id}");
    }
}

/// A picture before, what was chosen phase by phase, a picture after, and what the log tells besides plain moves.
struct Scenario {
    before: &'static str,
    settings: Value,
    start: Value,
    play: &'static [&'static str],
    after: &'static str,
    tells: &'static [&'static str],
    above: &'static str,
}

fn drawn(text: &'static str) -> Vec<(u16, &'static str)> {
    (0u16..).zip(text.lines().map(str::trim).filter(|line| !line.is_empty())).collect()
}

impl Scenario {
    fn new(
        before: &'static str,
        play: &'static [&'static str],
        after: &'static str,
        tells: &'static [&'static str],
    ) -> Self {
        Self { before, settings: json!({}), start: json!({}), play, after, tells, above: "" }
    }

    fn settings(self, settings: Value) -> Self {
        Self { settings, ..self }
    }

    fn start(self, start: Value) -> Self {
        Self { start, ..self }
    }

    fn above(self, above: &'static str) -> Self {
        Self { above, ..self }
    }

    fn begin(&self) -> (World, State<8>) {
        let rows = drawn(self.before);
        let picture = Picture::of(rows.iter().copied());
        let phase = match self.play[0].chars().next() {
            Some('a'..='p') => "survivor",
            _ => "killer",
        };
        let start = json!({"phase": phase, "killers": picture.killers, "survivors": picture.survivors});
        let size = json!({"width": rows[0].1.len(), "height": rows.len(), "exits": picture.exits});
        let start = json!({"start": with(start, self.start.clone())});
        matches::game(&with(with(size, self.settings.clone()), start), 0)
    }

    fn play(&self) {
        let (world, mut state) = self.begin();
        let lines: Vec<String> = self.play.iter().flat_map(|choices| told(&world, &mut state, choices)).collect();
        let rows = drawn(self.after);
        assert_eq!(board(&world, &state), printed(rows[0].1.len(), rows.len() as u16, &rows), "the board after");
        assert_eq!(lines, self.tells, "what is told");
        if !self.above.is_empty() {
            assert_eq!(headline(&world, &state), self.above, "rounds and scores");
        }
    }
}

macro_rules! scenario {
    (
        $name:ident,
        before: $before:literal,
        $(settings: $settings:tt,)?
        $(start: $start:tt,)?
        play: $play:expr,
        after: $after:literal,
        tells: $tells:expr,
        $(above: $above:literal,)?
    ) => {
        #[test]
        fn $name() {
            Scenario::new($before, &$play, $after, &$tells)
                $(.settings(json!($settings)))?
                $(.start(json!($start)))?
                $(.above($above))?
                .play();
        }
    };
}

// R2, R15: what is allowed.

scenario! {
    each_of_the_eight_steps_goes_where_it_is_named,
    before: "
        .........
        .A.B.C.D.
        .........
        .E.F.G.H.
        .........
        a.......>
    ",
    play: ["A N, B NE, C E, D SE, E S, F SW, G W, H NW"],
    after: "
        .A..B....
        ......C..
        ......H.D
        ....G....
        .EF......
        a.......>
    ",
    tells: [],
}

scenario! {
    paths_may_cross_on_a_diagonal,
    before: "
        AB..
        ....
        a..>
    ",
    play: ["A SE, B SW"],
    after: "
        ....
        BA..
        a..>
    ",
    tells: [],
}

scenario! {
    a_train_of_any_length_moves_round_a_corner,
    before: "
        BCD..
        A....
        a...>
    ",
    play: ["A N, B E, C E, D SE"],
    after: "
        ABC..
        ...D.
        a...>
    ",
    tells: [],
}

scenario! {
    one_may_follow_onto_a_cell_left_on_a_diagonal,
    before: "
        .A...
        B....
        a...>
    ",
    play: ["A SE, B NE"],
    after: "
        .B...
        ..A..
        a...>
    ",
    tells: [],
}

scenario! {
    survivors_follow_each_other_too,
    before: "
        abc.>
        .....
        A....
    ",
    play: ["a E, b E, c E"],
    after: "
        .abc>
        .....
        A....
    ",
    tells: [],
    above: "round 2/100, in 3, escaped 0, captured 0",
}

// R16: bounds and barred cells.

scenario! {
    nobody_leaves_the_board,
    before: "
        A.B.C
        D...E
        F.G.H
        ..>a.
    ",
    settings: {"exits": [[2, 3]]},
    play: ["A N, B NW, C E, D W, E NE, F SW, G stay, H SE"],
    after: "
        A.B.C
        D...E
        F.G.H
        ..>a.
    ",
    tells: [
        "A (0,0) N refused: out_of_bounds",
        "B (2,0) NW refused: out_of_bounds",
        "C (4,0) E refused: out_of_bounds",
        "D (0,1) W refused: out_of_bounds",
        "E (4,1) NE refused: out_of_bounds",
        "F (0,2) SW refused: out_of_bounds",
        "H (4,2) SE refused: out_of_bounds",
    ],
}

scenario! {
    who_cannot_leave_the_board_blocks_who_follows,
    before: "
        ABC.
        ....
        a..>
    ",
    play: ["A W, B W, C W"],
    after: "
        ABC.
        ....
        a..>
    ",
    tells: ["A (0,0) W refused: out_of_bounds", "B (1,0) W refused: blocked", "C (2,0) W refused: blocked"],
}

scenario! {
    a_wish_off_the_board_makes_no_swap,
    before: "
        BA..
        ....
        a..>
    ",
    play: ["A W, B NW"],
    after: "
        BA..
        ....
        a..>
    ",
    tells: ["A (1,0) W refused: blocked", "B (0,0) NW refused: out_of_bounds"],
}

scenario! {
    killers_may_enter_exits,
    before: "
        .A>
        ...
        a..
    ",
    play: ["A E"],
    after: "
        ..A
        ...
        a..
    ",
    tells: [],
}

scenario! {
    killers_may_be_barred_from_exits,
    before: "
        BA>
        ..C
        a..
    ",
    settings: {"killers_on_exits": "forbid"},
    play: ["A E, B E, C N"],
    after: "
        BA>
        ..C
        a..
    ",
    tells: [
        "A (1,0) E refused: forbidden_cell",
        "B (0,0) E refused: blocked",
        "C (2,1) N refused: forbidden_cell",
    ],
}

scenario! {
    a_bar_does_not_stop_survivors,
    before: "
        .a>
        ..b
        A..
    ",
    settings: {"killers_on_exits": "forbid"},
    play: ["a E, b W"],
    after: "
        ..>
        .b.
        A..
    ",
    tells: ["a escapes at (2,0); escaped 1, captured 0"],
}

scenario! {
    a_bar_leaves_a_lone_killer_free_elsewhere,
    before: "
        A.>
        ...
        ..a
    ",
    settings: {"killers_on_exits": "forbid"},
    play: ["A SE"],
    after: "
        ..>
        .A.
        ..a
    ",
    tells: [],
}

// R16 with `follow = forbid`.

scenario! {
    without_following_only_the_first_of_a_train_moves,
    before: "
        ABC..
        .....
        a...>
    ",
    settings: {"follow": "forbid"},
    play: ["A E, B E, C E"],
    after: "
        AB.C.
        .....
        a...>
    ",
    tells: ["A (0,0) E refused: blocked", "B (1,0) E refused: blocked"],
}

scenario! {
    without_following_a_swap_is_still_called_one,
    before: "
        AB...
        .....
        a...>
    ",
    settings: {"follow": "forbid"},
    play: ["A E, B W"],
    after: "
        AB...
        .....
        a...>
    ",
    tells: ["A (0,0) E refused: swap", "B (1,0) W refused: swap"],
}

scenario! {
    without_following_who_wants_a_swappers_cell_is_blocked,
    before: "
        ABC..
        .....
        a...>
    ",
    settings: {"follow": "forbid"},
    play: ["A E, B W, C W"],
    after: "
        ABC..
        .....
        a...>
    ",
    tells: ["A (0,0) E refused: swap", "B (1,0) W refused: swap", "C (2,0) W refused: blocked"],
}

scenario! {
    without_following_a_ring_is_blocked_even_if_rings_may_turn,
    before: "
        AB...
        C....
        a...>
    ",
    settings: {"follow": "forbid", "cycle": "allow"},
    play: ["A E, B SW, C N"],
    after: "
        AB...
        C....
        a...>
    ",
    tells: ["A (0,0) E refused: blocked", "B (1,0) SW refused: blocked", "C (0,1) N refused: blocked"],
}

scenario! {
    without_following_rivals_for_a_cell_being_left_are_blocked_not_contested,
    before: "
        ABC..
        .....
        a...>
    ",
    settings: {"follow": "forbid"},
    play: ["A E, B S, C W"],
    after: "
        A.C..
        .B...
        a...>
    ",
    tells: ["A (0,0) E refused: blocked", "C (2,0) W refused: blocked"],
}

scenario! {
    without_following_the_bounds_come_first,
    before: "
        .BA>
        ....
        a...
    ",
    settings: {"follow": "forbid", "killers_on_exits": "forbid"},
    play: ["A E, B E"],
    after: "
        .BA>
        ....
        a...
    ",
    tells: ["A (2,0) E refused: forbidden_cell", "B (1,0) E refused: blocked"],
}

scenario! {
    without_following_free_cells_are_contested_as_ever,
    before: "
        A.B..
        .....
        a...>
    ",
    settings: {"follow": "forbid"},
    play: ["A E, B W bid 1"],
    after: "
        AB...
        .....
        a...>
    ",
    tells: ["A (0,0) E refused: contested"],
}

// R17: swaps.

scenario! {
    two_cannot_swap_on_a_diagonal,
    before: "
        A...
        .B..
        a..>
    ",
    play: ["A SE, B NW"],
    after: "
        A...
        .B..
        a..>
    ",
    tells: ["A (0,0) SE refused: swap", "B (1,1) NW refused: swap"],
}

scenario! {
    who_follows_a_swapper_is_blocked_and_bids_do_not_help,
    before: "
        CAB.
        ....
        a..>
    ",
    play: ["A E bid 9, B W, C E bid 99"],
    after: "
        CAB.
        ....
        a..>
    ",
    tells: ["A (1,0) E refused: swap", "B (2,0) W refused: swap", "C (0,0) E refused: blocked"],
}

scenario! {
    two_pairs_swap_apart,
    before: "
        AB.CD
        .....
        a...>
    ",
    play: ["A E, B W, C E, D W"],
    after: "
        AB.CD
        .....
        a...>
    ",
    tells: [
        "A (0,0) E refused: swap",
        "B (1,0) W refused: swap",
        "C (3,0) E refused: swap",
        "D (4,0) W refused: swap",
    ],
}

scenario! {
    survivors_swap_neither,
    before: "
        ab..
        ...A
        ...>
    ",
    play: ["a E, b W"],
    after: "
        ab..
        ...A
        ...>
    ",
    tells: ["a (0,0) E refused: swap", "b (1,0) W refused: swap"],
}

scenario! {
    a_killer_and_a_survivor_cannot_pass_through_each_other,
    before: "
        Aa..
        ....
        ...>
    ",
    play: ["A E"],
    after: "
        .A..
        ....
        ...>
    ",
    tells: [
        "A enters a at (1,0): captured; escaped 0, captured 1",
        "killers win in round 1 (board_empty); escaped 0, captured 1, stranded 0",
    ],
}

// R18: rings.

scenario! {
    a_ring_of_four_stays_as_a_whole,
    before: "
        AB..
        DC..
        a..>
    ",
    play: ["A E, B S, C W, D N"],
    after: "
        AB..
        DC..
        a..>
    ",
    tells: [
        "A (0,0) E refused: cycle",
        "B (1,0) S refused: cycle",
        "C (1,1) W refused: cycle",
        "D (0,1) N refused: cycle",
    ],
}

scenario! {
    a_ring_of_four_may_be_allowed_to_turn,
    before: "
        AB..
        DC..
        a..>
    ",
    settings: {"cycle": "allow"},
    play: ["A E, B S, C W, D N"],
    after: "
        DA..
        CB..
        a..>
    ",
    tells: [],
}

scenario! {
    who_follows_a_ring_that_stays_is_blocked,
    before: "
        AB.D
        .C..
        a..>
    ",
    play: ["A E, B S, C NW, D W"],
    after: "
        ABD.
        .C..
        a..>
    ",
    tells: ["A (0,0) E refused: cycle", "B (1,0) S refused: cycle", "C (1,1) NW refused: cycle"],
}

scenario! {
    who_wants_a_cell_of_a_ring_that_stays_is_blocked,
    before: "
        ABD.
        .C..
        a..>
    ",
    play: ["A E, B S, C NW, D W bid 5"],
    after: "
        ABD.
        .C..
        a..>
    ",
    tells: [
        "A (0,0) E refused: cycle",
        "B (1,0) S refused: cycle",
        "C (1,1) NW refused: cycle",
        "D (2,0) W refused: blocked",
    ],
}

scenario! {
    who_turns_goes_first_whatever_others_bid,
    before: "
        DBA.
        ..C.
        a..>
    ",
    settings: {"cycle": "allow"},
    play: ["A S bid -9, B E bid -9, C NW bid -9, D E bid 99"],
    after: "
        DCB.
        ..A.
        a..>
    ",
    tells: ["D (0,0) E refused: contested"],
}

scenario! {
    exchanging_two_is_no_ring_that_may_turn,
    before: "
        AB..
        ....
        a..>
    ",
    settings: {"cycle": "allow"},
    play: ["A E, B W"],
    after: "
        AB..
        ....
        a..>
    ",
    tells: ["A (0,0) E refused: swap", "B (1,0) W refused: swap"],
}

scenario! {
    survivors_in_a_ring_stay_too,
    before: "
        ab...
        c....
        A...>
    ",
    play: ["a E, b SW, c N"],
    after: "
        ab...
        c....
        A...>
    ",
    tells: ["a (0,0) E refused: cycle", "b (1,0) SW refused: cycle", "c (0,1) N refused: cycle"],
}

// R19: contests.

scenario! {
    of_three_the_highest_bid_enters,
    before: "
        A.B
        .C.
        a.>
    ",
    play: ["A E bid -5, B W bid -3, C N bid -4"],
    after: "
        AB.
        .C.
        a.>
    ",
    tells: ["A (0,0) E refused: contested", "C (1,1) N refused: contested"],
}

scenario! {
    of_equal_bids_the_lower_id_enters,
    before: "
        C.B
        .A.
        a.>
    ",
    play: ["B W bid 7, C E bid 7, A stay bid 99"],
    after: "
        CB.
        .A.
        a.>
    ",
    tells: ["C (0,0) E refused: contested"],
}

scenario! {
    a_bid_may_be_as_low_as_it_gets_and_no_bid_is_zero,
    before: "
        A.B..
        .....
        a...>
    ",
    play: ["A E bid -2147483648, B W"],
    after: "
        AB...
        .....
        a...>
    ",
    tells: ["A (0,0) E refused: contested"],
}

scenario! {
    the_highest_bid_beats_the_lowest,
    before: "
        A.B..
        .....
        a...>
    ",
    play: ["A E bid -2147483648, B W bid 2147483647"],
    after: "
        AB...
        .....
        a...>
    ",
    tells: ["A (0,0) E refused: contested"],
}

scenario! {
    by_id_bids_count_nothing,
    before: "
        A.B..
        .....
        a...>
    ",
    settings: {"priority": "id"},
    play: ["A E bid -9, B W bid 9"],
    after: "
        .AB..
        .....
        a...>
    ",
    tells: ["B (2,0) W refused: contested"],
}

scenario! {
    by_distance_the_killer_nearer_to_any_survivor_enters_seen_or_not,
    before: "
        A.B.......a
        ...........
        ..........>
    ",
    settings: {"priority": "distance", "killer_sight": 0},
    play: ["A E bid 9, B W"],
    after: "
        AB........a
        ...........
        ..........>
    ",
    tells: ["A (0,0) E refused: contested"],
}

scenario! {
    by_distance_equals_go_by_id,
    before: "
        A.B..
        .....
        .a..>
    ",
    settings: {"priority": "distance"},
    play: ["A E, B W bid 9"],
    after: "
        .AB..
        .....
        .a..>
    ",
    tells: ["B (2,0) W refused: contested"],
}

scenario! {
    by_distance_only_survivors_on_the_board_count,
    before: "
        A.B.......b
        ...........
        ..........>
    ",
    settings: {"priority": "distance"},
    start: {"captured": [0]},
    play: ["A E, B W"],
    after: "
        AB........b
        ...........
        ..........>
    ",
    tells: ["A (0,0) E refused: contested"],
}

scenario! {
    by_distance_the_survivor_nearer_to_an_exit_enters,
    before: "
        a.b..>
        ......
        A.....
    ",
    settings: {"priority": "distance"},
    play: ["a E bid 9, b W"],
    after: "
        ab...>
        ......
        A.....
    ",
    tells: ["a (0,0) E refused: contested"],
}

scenario! {
    by_distance_the_nearest_of_several_exits_counts,
    before: "
        >..a.b....>
        ...........
        A..........
    ",
    settings: {"priority": "distance"},
    play: ["a E, b W bid 9"],
    after: "
        >...ab....>
        ...........
        A..........
    ",
    tells: ["b (5,0) W refused: contested"],
}

scenario! {
    the_winner_of_a_contest_for_a_taken_cell_is_blocked_and_the_loser_contested,
    before: "
        ABC..
        .....
        a...>
    ",
    play: ["A E, B stay, C W bid 1"],
    after: "
        ABC..
        .....
        a...>
    ",
    tells: ["A (0,0) E refused: contested", "C (2,0) W refused: blocked"],
}

scenario! {
    the_winner_of_a_contest_follows_who_leaves,
    before: "
        ABC..
        .....
        a...>
    ",
    play: ["A E, B S, C W bid 1"],
    after: "
        AC...
        .B...
        a...>
    ",
    tells: ["A (0,0) E refused: contested"],
}

scenario! {
    who_stays_keeps_its_cell_whatever_others_bid,
    before: "
        AB...
        .....
        a...>
    ",
    play: ["A stay bid -7, B W bid 1000"],
    after: "
        AB...
        .....
        a...>
    ",
    tells: ["B (1,0) W refused: blocked"],
}

scenario! {
    many_survivors_may_use_an_exit_at_once,
    before: "
        .a.
        b>c
        A..
    ",
    settings: {"multi_escape": true},
    play: ["a S, b E, c W"],
    after: "
        ...
        .>.
        A..
    ",
    tells: [
        "a escapes at (1,1); escaped 1, captured 0",
        "b escapes at (1,1); escaped 2, captured 0",
        "c escapes at (1,1); escaped 3, captured 0",
        "survivors win in round 1 (board_empty); escaped 3, captured 0, stranded 0",
    ],
}

scenario! {
    one_survivor_an_exit_and_phase_unless_many_may,
    before: "
        .a.
        b>c
        A..
    ",
    play: ["a S, b E, c W bid 1"],
    after: "
        .a.
        b>.
        A..
    ",
    tells: [
        "a (1,0) S refused: contested",
        "b (0,1) E refused: contested",
        "c escapes at (1,1); escaped 1, captured 0",
    ],
}

scenario! {
    two_exits_let_two_out,
    before: "
        .a>
        b..
        >.A
    ",
    play: ["a E, b S"],
    after: "
        ..>
        ...
        >.A
    ",
    tells: [
        "a escapes at (2,0); escaped 1, captured 0",
        "b escapes at (0,2); escaped 2, captured 0",
        "survivors win in round 1 (board_empty); escaped 2, captured 0, stranded 0",
    ],
}

scenario! {
    where_many_may_escape_other_cells_are_contested_still,
    before: "
        a.b.
        ...A
        ...>
    ",
    settings: {"multi_escape": true},
    play: ["a E, b W"],
    after: "
        .ab.
        ...A
        ...>
    ",
    tells: ["b (2,0) W refused: contested"],
}

scenario! {
    where_many_may_escape_killers_contest_the_exit_still,
    before: "
        A>B.
        ....
        a...
    ",
    settings: {"multi_escape": true},
    play: ["A E, B W"],
    after: "
        .AB.
        ....
        a...
    ",
    tells: ["B (2,0) W refused: contested"],
}

// R20: blocking.

scenario! {
    a_loser_stops_the_whole_train_behind_it,
    before: "
        EDCB.A
        ......
        a....>
    ",
    play: ["A W bid 1, B E, C E, D E, E E"],
    after: "
        EDCBA.
        ......
        a....>
    ",
    tells: [
        "B (3,0) E refused: contested",
        "C (2,0) E refused: blocked",
        "D (1,0) E refused: blocked",
        "E (0,0) E refused: blocked",
    ],
}

scenario! {
    a_blocked_winner_leaves_the_cell_to_nobody,
    before: "
        A.C
        .B.
        a.>
    ",
    play: ["A SE bid 5, B stay, C SW bid 3"],
    after: "
        A.C
        .B.
        a.>
    ",
    tells: ["A (0,0) SE refused: blocked", "C (2,0) SW refused: contested"],
}

// R14: seats without a choice, and choices that do not count.

scenario! {
    who_makes_no_choice_stays_and_blocks,
    before: "
        CAB.
        ....
        a..>
    ",
    play: ["A E, C E"],
    after: "
        CAB.
        ....
        a..>
    ",
    tells: ["B (2,0) no choice", "A (1,0) E refused: blocked", "C (0,0) E refused: blocked"],
}

scenario! {
    nobody_chooses_and_everybody_stays,
    before: "
        AB..
        ....
        a..>
    ",
    play: ["", ""],
    after: "
        AB..
        ....
        a..>
    ",
    tells: ["A (0,0) no choice", "B (1,0) no choice", "a (0,2) no choice"],
    above: "round 2/100, in 1, escaped 0, captured 0",
}

scenario! {
    choices_of_the_other_side_are_ignored,
    before: "
        A...
        ....
        a..>
    ",
    play: ["A E, a E", "a N, A E"],
    after: "
        .A..
        a...
        ...>
    ",
    tells: [],
}

scenario! {
    choices_of_who_is_gone_are_ignored,
    before: "
        A...
        ....
        .b.>
    ",
    start: {"escaped": [0], "phase": "survivor"},
    play: ["b E, a E"],
    after: "
        A...
        ....
        ..b>
    ",
    tells: [],
}

scenario! {
    of_two_choices_the_first_counts_with_its_bid,
    before: "
        A.B..
        .....
        a...>
    ",
    play: ["A E bid 1, B W bid 2, A S bid 50, B E bid 0"],
    after: "
        AB...
        .....
        a...>
    ",
    tells: ["A (0,0) E refused: contested"],
}

scenario! {
    the_order_of_choices_has_no_effect,
    before: "
        A.B..
        .....
        a...>
    ",
    play: ["B W, A E"],
    after: "
        .AB..
        .....
        a...>
    ",
    tells: ["B (2,0) W refused: contested"],
}

// R22 to R25: captures and escapes.

scenario! {
    killers_capture_by_their_own_ids,
    before: "
        aB..
        ....
        bA.>
    ",
    play: ["A W, B W"],
    after: "
        B...
        ....
        A..>
    ",
    tells: [
        "A enters b at (0,2): captured; escaped 0, captured 1",
        "B enters a at (0,0): captured; escaped 0, captured 2",
        "killers win in round 1 (board_empty); escaped 0, captured 2, stranded 0",
    ],
}

scenario! {
    survivors_are_captured_by_their_own_ids,
    before: "
        aB..
        ....
        bA.c
        ...>
    ",
    play: ["a E, b E, c W"],
    after: "
        .B..
        ....
        .Ac.
        ...>
    ",
    tells: [
        "a enters B at (1,0): captured; escaped 0, captured 1",
        "b enters A at (1,2): captured; escaped 0, captured 2",
    ],
    above: "round 2/100, in 1, escaped 0, captured 2",
}

scenario! {
    to_stand_beside_a_killer_is_no_capture,
    before: "
        Aa..
        ....
        ...>
    ",
    play: ["A stay", "a stay"],
    after: "
        Aa..
        ....
        ...>
    ",
    tells: [],
    above: "round 2/100, in 1, escaped 0, captured 0",
}

scenario! {
    a_refused_killer_captures_nobody,
    before: "
        ABa.
        ....
        ...>
    ",
    play: ["A E, B stay"],
    after: "
        ABa.
        ....
        ...>
    ",
    tells: ["A (0,0) E refused: blocked"],
}

scenario! {
    a_survivor_may_enter_the_cell_another_leaves_to_be_caught,
    before: "
        baA.
        ....
        ...>
    ",
    play: ["a E, b E"],
    after: "
        .bA.
        ....
        ...>
    ",
    tells: ["a enters A at (2,0): captured; escaped 0, captured 1"],
}

scenario! {
    only_one_of_two_survivors_walks_into_a_killer,
    before: "
        aAb.
        ....
        ...>
    ",
    play: ["a E, b W"],
    after: "
        .Ab.
        ....
        ...>
    ",
    tells: ["b (2,0) W refused: contested", "a enters A at (1,0): captured; escaped 0, captured 1"],
}

scenario! {
    escapes_come_before_captures,
    before: "
        a.Bb
        >..c
        ....
    ",
    settings: {"exits": [[0, 1], [2, 0]]},
    start: {"killers": {"0": [0, 1], "1": [2, 1]}},
    play: ["a S, b SW, c NW"],
    after: "
        ..>.
        A.B.
        ....
    ",
    tells: [
        "a escapes at (0,1); escaped 1, captured 0",
        "c escapes at (2,0); escaped 2, captured 0",
        "b enters B at (2,1): captured; escaped 2, captured 1",
        "killers win in round 1 (board_empty); escaped 2, captured 1, stranded 0",
    ],
}

scenario! {
    a_killer_on_an_exit_stays_there_when_one_escapes_from_under_it,
    before: "
        aA.
        ..b
        ...
    ",
    settings: {"exits": [[1, 0]]},
    play: ["a E, b W", "A stay", "b N"],
    after: "
        .A.
        ...
        ...
    ",
    tells: [
        "a escapes at (1,0); escaped 1, captured 0",
        "b escapes at (1,0); escaped 2, captured 0",
        "survivors win in round 2 (board_empty); escaped 2, captured 0, stranded 0",
    ],
}

// R26 to R28: ends and winners.

scenario! {
    the_match_ends_at_once_when_the_last_is_caught,
    before: "
        .A..
        .a..
        ...>
    ",
    start: {"escaped": [1], "round": 7},
    play: ["A S", "a E"],
    after: "
        ....
        .A..
        ...>
    ",
    tells: [
        "A enters a at (1,1): captured; escaped 1, captured 1",
        "killers win in round 7 (board_empty); escaped 1, captured 1, stranded 0",
    ],
    above: "round 7/100, in 0, escaped 1, captured 1, stranded 0, killers win",
}

scenario! {
    the_killer_phase_of_the_last_round_is_not_the_end,
    before: "
        A...
        ....
        a..>
    ",
    settings: {"max_rounds": 1},
    play: ["A E"],
    after: "
        .A..
        ....
        a..>
    ",
    tells: [],
    above: "round 1/1, in 1, escaped 0, captured 0",
}

scenario! {
    who_is_in_after_the_last_round_is_stranded,
    before: "
        A.c.
        ....
        ab.>
    ",
    settings: {"max_rounds": 2},
    start: {"round": 2},
    play: ["a stay, b E, c stay"],
    after: "
        A...
        ....
        ...>
    ",
    tells: [
        "a stranded at (0,2)",
        "b stranded at (2,2)",
        "c stranded at (2,0)",
        "killers win in round 2 (time_limit); escaped 0, captured 0, stranded 3",
    ],
    above: "round 2/2, in 0, escaped 0, captured 0, stranded 3, killers win",
}

scenario! {
    an_empty_board_after_the_last_round_is_no_time_limit,
    before: "
        A...
        ....
        ..a>
    ",
    settings: {"max_rounds": 1},
    play: ["a E"],
    after: "
        A...
        ....
        ...>
    ",
    tells: [
        "a escapes at (3,2); escaped 1, captured 0",
        "survivors win in round 1 (board_empty); escaped 1, captured 0, stranded 0",
    ],
}

scenario! {
    by_score_more_escaped_than_not_wins,
    before: "
        A...
        ....
        ..a>
    ",
    settings: {"win_rule": "score"},
    start: {"escaped": [1], "captured": [2]},
    play: ["a E"],
    after: "
        A...
        ....
        ...>
    ",
    tells: [
        "a escapes at (3,2); escaped 2, captured 1",
        "survivors win in round 1 (board_empty); escaped 2, captured 1, stranded 0",
    ],
}

scenario! {
    by_score_as_many_escaped_as_not_is_a_draw_and_the_stranded_count_as_not,
    before: "
        A...
        ....
        b.a>
    ",
    settings: {"win_rule": "score", "max_rounds": 1},
    play: ["a E, b N"],
    after: "
        A...
        ....
        ...>
    ",
    tells: [
        "a escapes at (3,2); escaped 1, captured 0",
        "b stranded at (0,1)",
        "draw in round 1 (time_limit); escaped 1, captured 0, stranded 1",
    ],
    above: "round 1/1, in 0, escaped 1, captured 0, stranded 1, draw",
}

scenario! {
    by_score_fewer_escaped_than_not_loses,
    before: "
        A...
        ....
        b.a>
    ",
    settings: {"win_rule": "score", "max_rounds": 1},
    start: {"captured": [2]},
    play: ["a E, b N"],
    after: "
        A...
        ....
        ...>
    ",
    tells: [
        "a escapes at (3,2); escaped 1, captured 1",
        "b stranded at (0,1)",
        "killers win in round 1 (time_limit); escaped 1, captured 1, stranded 1",
    ],
}

#[test]
fn after_the_end_nothing_happens() {
    let before = "
        .A..
        .a..
        ...>
    ";
    let (world, mut state) = Scenario::new(before, &["A S"], "", &[]).begin();
    told(&world, &mut state, "A S");
    let over = state;
    assert!(Tag::<8>::phase(&world, &over).is_over());
    assert!(matches::step(&world, &mut state, &spoken(&world, "A N, a N")).is_empty());
    assert_eq!(state, over);
}

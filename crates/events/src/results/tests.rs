use super::*;
use crate::plan::{EventKind, Setup};
use crate::shape::{Place, Shape};
use gridhaunt_kernel::Seat;
use gridhaunt_store::{Block, BlockState, Entrant, EventId, MatchId, MatchRow, Times};

/// An event as the store would have it, made by hand.
pub(crate) struct Event {
    entrants: Vec<Entrant>,
    blocks: Vec<Block>,
    matches: Vec<MatchRow>,
    shape: Shape,
    card: Card,
}

impl Event {
    pub(crate) fn new(kind: &str, names: &[&str], places: &[&str], maps: &[&str]) -> Self {
        let entrant = |(number, name): (u32, &&str)| Entrant {
            number,
            name: (*name).into(),
            identity: format!("builtin {name} {{}}"),
            digest: None,
            options: "{}".into(),
            words: (*name).into(),
            joined_at_block: 0,
            benched: None,
        };
        let place = |(side, name): (u16, &&str)| Place { name: (*name).into(), side, seats: vec![Seat(side as u8)] };
        Self {
            entrants: (0..).zip(names).map(entrant).collect(),
            blocks: Vec::new(),
            matches: Vec::new(),
            shape: Shape {
                places: (0..).zip(places).map(place).collect(),
                like: true,
                decides_pairs: None,
                scored: true,
            },
            card: Card {
                id: 3,
                name: "Autumn cup".into(),
                game: "pyrat".into(),
                title: "PyRat".into(),
                rules: 1,
                kind: kind.into(),
                state: "finished".into(),
                maps: maps.iter().map(ToString::to_string).collect(),
                by: "rank".into(),
                clock: "100ms".into(),
                created: "2026-11-16 14:05 UTC".into(),
                ..Card::default()
            },
        }
    }

    /// Adds a block of rotations; `ranks` are those of every match, by place. Fewer matches than places leave it open.
    pub(crate) fn block(&mut self, label: &str, map: u32, line_up: &[u32], ranks: &[&[u16]]) -> &mut Self {
        let id = self.blocks.len() as i64 + 1;
        let rotated = |by: usize| {
            let mut seats = line_up.to_vec();
            seats.rotate_right(by);
            seats
        };
        let arrangements: Vec<Vec<u32>> = (0..line_up.len()).map(rotated).collect();
        let rows: Vec<MatchRow> =
            (0..).zip(ranks).map(|(number, ranks)| row(id, number, map, &arrangements, ranks)).collect();
        let mean = |entrant: u32| {
            let of = |row: &MatchRow| row.points[row.entrants.iter().position(|&other| other == entrant).unwrap()];
            rows.iter().map(of).sum::<f64>() / rows.len() as f64
        };
        let done = rows.len() == arrangements.len();
        self.blocks.push(Block {
            id,
            event: EventId(3),
            label: label.into(),
            map,
            k: 0,
            seed: 7,
            arrangements,
            state: if done { BlockState::Done } else { BlockState::Open },
            change: 0,
            points: line_up.iter().filter(|_| done).map(|&entrant| (entrant, mean(entrant))).collect(),
            why: None,
        });
        self.matches.extend(rows);
        self
    }

    pub(crate) fn results(&self) -> Results {
        let Self { entrants, blocks, matches, shape, card } = self;
        let setup = Setup {
            kind: EventKind::from_name(&card.kind).unwrap(),
            entrants: seated(entrants),
            maps: card.maps.len() as u32,
            table: shape.places.len(),
            rounds: 9,
            blocks: 1,
            third_place: true,
            secret: Secret([0; 32]),
        };
        Rows { entrants, blocks, matches, shape, setup: &setup, kept: &|_| true }.results(card.clone())
    }
}

fn row(block: i64, number: u32, map: u32, arrangements: &[Vec<u32>], ranks: &[u16]) -> MatchRow {
    let others = (ranks.len() - 1).max(1) as f64;
    let points = |rank: &u16| {
        let against = |other: &u16| if rank < other { 1.0 } else { f64::from(u8::from(rank == other)) / 2.0 };
        (ranks.iter().map(against).sum::<f64>() - 0.5) / others
    };
    MatchRow {
        id: MatchId { block, number },
        event: EventId(3),
        map,
        seed: 7,
        entrants: arrangements[number as usize].clone(),
        points: ranks.iter().map(points).collect(),
        ranks: ranks.to_vec(),
        scores: ranks.iter().map(|&rank| 20.5 - f64::from(rank)).collect(),
        outcome: "{}".into(),
        reason: "all cheese is eaten".into(),
        stopped: None,
        faults: Vec::new(),
        times: ranks.iter().map(|_| Times { choices: 100, total_us: 250_000, worst_us: 9_000 }).collect(),
        voids: 0,
        steps: 120,
        took_us: 1,
        sandbox: "2".into(),
        machine: "lab-7".into(),
        seal: [0; 32],
        written_at: 0,
    }
}

const WON: &[&[u16]] = &[&[1, 2], &[2, 1]];
const LOST: &[&[u16]] = &[&[2, 1], &[1, 2]];
const SPLIT: &[&[u16]] = &[&[1, 2], &[1, 2]];
const AHEAD: &[&[u16]] = &[&[1, 2], &[1, 1]];

/// A round-robin of three on two maps, with names that mean no good.
pub(crate) fn sample() -> Results {
    let mut event =
        Event::new("round-robin", &["ada", "=1+1,\"x\"", "</script>"], &["python", "rat"], &["small", "mud"]);
    event.block("round 1", 0, &[0, 1], WON).block("round 1", 1, &[0, 2], AHEAD).block("round 2", 0, &[1, 2], SPLIT);
    event.block("round 2", 1, &[0, 1], &[&[1, 2]]);
    event.matches[1].faults = vec![(0, "ok".into(), 98), (0, "late".into(), 2)];
    event.matches[2].voids = 1;
    event.entrants[2].benched = Some("unfit 3 times".into());
    event.results()
}

fn order(results: &Results) -> Vec<(u32, &str)> {
    results.standings.iter().map(|standing| (standing.place, standing.name.as_str())).collect()
}

/// The sample with ratings that are none of the model's.
fn rated_by_hand() -> Results {
    let mut results = sample();
    for standing in &mut results.standings {
        let elo = 1600.0 - 100.0 * f64::from(standing.entrant);
        standing.rating = (standing.entrant < 2).then_some(Rating { elo, low: elo - 80.5, high: elo + 80.5 });
    }
    results
}

#[test]
fn the_document_has_this_form() {
    // A12
    // A change of this snapshot is a change for everybody who reads the JSON.
    insta::assert_snapshot!(serde_json::to_string_pretty(&rated_by_hand()).unwrap());
}

#[test]
fn the_document_is_read_again() {
    let results = sample();
    assert_eq!(serde_json::from_str::<Results>(&results.to_json()).unwrap(), results);
}

#[test]
fn every_table_is_a_csv_file() {
    let sheets = rated_by_hand().sheets();
    assert_eq!(
        sheets.iter().map(|sheet| sheet.name).collect::<Vec<_>>(),
        ["standings", "cross", "maps", "roles", "matches"]
    );
    for sheet in &sheets {
        assert!(sheet.rows.iter().all(|row| row.len() == sheet.columns.len()), "{}", sheet.name);
    }
    let files: Vec<String> = sheets.iter().map(|sheet| format!("{}.csv\n{}", sheet.name, sheet.to_csv())).collect();
    insta::assert_snapshot!(files.join("\n").replace("\r\n", "\n"));
}

#[test]
fn no_name_becomes_a_formula() {
    let csv = |text: &str| {
        let column = Column { name: "a".into(), numbers: false };
        let sheet = Sheet { name: "a", columns: vec![column], rows: vec![vec![Cell::Text(text.into())]] };
        sheet.to_csv().strip_prefix("a\r\n").unwrap().strip_suffix("\r\n").unwrap().to_string()
    };
    for name in ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "\t=1", "＝1"] {
        let cell = csv(name);
        assert!(cell.trim_matches('"').starts_with('\''), "{name:?} is {cell:?}");
    }
    assert_eq!([csv("a,b"), csv("a\"b"), csv("a\nb"), csv("greedy")], ["\"a,b\"", "\"a\"\"b\"", "\"a\nb\"", "greedy"]);
    let number =
        Sheet { name: "a", columns: vec![], rows: vec![vec![Cell::Number(-3.0, 1), Cell::Nothing, Cell::Whole(4)]] };
    assert_eq!(number.to_csv(), "\r\n-3.0,,4\r\n");
}

#[test]
fn a_block_that_is_not_finished_counts_nothing() {
    // A2
    let results = sample();
    let ada = &results.standings[0];
    assert_eq!((ada.name.as_str(), ada.blocks, ada.games, ada.points), ("ada", 2, 4, 1.75));
    assert_eq!((results.event.blocks_done, results.event.blocks_planned, results.event.matches_played), (3, 4, 7));
    assert_eq!(results.matches.iter().filter(|played| !played.counts).count(), 1);
}

#[test]
fn equal_points_are_decided_among_equals_then_by_wins() {
    let mut event = Event::new("round-robin", &["a", "b", "c", "d"], &["x", "y"], &["m"]);
    event.block("", 0, &[0, 1], LOST).block("", 0, &[0, 2], WON).block("", 0, &[0, 3], WON);
    event.block("", 0, &[1, 2], LOST).block("", 0, &[1, 3], WON).block("", 0, &[2, 3], LOST);
    // a and b have two of three, and b has beaten a; c and d have one of three, and d has beaten c.
    assert_eq!(order(&event.results()), [(1, "b"), (2, "a"), (3, "d"), (4, "c")]);
    let mut event = Event::new("round-robin", &["a", "b", "c"], &["x", "y"], &["m"]);
    event.block("", 0, &[0, 1], WON).block("", 0, &[1, 2], WON).block("", 0, &[2, 0], WON);
    assert_eq!(order(&event.results()), [(1, "a"), (1, "b"), (1, "c")], "nothing tells them apart");
}

#[test]
fn more_than_two_at_a_table_count_over_each_other() {
    // A4
    let mut event = Event::new("round-robin", &["a", "b", "c"], &["x", "y", "z"], &["m"]);
    // The places of a are first, second, third: it wins, ties for the win, and is last.
    event.block("", 0, &[0, 1, 2], &[&[1, 2, 3], &[3, 1, 1], &[1, 2, 3]]);
    let results = event.results();
    let a = results.standings.iter().find(|standing| standing.name == "a").unwrap();
    assert_eq!((a.games, a.wins, a.draws, a.losses), (3, 3, 1, 2));
    assert!((a.points - (1.0 + 0.75 + 0.0) / 3.0).abs() < 1e-12);
    let against = |one: u32, other: u32| {
        results.cross.iter().find(|meeting| (meeting.entrant, meeting.against) == (one, other)).unwrap().points
    };
    assert!((against(0, 1) - 1.5 / 3.0).abs() < 1e-12 && (against(1, 0) - 1.5 / 3.0).abs() < 1e-12);
    assert!((against(0, 2) - 2.0 / 3.0).abs() < 1e-12);
    assert_eq!(results.matches[1].result, "a and b share the win: all cheese is eaten");
}

#[test]
fn two_who_played_the_same_in_turn_have_the_value_of_their_block() {
    // A8
    let mut event = Event::new("duel", &["a", "b", "c"], &["x", "y"], &["m"]);
    event.block("block 1", 0, &[0, 2], WON);
    let block = &mut event.blocks[0];
    block.arrangements.extend([vec![1, 2], vec![2, 1]]);
    for (number, ranks) in [(2, [2, 1]), (3, [1, 2])] {
        let new = row(1, number, 0, &block.arrangements, &ranks);
        event.matches.push(new);
    }
    block.points = vec![(0, 1.0), (2, 0.5), (1, 0.0)];
    let results = event.results();
    let found = results.cross.iter().find(|meeting| (meeting.entrant, meeting.against) == (0, 1)).unwrap();
    assert_eq!(found.points, 1.0);
}

#[test]
fn a_swiss_event_has_rounds_and_buchholz() {
    let mut event = Event::new("swiss", &["a", "b", "c", "d"], &["x", "y"], &["m"]);
    event.block("round 1", 0, &[0, 1], WON).block("round 1", 0, &[2, 3], WON);
    event.block("round 2", 0, &[0, 2], WON).block("round 2", 0, &[1, 3], &[&[1, 2]]);
    let results = event.results();
    // b and d have nothing; b has met the winner of all, d the second.
    assert_eq!(order(&results), [(1, "a"), (2, "c"), (3, "b"), (4, "d")]);
    let buchholz: Vec<_> = results.standings.iter().map(|standing| standing.buchholz.unwrap()).collect();
    assert_eq!(buchholz, [1.0, 2.0, 2.0, 1.0]);
    let rounds: Vec<_> = results.rounds.iter().map(|round| (round.label.as_str(), round.tables.len())).collect();
    assert_eq!(rounds, [("round 1", 2), ("round 2", 2)]);
    assert_eq!(results.rounds[1].tables[1], Table { entrants: vec![1, 3], points: None, bye: false });
}

#[test]
fn a_bye_counts_as_much_as_all_blocks_of_a_round_won() {
    // A9
    let mut event = Event::new("swiss", &["a", "b", "c"], &["x", "y"], &["m", "n"]);
    event.block("round 1", 0, &[0, 1], WON).block("round 1", 1, &[0, 1], SPLIT);
    event.block("round 2", 0, &[0, 2], SPLIT).block("round 2", 1, &[0, 2], SPLIT);
    let results = event.results();
    let points: Vec<_> = results.standings.iter().map(|it| (it.place, it.name.as_str(), it.points)).collect();
    // In round 2 it is b who sits out.
    assert_eq!(points, [(1, "c", 3.0), (2, "a", 2.5), (3, "b", 2.5)]);
    let bye = Table { entrants: vec![2], points: Some(vec![2.0]), bye: true };
    assert_eq!(results.rounds[0].tables[2], bye);
    let sheets = results.sheets();
    let sheet = sheets.iter().find(|sheet| sheet.name == "rounds").unwrap();
    assert!(sheet.to_csv().contains("round 1,bye,c,2.00"), "{}", sheet.to_csv());
    // Who is benched has no byes for what it does not play.
    event.entrants[2].benched = Some("unfit 3 times".into());
    event.block("round 3", 0, &[0, 1], WON).block("round 3", 1, &[0, 1], WON);
    let points: Vec<_> = event.results().standings.iter().map(|it| (it.name.clone(), it.points)).collect();
    assert_eq!(points[1], ("c".into(), 3.0));
}

#[test]
fn a_bracket_is_decided_as_the_plan_decides_it() {
    let mut event = Event::new("bracket", &["a", "b", "c", "d"], &["x", "y"], &["m"]);
    event.block("semi-final 1", 0, &[0, 3], LOST).block("semi-final 2", 0, &[1, 2], WON);
    event.block("third place", 0, &[0, 2], WON).block("final", 0, &[1, 3], SPLIT);
    let last = |results: &Results| results.bracket.as_ref().unwrap().rounds[1].ties[0].clone();
    assert_eq!(last(&event.results()).winner, None, "one more block is to be played");
    event.block("final", 0, &[1, 3], SPLIT);
    let results = event.results();
    let tie = last(&results);
    assert_eq!((tie.entrants, tie.points), ([Some(3), Some(1)], [1.0, 1.0]));
    assert_eq!((tie.winner, tie.by_seed, tie.walkover), (Some(1), true, false), "the better seed");
    assert_eq!(order(&results)[..2], [(1, "b"), (2, "d")]);
    // Who is benched has lost what was not decided.
    event.blocks.pop();
    event.entrants[1].benched = Some("unfit 3 times".into());
    let results = event.results();
    let tie = last(&results);
    assert_eq!((tie.winner, tie.by_seed, tie.walkover), (Some(3), false, true));
    assert_eq!(order(&results)[..2], [(1, "d"), (2, "b")]);
}

#[test]
fn a_bracket_is_a_tree() {
    let mut event = Event::new("bracket", &["a", "b", "c", "d", "e", "f"], &["x", "y"], &["m"]);
    event.block("quarter-final 2", 0, &[3, 4], LOST).block("quarter-final 4", 0, &[2, 5], WON);
    event.block("semi-final 1", 0, &[0, 4], LOST).block("semi-final 2", 0, &[1, 2], WON);
    let unfinished = event.results();
    let bracket = unfinished.bracket.as_ref().unwrap();
    let labels: Vec<_> = bracket.rounds.iter().map(|round| round.label.as_str()).collect();
    assert_eq!(labels, ["quarter-finals", "semi-finals", "final"]);
    let tie = |round: usize, at: usize| &bracket.rounds[round].ties[at];
    assert_eq!((tie(0, 0).entrants, tie(0, 0).winner, tie(0, 0).bye), ([Some(0), None], Some(0), true));
    assert_eq!((tie(0, 1).winner, tie(0, 2).bye, tie(0, 3).winner), (Some(4), true, Some(2)));
    assert_eq!((tie(1, 0).winner, tie(1, 1).winner, tie(2, 0).entrants), (Some(4), Some(1), [Some(4), Some(1)]));
    event.block("third place", 0, &[0, 2], WON).block("final", 0, &[1, 4], WON);
    let results = event.results();
    let bracket = results.bracket.as_ref().unwrap();
    let last = &bracket.rounds[2].ties[0];
    assert_eq!((last.entrants, last.points, last.winner), ([Some(4), Some(1)], [0.0, 1.0], Some(1)), "as in the tree");
    assert_eq!(bracket.third.as_ref().unwrap().winner, Some(0));
    let places = order(&results);
    assert_eq!(places[..4], [(1, "b"), (2, "e"), (3, "a"), (4, "c")]);
    assert_eq!(places[4..], [(5, "d"), (5, "f")], "both lost their first");
}

#[test]
fn struck_blocks_are_told_with_their_reason() {
    let mut event = Event::new("round-robin", &["a", "b"], &["x", "y"], &["m"]);
    event.block("round 1", 0, &[0, 1], WON).block("round 2", 0, &[0, 1], &[]);
    event.blocks[1].state = BlockState::Struck;
    event.blocks[1].why = Some("b was benched".into());
    let results = event.results();
    assert_eq!((results.event.blocks_done, results.event.blocks_planned), (1, 1));
    assert_eq!(
        results.event.struck,
        [Struck { block: 2, label: "round 2".into(), entrants: vec![0, 1], why: "b was benched".into() }]
    );
}

#[test]
fn an_event_without_a_match_has_results() {
    for kind in ["round-robin", "gauntlet", "swiss", "bracket", "ladder", "duel"] {
        let results = Event::new(kind, &["a", "b", "c"], &["x", "y"], &["m"]).results();
        assert_eq!(results.standings.len(), 3, "{kind}");
        assert!(results.standings.iter().all(|standing| standing.mean.is_none() && standing.place == 1), "{kind}");
        assert!(results.cross_chart(false).cells.iter().all(Option::is_none));
        assert_eq!(results.ratings_chart(false), None);
        assert!(!results.to_json().is_empty());
    }
}

#[test]
fn charts_are_in_the_order_of_the_standings() {
    let ratings = rated_by_hand().ratings_chart(false).unwrap();
    let texts: Vec<&str> = ratings.bands[0].panels[0].marks.iter().map(|mark| mark.text.as_str()).collect();
    assert_eq!(texts, ["1600 ± 80", "1500 ± 80"]);
    let heat = sample().cross_chart(true);
    assert_eq!(heat.names, ["ada", "</script>", "=1+1,\"x\""]);
    assert_eq!(
        heat.cells.iter().map(Option::is_some).collect::<Vec<_>>(),
        [false, true, true, true, false, true, true, true, false]
    );
    assert_eq!(heat.cells[1], Some(0.75));
}

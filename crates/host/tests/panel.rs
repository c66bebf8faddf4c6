//! Programs are asked and answer (B4 to B15): each bot here is a few lines of Python that show one behaviour.
#![cfg(target_os = "linux")]

mod common;

use common::folder;
use gridhaunt_host::host::{Host, Terms};
use gridhaunt_host::manifest::Program;
use gridhaunt_host::panel::{Facts, Panel, Taken};
use gridhaunt_host::protocol::Choice;
use gridhaunt_host::running::Judge;
use gridhaunt_kernel::fault::{Report, Verdict};
use gridhaunt_kernel::json::Value;
use serde_json::json;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The loop of an honest bot; `TURN` is what it does when it is asked.
const LOOP: &str = r#"
import json, os, sys, time
def say(**message): print(json.dumps(message), flush=True)
def move(action): say(type="move", id=turn["id"], action=action)
last = None
for line in sys.stdin:
    turn = json.loads(line)
    kind = turn["type"]
    if kind == "hello": say(type="hello", name="scripted")
    elif kind == "start": start = turn; say(type="ready")
    elif kind == "ping": say(type="pong", id=turn["id"])
    elif kind == "turn":
        TURN
        last = turn
"#;

/// A bot in a folder of its own that does this when it is asked.
fn bot(folder: &Path, turn: &str, more: &str) -> Arc<Program> {
    let python = if Path::new("/usr/bin/python3").exists() { "/usr/bin/python3" } else { "python3" };
    let text = LOOP.replace("TURN", &turn.replace('\n', "\n        "));
    fs::write(folder.join("bot.py"), text).unwrap();
    fs::write(folder.join("bot.toml"), format!("name = \"b\"\nrun = [\"{python}\", \"bot.py\"]\n{more}")).unwrap();
    Arc::new(Program::find(&folder.to_string_lossy()).unwrap())
}

/// The actions 0 to 4 are allowed, and legal in this order.
fn judge(_: u8, choice: &Choice) -> Option<u64> {
    let code = choice.action.as_ref().map_or_else(|| choice.place().map(|place| place as u64), Value::as_u64);
    code.filter(|code| *code < 5)
}

/// A match of one seat.
struct Alone {
    host: Arc<Host>,
    panel: Panel,
    turn: u64,
}

impl Alone {
    fn new(program: &Arc<Program>, clock: &str) -> Self {
        let terms = Terms { clock: clock.parse().unwrap(), first: Duration::from_secs(20), ..Terms::default() };
        Self::on(Arc::new(Host::new(terms)), program, 1)
    }

    fn on(host: Arc<Host>, program: &Arc<Program>, seed: u64) -> Self {
        let taken = Taken { seat: 0, program: program.clone(), options: json!({"depth": 4}), entrant: 0 };
        let mut panel = Panel::open(host.clone(), seed, "none", vec![taken], true);
        let facts = Facts { game: "none", rules: 1, roles: vec!["player"], names: vec![Some("b")] };
        panel.start(0, &facts, r#"{"board":7}"#, r#"{"turn":0}"#);
        assert_eq!(panel.ready(0), None);
        Self { host, panel, turn: 0 }
    }

    fn ask(&mut self) -> (Option<u64>, Report) {
        let (view, legal) = (br#"{"a":1}"#, b"[0,1,2,3,4]");
        let add = |text: &'static [u8]| move |line: &mut Vec<u8>| line.extend_from_slice(text);
        self.panel.ask(0, self.turn, |_| false, add(view), add(legal));
        self.turn += 1;
        self.panel.collect(0, Judge { code: &judge, allowed: &|_| "0 to 4".into() })
    }
}

/// What comes of the first turns of a bot that does this.
fn turns(turn: &str, clock: &str, many: usize) -> Vec<(Option<u64>, Verdict, Option<Value>)> {
    let home = folder();
    let mut alone = Alone::new(&bot(home.path(), turn, ""), clock);
    let one = |_| {
        let (code, report) = alone.ask();
        (code, report.verdict, report.wanted)
    };
    (0..many).map(one).collect()
}

#[test]
fn a_legal_move_is_played_by_action_and_by_index() {
    assert_eq!(turns("move(3)", "5s", 2), vec![(Some(3), Verdict::Ok, None); 2]);
    assert_eq!(turns(r#"say(type="move", id=turn["id"], index=2)"#, "5s", 1), [(Some(2), Verdict::Ok, None)]);
}

#[test]
fn an_action_that_cannot_be_used_is_illegal_at_once_and_the_first_move_decides() {
    let begun = Instant::now();
    assert_eq!(turns("move(9)\nmove(1)", "20s", 1), [(None, Verdict::Illegal, Some(json!(9)))]);
    assert_eq!(turns("move(None)", "20s", 1), [(None, Verdict::Illegal, Some(Value::Null))]);
    let index = turns(r#"say(type="move", id=turn["id"], index=5)"#, "20s", 1);
    assert_eq!(index, [(None, Verdict::Illegal, Some(json!({"index": 5})))]);
    assert!(begun.elapsed() < Duration::from_secs(20), "nobody waited for the clock");
    assert_eq!(turns("move(1)\nmove(2)", "5s", 3), vec![(Some(1), Verdict::Ok, None); 3]);
}

#[test]
fn the_last_legal_maybe_counts_if_time_runs_out() {
    let maybe = r#"
for action in [4, 2, 99]: say(type="maybe", id=turn["id"], action=action)
time.sleep(60)"#;
    assert_eq!(turns(maybe, "300ms", 1), [(Some(2), Verdict::Late, None)]);
}

#[test]
fn late_partial_and_garbled_are_told_apart() {
    assert_eq!(turns("time.sleep(60)", "200ms", 1)[0].1, Verdict::Late);
    let partial = r#"sys.stdout.write('{"type":"move"'); sys.stdout.flush(); time.sleep(60)"#;
    assert_eq!(turns(partial, "200ms", 1)[0].1, Verdict::Partial);
    assert_eq!(turns("print('up!', flush=True); time.sleep(60)", "200ms", 1)[0].1, Verdict::Garbled);
}

/// What is told of the last of these turns of a bot that does this.
fn told(turn: &str, clock: &str, many: usize) -> (Verdict, String) {
    let home = folder();
    let mut alone = Alone::new(&bot(home.path(), turn, ""), clock);
    let reports: Vec<Report> = (0..many).map(|_| alone.ask().1).collect();
    reports.into_iter().next_back().map(|report| (report.verdict, report.words)).unwrap()
}

#[test]
fn who_waits_in_vain_is_told_what_came_instead() {
    let (verdict, words) = told(r#"say(type="move", id="1", action=3)"#, "300ms", 1);
    let begin = r#"a move came, but its id "1" is not that of this turn, which is ""#;
    assert!(verdict == Verdict::Late && words.starts_with(begin), "{words}");
    assert!(words.contains(" ms were allowed, margin included"), "{words}");
    let before = r#"
if last: say(type="move", id=last["id"], action=1)
else: move(1)"#;
    let (verdict, words) = told(before, "300ms", 2);
    assert!(verdict == Verdict::Late && words.contains(" is that of the turn before, which is \""), "{words}");
    let (verdict, words) = told(r#"say(type="maybe", id=turn["id"], action=3)"#, "300ms", 1);
    assert!(verdict == Verdict::Late && words.starts_with("a maybe came, but no move; "), "{words}");
    let (verdict, words) = told("pass", "300ms", 1);
    assert!(verdict == Verdict::Late && words.starts_with("no move in time: nothing came in "), "{words}");
}

#[test]
fn a_line_that_is_no_message_is_shown_with_the_reason() {
    for (turn, words) in [
        (
            r#"say(type="move", id=123, action=3)"#,
            r#"no move in time, but this line: {"type": "move", "id": 123, "action": 3} (id: 123 is not a text)"#,
        ),
        (
            "print('thinking', flush=True); say(type='mvoe', id=turn['id'], action=3)",
            r#" (type: "mvoe" is not one of move, maybe, note, ready, hello, pong)"#,
        ),
        (r#"print('{"type":"move",', flush=True)"#, "(no JSON: EOF while parsing a value, column 15)"),
        ("print('thinking', flush=True)", "but this line: thinking (no JSON: expected ident, column 2)"),
        (
            "print('thinking', flush=True); say(type='move', id='1', action=3)",
            r#"column 2); besides, a move came, but its id "1" is not that of this turn"#,
        ),
    ] {
        let (verdict, told) = told(turn, "300ms", 1);
        assert!(verdict == Verdict::Garbled && told.contains(words), "{told}");
    }
}

#[test]
fn who_chooses_what_is_not_allowed_is_told_what_is() {
    for (turn, words) in [
        ("move('jump')", r#""jump" is not allowed now; allowed: 0 to 4"#),
        ("move(None)", "null is not allowed now; allowed: 0 to 4"),
        (r#"say(type="move", id=turn["id"])"#, "no action and no index; allowed: 0 to 4"),
        (r#"say(type="move", id=turn["id"], index="0")"#, r#"index: "0" is not a number; allowed: 0 to 4"#),
        (r#"say(type="move", id=turn["id"], index=-1)"#, "index: -1 is not a place in legal; allowed: 0 to 4"),
        (r#"say(type="move", id=turn["id"], index=5)"#, "index: 5 is not a place in legal; allowed: 0 to 4"),
        ("move('\\x1b[2J')", r#""\u001b[2J" is not allowed now; allowed: 0 to 4"#),
    ] {
        assert_eq!(told(turn, "20s", 1), (Verdict::Illegal, words.into()), "{turn}");
    }
    let text = turns(r#"say(type="move", id=turn["id"], index="0")"#, "20s", 1);
    assert_eq!(text, [(None, Verdict::Illegal, Some(json!({"index": "0"})))], "as it was sent");
}

#[test]
fn a_late_answer_never_becomes_the_next_turns() {
    // It answers the turn before, and the turn that was never asked.
    let stale = r#"
say(type="move", id="0", action=1)
if last: say(type="move", id=last["id"], action=1)
move(3)"#;
    assert_eq!(turns(stale, "5s", 3), vec![(Some(3), Verdict::Ok, None); 3]);
}

#[test]
fn what_came_of_a_turn_is_told_in_the_next() {
    let home = folder();
    let told = r#"
say(type="note", id=turn["id"], text=json.dumps(turn.get("last")))
if turn["turn"] == 0: move(9)
elif turn["turn"] == 1: move(4)
else: move(0)"#;
    let mut alone = Alone::new(&bot(home.path(), told, ""), "5s");
    let told: Vec<Value> =
        (0..3).map(|_| serde_json::from_str(alone.ask().1.notes[0]["text"].as_str().unwrap()).unwrap()).collect();
    assert_eq!(told[0], Value::Null);
    assert_eq!((&told[1]["verdict"], &told[1]["played"]), (&json!("illegal"), &Value::Null));
    assert_eq!((&told[2]["verdict"], &told[2]["played"]), (&json!("ok"), &json!(4)));
    assert!(told[2]["used_ms"].as_f64().unwrap() > 0.0);
}

#[test]
fn notes_are_kept_up_to_8_kib_a_turn() {
    let home = folder();
    let notes = r#"
for i in range(3): say(type="note", id=turn["id"], text="x" * 3000, marks=[{"cell": [1, i]}])
say(type="note", id="other", text="y")
move(0)"#;
    let mut alone = Alone::new(&bot(home.path(), notes, ""), "5s");
    let notes = alone.ask().1.notes;
    assert_eq!(notes.len(), 2, "the third would be more than 8 KiB");
    assert_eq!(notes[1]["marks"], json!([{"cell": [1, 1]}]));
}

#[test]
fn who_exits_is_crashed_and_who_closes_its_output_is_closed() {
    let crashed = turns("os._exit(3)", "5s", 2);
    assert_eq!(crashed, vec![(None, Verdict::Crashed, None); 2]);
    assert_eq!(turns("os.kill(os.getpid(), 11)", "5s", 1)[0].1, Verdict::Crashed);
    assert_eq!(turns("os.close(1); time.sleep(60)", "5s", 1)[0].1, Verdict::Closed);
    // The answer before the exit counts.
    assert_eq!(turns("move(2)\nos._exit(0)", "5s", 2), [(Some(2), Verdict::Ok, None), (None, Verdict::Crashed, None)]);
}

#[test]
fn who_kills_its_keeper_is_crashed_at_once() {
    let home = folder();
    let program = bot(home.path(), "os.kill(os.getppid(), 9); time.sleep(60)", "");
    // With the host's own uid, as every program of an ordinary user has at level 0.
    let terms =
        Terms { first: Duration::from_secs(20), as_root: true, clock: "50s".parse().unwrap(), ..Terms::default() };
    let mut alone = Alone::on(Arc::new(Host::new(terms)), &program, 1);
    let begun = Instant::now();
    assert_eq!(alone.ask().1.verdict, Verdict::Crashed);
    // A second, and some for a machine that does other things beside.
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}

#[test]
fn last_words_are_told() {
    let home = folder();
    let mut alone = Alone::new(&bot(home.path(), "raise ValueError('no cheese \\x1b[2J')", ""), "20s");
    let report = alone.ask().1;
    assert!(report.words.contains("it exited with code 1"), "{}", report.words);
    assert!(report.words.contains("; its last words: ValueError: no cheese \\u001b[2J (before: "), "{}", report.words);
    assert!(report.words.contains("bot.py\", line "), "where it was: {}", report.words);
}

#[test]
fn floods_are_ended() {
    for flood in [
        "print('x' * 70000, flush=True); time.sleep(60)",
        "sys.stdout.write('x' * 70000); sys.stdout.flush(); time.sleep(60)",
        "while True: print('line', flush=False)",
        "while True: sys.stderr.write('x' * 4096)",
    ] {
        let begun = Instant::now();
        assert_eq!(turns(flood, "50s", 1)[0].1, Verdict::Flooded, "{flood}");
        assert!(begun.elapsed() < Duration::from_secs(40), "{flood}");
    }
}

#[test]
fn who_does_not_greet_is_unfit_and_who_is_not_ready_is_unready() {
    let home = folder();
    let program = bot(home.path(), "pass", "startup = \"300ms\"");
    fs::write(home.path().join("bot.py"), "import time\ntime.sleep(60)").unwrap();
    let terms = || Terms { first: Duration::from_millis(300), ..Terms::default() };
    let open = || {
        let taken = Taken { seat: 0, program: program.clone(), options: json!({}), entrant: 0 };
        let mut panel = Panel::open(Arc::new(Host::new(terms())), 1, "none", vec![taken], true);
        panel.start(0, &Facts { game: "none", rules: 1, roles: vec!["p"], names: vec![None] }, "{}", "{}");
        panel.ready(0).unwrap()
    };
    let silent = open();
    assert_eq!(silent.verdict, Verdict::Unfit);
    assert!(silent.words.starts_with("no hello in 300 ms: does it flush its output?"), "{}", silent.words);
    fs::write(home.path().join("bot.py"), "import time\nprint('{\"type\":\"hello\"}', flush=True)\ntime.sleep(60)")
        .unwrap();
    let unready = open();
    // A machine that is very busy may not even start it in time.
    assert!(matches!(unready.verdict, Verdict::Unready | Verdict::Unfit), "{unready:?}");
    fs::remove_file(home.path().join("bot.py")).unwrap();
    let gone = open();
    assert_eq!(gone.verdict, Verdict::Unfit);
    assert!(gone.words.contains("bot.py"), "{}", gone.words);
}

/// What is told of a bot of which this is the whole text, before the first turn.
fn told_at_start(text: &str, first: Duration) -> (Verdict, String) {
    let home = folder();
    let program = bot(home.path(), "pass", "startup = \"20s\"");
    fs::write(home.path().join("bot.py"), text).unwrap();
    let taken = Taken { seat: 0, program, options: json!({}), entrant: 0 };
    let terms = Terms { first, ..Terms::default() };
    let mut panel = Panel::open(Arc::new(Host::new(terms)), 1, "none", vec![taken], true);
    panel.start(0, &Facts { game: "none", rules: 1, roles: vec!["p"], names: vec![None] }, "{}", "{}");
    let report = panel.ready(0).unwrap();
    (report.verdict, report.words)
}

#[test]
fn who_leaves_before_hello_is_told_so_with_what_it_wrote() {
    for (text, words) in [
        (
            "print('x')",
            "it exited with code 0 before hello, and wrote this line: x (no JSON: expected value, column 1)",
        ),
        ("print('x', end='')", "it exited with code 0 before hello, and wrote this without a newline: x"),
        ("raise SystemExit(3)", "it exited with code 3 before hello"),
    ] {
        assert_eq!(told_at_start(text, Duration::from_secs(20)), (Verdict::Unfit, words.into()), "{text}");
    }
}

#[test]
fn who_is_not_ready_is_told_what_came_instead() {
    let text = "import sys\nprint('{\"type\":\"hello\"}', flush=True)\n";
    let redy = r#"print('{"type":"redy"}', flush=True); sys.stdin.read()"#;
    for (more, words) in [
        (redy, r#"no ready in time, but this line: {"type":"redy"} (type: "redy" is not one of "#),
        ("sys.stdin.read()", "no ready in time: nothing came in "),
    ] {
        let (verdict, told) = told_at_start(&(text.to_string() + more), Duration::from_millis(500));
        assert!(verdict == Verdict::Unready && told.starts_with(words), "{told}");
    }
}

#[test]
fn a_hello_without_a_newline_is_told_as_such() {
    let home = folder();
    let program = bot(home.path(), "pass", "startup = \"5s\"");
    let text = "import sys, time\nsys.stdout.write('{\"type\":\"hello\"}')\nsys.stdout.flush()\ntime.sleep(60)";
    fs::write(home.path().join("bot.py"), text).unwrap();
    let taken = Taken { seat: 0, program, options: json!({}), entrant: 0 };
    let mut panel = Panel::open(Arc::new(Host::new(Terms::default())), 1, "none", vec![taken], true);
    panel.start(0, &Facts { game: "none", rules: 1, roles: vec!["p"], names: vec![None] }, "{}", "{}");
    let report = panel.ready(0).unwrap();
    assert_eq!(report.verdict, Verdict::Unfit);
    let words = "no hello in 5 s, but bytes came without a newline: {\"type\":\"hello\"}";
    assert!(report.words.starts_with(words), "{}", report.words);
}

#[test]
fn a_process_plays_again_but_never_two_matches_of_one_seed() {
    let home = folder();
    let program = bot(home.path(), "move(os.getpid() % 5)\nopen(os.environ['HOME'] + '/mark', 'w')", "");
    let mut one = Alone::new(&program, "5s");
    one.ask();
    let first = one.panel.pid(0);
    let host = one.host.clone();
    let next = |mut before: Alone, seed| {
        before.panel.end(0, "{}", "null");
        before.panel.close(false);
        drop(before);
        Alone::on(host.clone(), &program, seed)
    };
    let second = next(one, 2);
    assert_eq!(second.panel.pid(0), first, "another seed: the same process");
    let third = next(second, 2);
    assert_ne!(third.panel.pid(0), first, "the same seed: a fresh one");
    let mut fourth = next(third, 3);
    assert_eq!(fourth.ask().1.verdict, Verdict::Ok);
}

#[test]
fn who_may_not_ponder_is_stopped_between_its_turns() {
    let home = folder();
    // A thread counts while the bot waits.
    let program = bot(home.path(), "move(0)", "");
    let text = fs::read_to_string(home.path().join("bot.py")).unwrap();
    let counting =
        "import threading\ncount = 0\ndef work():\n    global count\n    while True: count += 1; time.sleep(0.005)\n";
    let text =
        text.replace("def say", &format!("{counting}threading.Thread(target=work, daemon=True).start()\ndef say"));
    let text = text.replace("move(0)", "say(type=\"note\", id=turn[\"id\"], text=str(count)); move(0)");
    fs::write(home.path().join("bot.py"), text).unwrap();
    let counted = |ponder: bool| {
        let terms = Terms { first: Duration::from_secs(20), ponder, ..Terms::default() };
        let mut alone = Alone::on(Arc::new(Host::new(terms)), &program, 1);
        let mut count = || alone.ask().1.notes[0]["text"].as_str().unwrap().parse::<i64>().unwrap();
        let before = count();
        std::thread::sleep(Duration::from_millis(600));
        count() - before
    };
    let (stopped, runs) = (counted(false), counted(true));
    assert!(stopped <= 5 && runs >= 10, "{stopped} while it was stopped, {runs} while it was not");
}

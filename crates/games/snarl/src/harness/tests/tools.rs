//! The tools: many arrays in one input, cut into any pieces (R48).

use super::*;
use crate::harness::TOOLS;
use gridhaunt_console::{Console, Exit, Tool};
use gridhaunt_kernel::prelude::*;
use std::collections::VecDeque;

/// A console over lines in memory.
#[derive(Default)]
struct Lines {
    input: VecDeque<String>,
    said: Vec<String>,
    complained: Vec<String>,
    /// How many lines had been printed when the last line was read.
    early: usize,
}

impl Console for Lines {
    fn read(&mut self) -> Option<String> {
        self.early = self.said.len();
        self.input.pop_front()
    }

    fn json(&self) -> bool {
        false
    }

    fn say(&mut self, line: &str) {
        self.said.push(line.into());
    }

    fn complain(&mut self, line: &str) {
        assert!(!line.contains('\n'));
        self.complained.push(line.into());
    }

    fn progress(&mut self, _what: &str, _done: u64, _of: Option<u64>) {}

    fn stopped(&self) -> bool {
        false
    }
}

fn tool(name: &str) -> &'static Tool {
    TOOLS.iter().find(|tool| tool.name == name).unwrap()
}

fn run(name: &str, input: &str) -> (Exit, Lines) {
    let mut console = Lines { input: input.lines().map(String::from).collect(), ..Lines::default() };
    let verdict = (tool(name).run)(&Map::new(), &mut console).unwrap();
    (verdict, console)
}

const DOT: &str = r#"{"origin":[0,0],"bounds":{"rows":1,"columns":1},"layout":[[1]]}"#;
const INSIDE: &str = r#"["Success: Traversable points from ",[0,0]," in room at ",[0,0]," are ",[]]"#;
const OUTSIDE: &str = r#"["Failure: Point ",[1,0]," is not in room at ",[0,0]]"#;

#[test]
fn they_go_by_all_their_names() {
    let names: Vec<String> =
        TOOLS.iter().map(|tool| format!("{} {}: {}", tool.name, tool.also.join(" "), tool.reads.unwrap())).collect();
    let expected = ["Room", "Level", "State", "Manager"].iter().zip(Command::ALL).map(|(word, command)| {
        let lower = word.to_lowercase();
        format!("test-{lower} {lower} test{word}: JSON arrays {}", command.form())
    });
    assert_eq!(names, expected.collect::<Vec<_>>());
}

#[test]
fn each_array_is_answered_as_soon_as_it_is_complete() {
    let (verdict, lines) = run("test-room", &format!("\u{feff}\n [{DOT},\n[0\n,0]\n][{DOT},[1,0]]\n\n\n"));
    assert_eq!((verdict, lines.early), (Exit::Fine, 2));
    assert_eq!(lines.said, [INSIDE, OUTSIDE]);
    assert_eq!(run("test-room", "").0, Exit::Fine);
    assert_eq!(run("test-room", " \n\t\n").0, Exit::Fine);
}

#[test]
fn what_is_no_such_array_is_told_and_passed_over() {
    let good = format!("[{DOT},[0,0]]");
    let form = "is not an array [room, point]";
    for (bad, told) in [
        ("5", format!("line 2: input: 5 {form}")),
        ("-5", format!("line 2: input: -5 {form}")),
        ("1.5e3", format!("line 2: input: 1500.0 {form}")),
        ("null", format!("line 2: input: null {form}")),
        ("{}", format!("line 2: input: {{}} {form}")),
        ("\"ana\"", format!("line 2: input: \"ana\" {form}")),
        ("[]", format!("line 2: input: [] {form}")),
        ("[{},\n[0,0]]", "line 2: [0].origin: missing, need a point".into()),
    ] {
        let (verdict, lines) = run("test-room", &format!("{good}\n{bad} {good}\n{good}"));
        assert_eq!((verdict, lines.complained), (Exit::Unusable, vec![told]));
        assert_eq!(lines.said, [INSIDE; 3], "{bad}");
    }
    let (_, lines) = run("test-room", "1 -2 3.5 true[]");
    assert_eq!(lines.complained.len(), 5);
}

#[test]
fn after_broken_json_nothing_is_read() {
    let good = format!("[{DOT},[0,0]]");
    for (bad, told) in [
        ("[1,\n 2,,]", "line 3, column 4: expected value"),
        ("ana", "line 2, column 2: expected value"),
        ("nul", "line 2, column 5: expected ident"),
        ("]", "line 2, column 2: expected value"),
        ("[}", "line 2, column 3: expected value"),
        ("\"a", "line 2, column 4: control character (\\u0000-\\u001F) found while parsing a string"),
        ("1e999", "line 2, column 6: number out of range"),
    ] {
        let (verdict, lines) = run("test-room", &format!("{good}\n {bad}\n{good}"));
        assert_eq!((verdict, lines.said), (Exit::Unusable, vec![INSIDE.to_string()]));
        assert_eq!(lines.complained, [told], "{bad}");
    }
    let deep = "[".repeat(1000) + &"]".repeat(1000);
    assert_eq!(run("test-room", &deep).1.complained, ["line 1, column 128: recursion limit exceeded"]);
}

#[test]
fn an_array_that_never_ends_is_told() {
    let (verdict, lines) = run("test-room", &format!("[{DOT},[0,0]]\n[{DOT},\n  [0,"));
    assert_eq!((verdict, lines.said), (Exit::Unusable, vec![INSIDE.to_string()]));
    assert_eq!(lines.complained, ["line 3, column 6: ends in the middle of a value"]);
}

#[test]
fn a_long_input_takes_no_longer_than_its_length() {
    let numbers = "-1 ".repeat(20_000);
    assert_eq!(run("test-room", &numbers).1.complained.len(), 20_000);
    let tall = format!("[{DOT},{}[0,0]]", "\n".repeat(100_000));
    assert_eq!(run("test-room", &tall).1.said, [INSIDE]);
}

#[test]
fn the_example_files_have_their_answers() {
    macro_rules! example {
        ($name:literal) => {
            (
                concat!("test-", $name),
                include_str!(concat!("../../../../../../examples/snarl/harness/", $name, ".json")),
                include_str!(concat!("../../../../../../examples/snarl/harness/", $name, ".answers.json")),
            )
        };
    }
    for (name, input, answers) in [example!("room"), example!("level"), example!("state"), example!("manager")] {
        let (verdict, lines) = run(name, input);
        assert_eq!((verdict, lines.complained), (Exit::Fine, vec![]), "{name}");
        assert_eq!(lines.said, answers.lines().collect::<Vec<_>>(), "{name}");
    }
}

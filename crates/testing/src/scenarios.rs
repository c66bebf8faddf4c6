//! Scenarios as text: what is given, what is chosen, and what comes of it.
//!
//! An empty line ends a scenario. Its first line is its name; then come the lines of what is given, in the game's own
//! notation, and then lines that begin with a mark: `>` plays choices, `:` is the next line that was reported, and
//! every other mark shows something that the game names. An expected text may end with `*`, which stands for the rest
//! of its line; `: *` stands for everything else that was reported. Lines that begin with `|` belong to the mark
//! before them.

use std::collections::VecDeque;

const MARKS: &str = ">:?=%&!#";

/// A match in the notation of the scenarios of its game.
pub trait Stage {
    /// Plays the choices of a line and returns what is reported.
    fn play(&mut self, choices: &str) -> Vec<String>;

    /// The present text for a mark of the game, or nothing where the game has no such mark.
    fn show(&self, mark: char, expected: &str) -> Option<String>;

    /// Checks what must be true at the end, where that was given at the beginning.
    fn end(&self) -> Result<(), String> {
        Ok(())
    }
}

/// One scenario of a file.
#[derive(Clone, Debug)]
pub struct Scenario<'a> {
    /// The first line.
    pub name: &'a str,
    /// The lines before the first mark.
    pub given: Vec<&'a str>,
    /// The marks with their texts.
    pub lines: Vec<(char, String)>,
}

impl<'a> Scenario<'a> {
    fn read(text: &'a str) -> Self {
        let mut scenario = Self { name: "", given: Vec::new(), lines: Vec::new() };
        for (number, line) in text.lines().enumerate() {
            let (mark, words) = line.split_at_checked(1).unwrap_or(("", ""));
            let marked = !mark.is_empty() && MARKS.contains(mark) && (words.is_empty() || words.starts_with(' '));
            match (number, scenario.lines.last_mut()) {
                (0, _) => scenario.name = line,
                _ if marked => scenario.lines.extend(mark.chars().map(|mark| (mark, words.trim().to_owned()))),
                (_, Some((_, before))) if mark == "|" => {
                    *before += if before.is_empty() { "" } else { "\n" };
                    *before += words.trim_end();
                }
                (_, Some(_)) => panic!("{line:?} has no mark in {:?}", scenario.name),
                (_, None) => scenario.given.push(line),
            }
        }
        scenario
    }

    fn hold(&self, stage: &mut impl Stage) -> Result<(), String> {
        let mut told = VecDeque::new();
        let mut played = false;
        for (mark, expected) in &self.lines {
            let playing = *mark == '>';
            // Steps that follow each other directly report together.
            if *mark != ':' && !(playing && played) && !told.is_empty() {
                return Err(format!("also reported: {told:#?}"));
            }
            played = playing;
            let shown = match mark {
                '>' => {
                    told.extend(stage.play(expected));
                    continue;
                }
                ':' if expected == "*" => {
                    told.clear();
                    continue;
                }
                ':' => told.pop_front().unwrap_or_else(|| "nothing".to_owned()),
                _ => stage.show(*mark, expected).ok_or_else(|| format!("there is no mark {mark}"))?,
            };
            let fits = match expected.split_once('*') {
                Some((start, _)) => shown.starts_with(start),
                None => shown.trim_end() == expected,
            };
            if !fits {
                return Err(format!("{mark}\n{shown}\nand not\n{expected}\nthen {told:#?}"));
            }
        }
        if told.is_empty() { stage.end() } else { Err(format!("also reported: {told:#?}")) }
    }
}

/// The scenarios of a file.
#[must_use]
pub fn scenarios(text: &str) -> Vec<Scenario<'_>> {
    text.split("\n\n").map(Scenario::read).collect()
}

/// Plays the scenarios of a file, of which there must be so many.
///
/// # Panics
/// With all scenarios that went differently.
pub fn play_scenarios<'a, S: Stage>(text: &'a str, count: usize, begin: impl Fn(&Scenario<'a>) -> S) {
    let all = scenarios(text);
    assert_eq!(all.len(), count, "scenarios");
    let failed = all.iter().filter_map(|scenario| {
        println!("{}", scenario.name);
        let error = scenario.hold(&mut begin(scenario)).err()?;
        Some(format!("\n{}\n{}\n-- {error}\n", scenario.name, scenario.given.join("\n")))
    });
    let failed: Vec<String> = failed.collect();
    assert!(failed.is_empty(), "{} of {count} scenarios\n{}", failed.len(), failed.concat());
}

#[cfg(test)]
mod tests {
    use super::{Stage, play_scenarios};

    /// Counts up, and reports every number.
    struct Counter(u32);

    impl Stage for Counter {
        fn play(&mut self, choices: &str) -> Vec<String> {
            let numbers = choices.split(' ').map(|step| step.parse::<u32>().expect("a number"));
            numbers
                .map(|step| {
                    self.0 += step;
                    format!("now {}", self.0)
                })
                .collect()
        }

        fn show(&self, mark: char, _expected: &str) -> Option<String> {
            (mark == '=').then(|| format!("{}\n{}", self.0, self.0 % 2))
        }

        fn end(&self) -> Result<(), String> {
            if self.0 < 10 { Ok(()) } else { Err("too far".into()) }
        }
    }

    fn hold(text: &str) {
        play_scenarios(text, text.matches("adds").count(), |scenario| {
            Counter(scenario.given[0].parse().expect("a number"))
        });
    }

    #[test]
    fn what_is_reported_and_shown_is_compared() {
        hold("adds\n3\n> 1\n> 2\n: now 4\n: now 6\n=\n|6\n|0\n> 1 1\n: now 7\n: *\n\nadds nothing\n0\n= 0*\n");
    }

    #[test]
    fn every_difference_is_found() {
        let wrong = [
            "adds\n3\n> 1",
            "adds\n3\n> 1\n: now 5",
            "adds\n3\n> 1\n: now 4\n: now 5",
            "adds\n3\n> 1 1\n: now 4\n> 1\n: now 5\n: now 6",
            "adds\n3\n> 1\n=\n|4\n|0\n: now 4",
            "adds\n3\n=\n|3\n|0",
            "adds\n3\n> 7\n: *",
            "adds\n3\n! 3",
        ];
        for text in wrong {
            assert!(std::panic::catch_unwind(|| hold(text)).is_err(), "{text}");
        }
    }
}

//! Commands that only one game has, offered by its entry in the registry.
//!
//! A front end lists what it finds, turns the fields of a tool into flags and runs it on a [`Console`].

use crate::json::{Map, Value};
use crate::settings::Field;
use crate::{Invalid, Scene};
use alloc::string::String;
use core::time::Duration;

/// What a tool does with the flags that were given.
pub type Run = fn(&Map<String, Value>, &mut dyn Console) -> Result<Verdict, Invalid>;

/// A command of one game.
#[derive(Clone, Copy)]
pub struct Tool {
    /// Its name, as in `gridhaunt GAME NAME`.
    pub name: &'static str,
    /// Other names it answers to.
    pub also: &'static [&'static str],
    /// What it does, in a sentence.
    pub about: &'static str,
    /// How it is called, for its help.
    pub example: &'static str,
    /// Its flags: `d_exit_min` is `--d-exit-min`. A [`crate::settings::Kind::Flag`] takes no value.
    pub flags: &'static [Field],
    /// The file it reads, standard input if none is named; none if it reads nothing.
    pub reads: Option<&'static str>,
    /// Runs it with the flags that were given.
    pub run: Run,
}

impl core::fmt::Debug for Tool {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Tool").field("name", &self.name).finish_non_exhaustive()
    }
}

/// What a tool found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is as it should be.
    Fine,
    /// It is not, and the lines say why.
    Wanting,
    /// The input could not be used, and the lines say why.
    Unusable,
    /// A file could not be written, and the lines say which and why.
    Unwritten,
    /// It was stopped before it had an answer.
    Stopped,
}

/// Where a tool's lines come from and go to.
pub trait Console {
    /// The next line of what the tool reads, without its end; none at the end.
    fn read(&mut self) -> Option<String>;
    /// Whether a file to read was named.
    fn has_file(&self) -> bool {
        false
    }
    /// What to call that which is read, in front of what is wrong with it: the name of the file.
    fn source(&self) -> String {
        "standard input".into()
    }
    /// Whether lines should be JSON, where the tool has both.
    fn json(&self) -> bool;
    /// Whether a result should be JSON: that was asked for, or a program reads it.
    fn result_as_json(&self) -> bool {
        self.json()
    }
    /// Writes a line.
    fn say(&mut self, line: &str);
    /// Writes a line that is no part of the answer: a warning, or what is wrong with the input.
    fn complain(&mut self, line: &str) {
        self.say(line);
    }
    /// The text of a file that a flag names; an error says which file and why not.
    fn file(&mut self, path: &str) -> Result<String, Invalid> {
        Err(Invalid::new(path, "no file", "a file").says("files cannot be read here"))
    }
    /// Writes a file that a flag names, whole or not at all.
    fn write(&mut self, path: &str, _content: &[u8]) -> Result<(), Invalid> {
        Err(Invalid::new(path, "no file", "a file").says("files cannot be written here"))
    }
    /// Draws a scene into a file that a flag names, of the kind its name ends in.
    fn picture(&mut self, path: &str, _scene: &Scene) -> Result<(), Invalid> {
        Err(Invalid::new(path, "no picture", "a picture").says("pictures cannot be drawn here"))
    }
    /// Shows a page and waits for what a person does about it.
    fn ask(&mut self, page: &Page<'_>) -> Answer {
        self.show(page);
        self.read().map_or(Answer::End, Answer::Line)
    }
    /// Shows a page and goes on.
    fn show(&mut self, page: &Page<'_>) {
        if !page.again {
            self.say(page.heading);
            page.text.lines().for_each(|line| self.say(line));
        }
    }
    /// Leaves a page on the screen until somebody presses a key; where there is no screen nothing is shown and nothing
    /// waited for.
    fn stay(&mut self, _page: &Page<'_>) {}
    /// Writes a line that is only worth reading while a screen is there.
    fn remark(&mut self, _line: &str) {}
    /// Tells how long a person has for what is asked next; none for as long as it takes.
    fn time_left(&mut self, _left: Option<Duration>) {}
    /// Tells how far long work has come: `done` of `of`, where `of` is known.
    fn progress(&mut self, what: &str, done: u64, of: Option<u64>);
    /// Whether the work should end.
    fn stopped(&self) -> bool;
}

/// A page that a tool shows to someone who plays: as lines, or as a full screen where there is one.
#[derive(Clone, Copy)]
pub struct Page<'a> {
    /// The line above all else.
    pub heading: &'a str,
    /// The board in the game's own notation, for lines.
    pub text: &'a str,
    /// The board for a screen.
    pub scene: &'a Scene,
    /// A second board beside it, for a screen.
    pub aside: Option<&'a Scene>,
    /// What is asked; empty where nothing is.
    pub prompt: &'a str,
    /// What the player is after, in a sentence or two; empty where nobody plays. Shown when it is asked for.
    pub goal: &'a str,
    /// The keys that do something and what they do, for a screen.
    pub keys: &'a [(&'a str, &'a str)],
    /// Whether it was asked before and only the question need be told again, for lines.
    pub again: bool,
    /// Whether what is asked has settled itself, and the answer is [`Answer::End`] for now; a screen looks again and again.
    pub settled: Option<&'a dyn Fn() -> bool>,
}

impl core::fmt::Debug for Page<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Page").field("heading", &self.heading).field("prompt", &self.prompt).finish_non_exhaustive()
    }
}

/// What a person did about a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Typed a line.
    Line(String),
    /// Pressed a key.
    Key(Key),
    /// Nothing more will come.
    End,
}

/// A key on a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// Arrow left.
    Left,
    /// Arrow right.
    Right,
    /// Enter.
    Enter,
    /// Backspace or delete.
    Back,
    /// A character.
    Char(char),
}

/// A question a game ships with its answer's recipe: an experiment that can be asked for by name.
#[derive(Clone, Copy, Debug)]
pub struct Study {
    /// Its name, as in `gridhaunt experiment NAME`.
    pub name: &'static str,
    /// What it asks, in a sentence.
    pub about: &'static str,
    /// The experiment as the text of a TOML file.
    pub plan: &'static str,
}

//! What tools talk to.

use crate::{Answer, Page};
use alloc::string::String;
use core::time::Duration;
use gridhaunt_kernel::{Invalid, Scene};

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

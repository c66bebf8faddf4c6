//! The interface through which tools read and print.

use crate::{Answer, Page};
use alloc::string::String;
use core::time::Duration;
use gridhaunt_kernel::{Invalid, Scene};

/// The source of a tool's input lines and the place for its output lines.
pub trait Console {
    /// The next line of input, without the line break; none at the end.
    fn read(&mut self) -> Option<String>;
    /// Whether the user named an input file.
    fn has_file(&self) -> bool {
        false
    }
    /// The name of the input, for error messages: the name of the file.
    fn source(&self) -> String {
        "standard input".into()
    }
    /// Whether output lines should be JSON, where the tool offers both.
    fn json(&self) -> bool;
    /// Whether a result should be JSON: because it was requested, or because a program reads the output.
    fn result_as_json(&self) -> bool {
        self.json()
    }
    /// Prints a line of the tool's answer, without a line break at its end.
    fn say(&mut self, line: &str);
    /// Prints a line that is not part of the answer: a warning, or an error in the input.
    fn complain(&mut self, line: &str) {
        self.say(line);
    }
    /// The text of a file that a flag names; the error contains the file and the reason.
    fn file(&mut self, path: &str) -> Result<String, Invalid> {
        Err(Invalid::new(path, "no file", "a file").says("files cannot be read here"))
    }
    /// Writes a file that a flag names, completely or not at all.
    fn write(&mut self, path: &str, _content: &[u8]) -> Result<(), Invalid> {
        Err(Invalid::new(path, "no file", "a file").says("files cannot be written here"))
    }
    /// Draws a scene into a file that a flag names; the extension of the name decides the format.
    fn picture(&mut self, path: &str, _scene: &Scene) -> Result<(), Invalid> {
        Err(Invalid::new(path, "no picture", "a picture").says("pictures cannot be drawn here"))
    }
    /// Shows a page and waits for the person's answer.
    fn ask(&mut self, page: &Page<'_>) -> Answer {
        self.show(page);
        self.read().map_or(Answer::End, Answer::Line)
    }
    /// Shows a page and continues without waiting.
    fn show(&mut self, page: &Page<'_>) {
        if !page.again {
            self.say(page.heading);
            page.text.lines().for_each(|line| self.say(line));
        }
    }
    /// Keeps a page on the screen until a key is pressed; without a screen it shows nothing and does not wait.
    fn stay(&mut self, _page: &Page<'_>) {}
    /// Prints a line that is only useful on a screen.
    fn remark(&mut self, _line: &str) {}
    /// Sets how much time the person has for the next question; none means no limit.
    fn time_left(&mut self, _left: Option<Duration>) {}
    /// Reports the progress of long work: `done` of `of`, if `of` is known.
    fn progress(&mut self, what: &str, done: u64, of: Option<u64>);
    /// Whether the tool should stop.
    fn stopped(&self) -> bool;
}

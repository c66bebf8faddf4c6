//! What goes to standard output: a table to a terminal, JSON lines to a pipe.

use crate::args::Format;
use crate::sink::is_stdout;
use gridhaunt_arena::stats::Estimate;
use gridhaunt_draw::text::{Charset, Style};
use gridhaunt_kernel::shown::{shown, shown_lines};
use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};
use serde_json::{Value, json};
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a file is written to standard output, so that results go to standard error.
static ASIDE: AtomicBool = AtomicBool::new(false);

/// Whether results go to a terminal.
fn on_terminal() -> bool {
    if ASIDE.load(Ordering::Relaxed) { io::stderr().is_terminal() } else { io::stdout().is_terminal() }
}

/// The output options of a command: tables or JSON lines, Unicode or ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Output {
    /// JSON lines instead of tables.
    pub(crate) json: bool,
    /// A table for a spreadsheet.
    pub(crate) csv: bool,
    /// The value of `--format`.
    pub(crate) format: Format,
    pub(crate) ascii: bool,
}

impl Output {
    pub(crate) fn new(format: Format, ascii: bool) -> Self {
        Self {
            json: match format {
                Format::Auto => !on_terminal(),
                Format::Table | Format::Csv => false,
                Format::Json => true,
            },
            csv: format == Format::Csv,
            format,
            ascii,
        }
    }

    /// The same options, with results on standard error, because a file is written to standard output.
    pub(crate) fn aside(self) -> Self {
        ASIDE.store(true, Ordering::Relaxed);
        Self::new(self.format, self.ascii)
    }

    /// The style of boards in the results.
    pub(crate) fn style(self) -> Style {
        let terminal = on_terminal();
        let kind = std::env::var("TERM").ok().filter(|_| terminal).unwrap_or_default();
        let width = size().0.filter(|_| terminal);
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) || kind == "dumb";
        let charset = if self.ascii { Charset::Ascii } else { charset(&kind, locale().as_deref()) };
        Style { charset, color: terminal && !plain, width, height: None, alone: false }
    }
}

/// Columns and rows of the terminal, each if it is known: some terminals report 0.
pub(crate) fn size() -> (Option<usize>, Option<usize>) {
    let known = |cells: u16| Some(usize::from(cells)).filter(|&cells| cells > 0);
    crossterm::terminal::size().map_or((None, None), |(columns, rows)| (known(columns), known(rows)))
}

/// Terminals that show only ASCII, whatever the locale is.
const OLD_TERMINALS: [&str; 7] = ["dumb", "ansi", "vt52", "vt100", "vt102", "vt220", "vt320"];

/// Unicode if the terminal supports it and the locale, if it is set, is UTF-8; otherwise ASCII.
fn charset(terminal: &str, locale: Option<&str>) -> Charset {
    let has_unicode = |locale: &str| locale.to_ascii_uppercase().replace('-', "").contains("UTF8");
    if OLD_TERMINALS.contains(&terminal) || !locale.is_none_or(has_unicode) { Charset::Ascii } else { Charset::Unicode }
}

fn locale() -> Option<String> {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    names.iter().find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()))
}

/// A progress bar on standard error, if that is a terminal.
pub(crate) fn progress(many: u64, of: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    ProgressBar::new(many).with_style(bar_style(of))
}

/// A progress bar with the count, the rate per second and the remaining time.
pub(crate) fn bar_style(of: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(&format!(
        "{{bar:40}} {{human_pos}}/{{human_len}} {of}, {{rate}} a second, {{eta}} left"
    ));
    let rate = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
        let _ = text.write_str(&rate(state.per_sec()));
    };
    style.map_or_else(|_| ProgressStyle::default_bar(), |style| style.with_key("rate", rate))
}

/// A rate as `12,345`, or as `1.7` below 10.
fn rate(rate: f64) -> String {
    if rate < 10.0 { format!("{rate:.1}") } else { HumanCount(rate.round() as u64).to_string() }
}

/// Prints lines with control characters escaped. If the reader has closed the pipe, the error ends the program without
/// a message.
pub(crate) fn line(text: impl std::fmt::Display) -> io::Result<()> {
    put(&shown_lines(&text.to_string()))
}

/// Prints a board with its colour codes. Control characters in names have been escaped when it was drawn.
pub(crate) fn board(drawn: &str) -> io::Result<()> {
    put(drawn)
}

/// Prints to standard output, or to standard error if a file is written to standard output.
fn put(lines: &str) -> io::Result<()> {
    if ASIDE.load(Ordering::Relaxed) {
        writeln!(io::stderr().lock(), "{lines}")
    } else {
        writeln!(io::stdout().lock(), "{lines}")
    }
}

/// The name of a file for people.
pub(crate) fn place(path: &Path) -> String {
    if is_stdout(path) { "standard output".into() } else { path.display().to_string() }
}

/// The name of a file as JSON: a text; if it is not UTF-8, its readable form and its bytes.
pub(crate) fn path(path: &Path) -> Value {
    match path.to_str() {
        Some(text) => text.into(),
        None => {
            let bytes = path.as_os_str().as_encoded_bytes();
            let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            json!({"text": path.to_string_lossy(), "hex": hex})
        }
    }
}

/// Prints a line to standard error with control characters escaped; errors are ignored.
pub(crate) fn complain(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", shown_lines(line));
}

/// Prints a table with aligned columns; columns of numbers are aligned right.
pub(crate) fn table(rows: &[Vec<String>]) -> io::Result<()> {
    let one_line = |row: &Vec<String>| row.iter().map(|cell| shown(cell).into_owned()).collect();
    let rows: Vec<Vec<String>> = rows.iter().map(one_line).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cells = |column: usize| rows.iter().filter_map(move |row| row.get(column));
    let widths: Vec<usize> =
        (0..columns).map(|column| cells(column).map(|cell| cell.chars().count()).max().unwrap_or(0)).collect();
    let is_number = |cell: &String| {
        cell.chars().any(|c| c.is_ascii_digit()) && cell.chars().all(|c| !c.is_alphabetic() || "MkG".contains(c))
    };
    let numbers: Vec<bool> =
        (0..columns).map(|column| rows.len() > 1 && cells(column).skip(1).all(is_number)).collect();
    // What does not fit beside the other columns goes on below, under its own column.
    let before: usize = widths.iter().take(columns.saturating_sub(1)).map(|width| width + 2).sum();
    let room = size().0.filter(|_| on_terminal()).map(|width| width.saturating_sub(before));
    let room = room.filter(|&room| room >= LEAST_ROOM);
    for row in &rows {
        let mut text = String::new();
        for (column, cell) in row.iter().enumerate() {
            if let Some(room) = room.filter(|_| column + 1 == columns) {
                text.push_str(&wrapped(cell, room).join(&format!("\n{}", " ".repeat(before))));
                continue;
            }
            let pad = " ".repeat(widths[column] - cell.chars().count());
            let (before, after) = if numbers[column] { (pad.as_str(), "") } else { ("", pad.as_str()) };
            text.push_str(&format!("{before}{cell}{after}  "));
        }
        line(text.trim_end())?;
    }
    Ok(())
}

/// How many columns of the terminal the last column of a table needs at least to be folded into them.
const LEAST_ROOM: usize = 20;

/// A text in lines of at most so many letters, where its words allow that.
fn wrapped(text: &str, room: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last =
            lines.last_mut().filter(|last| last.is_empty() || last.chars().count() + 1 + word.chars().count() <= room);
        match last {
            Some(last) if last.is_empty() => last.push_str(word),
            Some(last) => {
                last.push(' ');
                last.push_str(word);
            }
            None => lines.push(word.into()),
        }
    }
    lines
}

/// An estimate and half the width of its interval, as `12.50 ± 0.31`.
pub(crate) fn plus_minus(estimate: Estimate) -> String {
    format!("{:.2} ± {:.2}", estimate.value, estimate.high - estimate.value)
}

/// A share and its interval in percent, as `52.3 % [49.1, 55.5]`.
pub(crate) fn percent(estimate: Estimate) -> String {
    let [value, low, high] = [estimate.value, estimate.low, estimate.high].map(|share| 100.0 * share);
    format!("{value:.1} % [{low:.1}, {high:.1}]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_go_on_in_further_lines() {
        assert_eq!(wrapped("Rats race for cheese in a maze", 12), ["Rats race", "for cheese", "in a maze"]);
        assert_eq!(wrapped("", 12), [""]);
        assert_eq!(wrapped("unbelievable cheese", 5), ["unbelievable", "cheese"]);
    }

    #[test]
    fn unicode_is_for_those_who_have_it() {
        for (terminal, locale, expected) in [
            ("xterm-256color", Some("en_US.UTF-8"), Charset::Unicode),
            ("xterm-256color", Some("C.utf8"), Charset::Unicode),
            ("xterm-256color", Some("C"), Charset::Ascii),
            ("xterm-256color", None, Charset::Unicode),
            ("vt100", Some("en_US.UTF-8"), Charset::Ascii),
            ("dumb", None, Charset::Ascii),
            ("", Some("de_DE.UTF-8"), Charset::Unicode),
        ] {
            assert_eq!(charset(terminal, locale), expected, "{terminal} {locale:?}");
        }
    }

    #[test]
    fn a_rate_has_no_more_digits_than_it_is_worth() {
        assert_eq!([0.0, 1.74, 99.5, 12_345.678].map(rate), ["0.0", "1.7", "100", "12,346"]);
    }
}

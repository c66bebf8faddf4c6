//! The input and output of a tool.

use crate::args::Format;
use crate::failure::Failure;
use crate::output::Output;
use crate::picture::Form;
use crate::screen::{Fate, Screen, Stage};
use crate::target::picture_kind;
use crate::{input, output, stop};
use gridhaunt_arena::file;
use gridhaunt_console::{Answer, Console, Page, Tool};
use gridhaunt_draw::svg::{self, Options};
use gridhaunt_kernel::shown::shown;
use gridhaunt_kernel::{Invalid, Scene};
use indicatif::{ProgressBar, ProgressStyle};
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Standard input or a file, standard output, and progress on standard error; or the whole screen for a person who
/// plays.
pub(super) struct Terminal {
    reads: Source,
    path: Option<PathBuf>,
    output: Output,
    progress: ProgressBar,
    stage: Option<Stage>,
    /// Whether an error has been printed.
    pub(super) complained: bool,
    /// Whether a file could not be written.
    pub(super) unwritten: bool,
    pub(super) played: bool,
    /// The deadline of the next answer.
    deadline: Option<Instant>,
    /// Whether the input has ended.
    ended: bool,
    /// The first error of reading or writing lines.
    trouble: RefCell<Option<io::Error>>,
}

/// The input of a tool.
enum Source {
    Nothing,
    Input,
    File(BufReader<File>),
}

impl Terminal {
    pub(super) fn open(tool: &Tool, path: Option<&Path>, output: Output) -> Result<Self, Failure> {
        let reads = match (tool.reads, path) {
            (None, _) => Source::Nothing,
            (Some(_), None) => Source::Input,
            (Some(_), Some(path)) => {
                let file = File::open(path).and_then(|file| match file.metadata()?.is_dir() {
                    true => Err(io::Error::from(io::ErrorKind::IsADirectory)),
                    false => Ok(file),
                });
                Source::File(BufReader::new(file.map_err(|error| Failure::reading(path, &error))?))
            }
        };
        Ok(Self {
            reads,
            path: path.map(Path::to_path_buf),
            output,
            progress: ProgressBar::hidden(),
            stage: None,
            complained: false,
            unwritten: false,
            played: false,
            deadline: None,
            ended: false,
            trouble: RefCell::new(None),
        })
    }

    /// Restores the terminal; returns the first error of reading or writing lines.
    pub(super) fn close(&mut self) -> Option<io::Error> {
        self.progress.finish_and_clear();
        if let Some(stage) = self.stage.take() {
            let told = stage.close();
            self.heed(told);
        }
        self.trouble.take()
    }

    /// Returns the value; on an error `None`, and the first error is kept.
    fn heed<T>(&self, result: io::Result<T>) -> Option<T> {
        result.map_err(|error| _ = self.trouble.borrow_mut().get_or_insert(error)).ok()
    }

    /// The screen, if one is possible.
    fn stage(&mut self) -> Option<&mut Stage> {
        self.played = true;
        if self.stage.is_none() && !self.has_file() && !self.json() && Screen::is_possible() {
            self.progress.finish_and_clear();
            // If no screen is possible, lines are used.
            self.stage = Stage::open(self.output.style()).ok();
        }
        self.stage.as_mut()
    }

    fn show_lines(&mut self, page: &Page<'_>) {
        if !page.again {
            self.say(page.heading);
            page.text.lines().for_each(|line| self.say(line));
        }
    }

    /// The next line of the file, or of standard input if no file was named.
    fn ask_line(&mut self, page: &Page<'_>) -> io::Result<Answer> {
        // The remaining time is shown only on a terminal, not in a pipe.
        if let Some(deadline) = self.deadline.filter(|_| io::stdout().is_terminal()) {
            let left = deadline.saturating_duration_since(Instant::now());
            write!(io::stdout(), "({} s) ", left.as_secs_f64().ceil())?;
        }
        write!(io::stdout(), "{}", shown(page.prompt))?;
        io::stdout().flush()?;
        let line = match &mut self.reads {
            _ if self.ended => None,
            Source::File(file) => line_of(file)?,
            Source::Nothing | Source::Input => stop::while_asking(|| line_of(&mut io::stdin().lock()))?,
        };
        if line.is_none() {
            self.ended = true;
            output::line("")?; // Nobody has ended the line of the prompt.
        }
        Ok(line.map_or(Answer::End, Answer::Line))
    }
}

/// The next line without trailing white space; `None` at the end. Bytes that are not UTF-8 are replaced by U+FFFD.
fn line_of(lines: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    match io::Read::take(lines, input::MOST_BYTES + 1).read_until(b'\n', &mut line)? {
        0 => Ok(None),
        read if read as u64 > input::MOST_BYTES => Err(input::too_large()),
        _ => Ok(Some(String::from_utf8_lossy(line.trim_ascii_end()).into_owned())),
    }
}

impl Console for Terminal {
    fn read(&mut self) -> Option<String> {
        let line = match &mut self.reads {
            Source::Nothing => return None,
            Source::Input => line_of(&mut io::stdin().lock()),
            Source::File(file) => line_of(file),
        };
        self.heed(line)?
    }

    fn has_file(&self) -> bool {
        self.path.is_some()
    }

    fn source(&self) -> String {
        self.path.as_ref().map_or("standard input".into(), |path| path.display().to_string())
    }

    /// Tools print the text of their game even in a pipe; JSON only with `--format json`.
    fn json(&self) -> bool {
        self.output.format == Format::Json
    }

    fn result_as_json(&self) -> bool {
        self.output.json
    }

    fn say(&mut self, line: &str) {
        match &mut self.stage {
            Some(stage) => stage.say(line, Fate::Said),
            None => _ = self.heed(self.progress.suspend(|| output::line(line))),
        }
    }

    fn complain(&mut self, line: &str) {
        self.complained = true;
        match &mut self.stage {
            Some(stage) => stage.say(line, Fate::Complained),
            None => self.progress.suspend(|| output::complain(line)),
        }
    }

    fn file(&mut self, path: &str) -> Result<String, Invalid> {
        let text = input::read_text(Path::new(path));
        text.map_err(|error| Invalid::new(path, "no text", "a file that can be read").says(input::why_not(&error)))
    }

    fn write(&mut self, path: &str, content: &[u8]) -> Result<(), Invalid> {
        file::write(Path::new(path), content).map_err(|error| {
            self.unwritten = true;
            let failure = Failure::writing(Path::new(path), &error);
            let text = failure.message().unwrap_or_default();
            let why = text.strip_prefix(&format!("{path}: ")).unwrap_or(text);
            Invalid::new(path, "no file", "a file that can be written").says(why)
        })
    }

    fn picture(&mut self, path: &str, scene: &Scene) -> Result<(), Invalid> {
        let wrong = |why: String| Invalid::new(path, "no picture", "a picture").says(why);
        let kind = picture_kind(path).ok_or_else(|| wrong("not a name that ends in .png or .svg".into()))?;
        let options = Options { cell: Form::Picture(kind).usual_cell(scene), dark: false };
        let picture = kind.draw(svg::Page::default(), scene, &options);
        let picture = picture.map_err(|failure| wrong(failure.message().unwrap_or_default().into()))?;
        self.write(path, &picture)
    }

    fn ask(&mut self, page: &Page<'_>) -> Answer {
        if self.stopped() {
            return Answer::End;
        }
        let deadline = self.deadline;
        let answer = match self.stage() {
            Some(stage) => stage.ask(page, deadline),
            None => {
                self.show_lines(page);
                self.ask_line(page)
            }
        };
        self.heed(answer).unwrap_or(Answer::End)
    }

    fn show(&mut self, page: &Page<'_>) {
        match self.stage() {
            Some(stage) => {
                let shown = stage.show(page);
                self.heed(shown);
            }
            None => self.show_lines(page),
        }
    }

    fn stay(&mut self, page: &Page<'_>) {
        if let Some(stage) = &mut self.stage {
            let stayed = stage.stay(page);
            self.heed(stayed);
        }
    }

    fn remark(&mut self, line: &str) {
        if let Some(stage) = &mut self.stage {
            stage.say(line, Fate::Gone);
        }
    }

    fn time_left(&mut self, left: Option<Duration>) {
        self.deadline = left.map(|left| Instant::now() + left);
    }

    fn progress(&mut self, what: &str, done: u64, of: Option<u64>) {
        if self.stage.is_some() {
            return;
        }
        if self.progress.is_hidden() && io::stderr().is_terminal() {
            let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg}, {elapsed}");
            self.progress = ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            self.progress.set_message(what.to_string());
        }
        self.progress.set_length(of.unwrap_or(done));
        self.progress.set_position(done);
    }

    fn stopped(&self) -> bool {
        self.stage.as_ref().map(|stage| self.heed(stage.listen()));
        self.trouble.borrow().is_some() || stop::flag().load(Ordering::Relaxed)
    }
}

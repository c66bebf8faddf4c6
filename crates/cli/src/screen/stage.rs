//! The screen of a tool: its pages, its messages and the keys that are pressed.

use super::frame::Frame;
use super::pen::Pen;
use super::{Input, Screen, board, give_back, help};
use crate::output;
use crate::stop;
use crossterm::event::KeyCode;
use gridhaunt_console::{Answer, Key, Page};
use gridhaunt_draw::text::Style;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How long a page without a question is shown at least.
const GLANCE: Duration = Duration::from_millis(120);

/// How often to check for Ctrl-C while waiting for a key.
const BEAT: Duration = Duration::from_millis(100);

pub(crate) struct Stage {
    screen: RefCell<Screen>,
    pen: Pen,
    frame: Frame,
    /// What happens to the lines of the frame's log when the screen is closed.
    fates: Vec<Fate>,
    /// The help sheet over the page, if it is open.
    help: Cell<help::Turned>,
    /// Input that was typed before it was asked for.
    typed: RefCell<VecDeque<Input>>,
    /// Whether lines were added since the page was drawn.
    stale: Cell<bool>,
    /// Until when the page is shown at least.
    seen: Instant,
    /// The deadline of the answer.
    deadline: Option<Instant>,
    /// Whether the key for leaving was pressed once; the second time leaves.
    leaving: bool,
    /// Whether the input has ended.
    ended: bool,
}

impl Stage {
    pub(crate) fn open(style: Style) -> io::Result<Self> {
        stop::flag(); // From here on a signal must not end the program before the terminal is given back.
        Ok(Self {
            screen: RefCell::new(Screen::open()?),
            pen: Pen { style },
            frame: Frame::default(),
            fates: Vec::new(),
            help: Cell::new(None),
            typed: RefCell::default(),
            stale: Cell::new(false),
            seen: Instant::now(),
            deadline: None,
            leaving: false,
            ended: false,
        })
    }

    /// Adds a line to the log; `fate` says what happens to it when the screen is closed.
    pub(crate) fn say(&mut self, line: &str, fate: Fate) {
        self.frame.log.push(line.to_string());
        self.fates.push(fate);
        self.stale.set(true);
    }

    pub(crate) fn show(&mut self, page: &Page<'_>) -> io::Result<()> {
        self.deadline = None;
        self.turn_to(page, ("Ctrl-C", "stop"))?;
        self.seen = Instant::now() + GLANCE;
        self.draw()
    }

    /// Shows a page until a key is pressed; keys that were pressed before do not count.
    pub(crate) fn stay(&mut self, page: &Page<'_>) -> io::Result<()> {
        if self.ended {
            return Ok(());
        }
        self.deadline = None;
        self.turn_to(page, ("q", "leave"))?;
        self.typed.borrow_mut().clear();
        self.draw()?;
        loop {
            match self.input(BEAT)? {
                Some(Input::Key(KeyCode::Char('q') | KeyCode::Enter) | Input::End | Input::Stop) => return Ok(()),
                Some(Input::Key(KeyCode::Char('?'))) => self.help.set(Some(0)),
                Some(Input::Key(code)) => self.help.set(help::turn(self.help.get(), code)),
                Some(_) => {}
                None if stop::flag().load(Ordering::Relaxed) => return Ok(()),
                None => continue,
            }
            self.draw()?;
        }
    }

    /// Shows a page with a question until it is answered, with the remaining seconds.
    pub(crate) fn ask(&mut self, page: &Page<'_>, deadline: Option<Instant>) -> io::Result<Answer> {
        self.deadline = deadline;
        let mut shown = self.seconds_left();
        self.turn_to(page, ("q", if self.leaving { "again to quit" } else { "quit" }))?;
        self.draw()?;
        while !self.ended {
            match self.input(BEAT)? {
                // Not Escape: over a slow line the code of an arrow key, which begins with it, may arrive in pieces.
                Some(Input::Key(KeyCode::Char('q'))) if !self.leaving && self.help.get().is_none() => {
                    self.leaving = true; // Whoever leaves may take others along, so one key is not enough.
                    self.turn_to(page, ("q", "again to quit"))?;
                    self.draw()?;
                }
                Some(Input::Key(code)) if self.help.get().is_some() => {
                    self.help.set(help::turn(self.help.get(), code));
                    self.draw()?;
                }
                Some(Input::Key(KeyCode::Char('?'))) => {
                    self.help.set(Some(0));
                    self.draw()?;
                }
                Some(Input::Key(KeyCode::Char('q')) | Input::End | Input::Stop) => self.ended = true,
                Some(Input::Key(code) | Input::Shift(code)) => {
                    self.leaving = false;
                    if let Some(key) = key(code) {
                        return Ok(Answer::Key(key));
                    }
                }
                Some(Input::Resize) => self.draw()?,
                Some(Input::Click(_) | Input::Wheel(_)) => {}
                None if page.settled.is_some_and(|settled| settled()) => return Ok(Answer::End),
                None => self.ended = stop::flag().load(Ordering::Relaxed),
            }
            if self.seconds_left() != shown {
                shown = self.seconds_left();
                self.turn_to(page, ("q", if self.leaving { "again to quit" } else { "quit" }))?;
                self.draw()?;
            }
        }
        Ok(Answer::End)
    }

    /// Reads input while no question is open, and keeps it.
    pub(crate) fn listen(&self) -> io::Result<()> {
        while self.hear(Duration::ZERO)? {}
        if self.stale.get() { self.draw() } else { Ok(()) }
    }

    /// Keeps the next input; returns whether there was any within `wait`.
    fn hear(&self, wait: Duration) -> io::Result<bool> {
        let input = self.screen.borrow().input(wait)?.map(heed);
        match input {
            Some(Input::Resize) => self.stale.set(true),
            Some(input) => self.typed.borrow_mut().push_back(input),
            None => {}
        }
        Ok(input.is_some())
    }

    /// Restores the terminal and prints the lines of the log.
    pub(crate) fn close(mut self) -> io::Result<()> {
        self.tell()
    }

    fn tell(&mut self) -> io::Result<()> {
        give_back();
        for (line, fate) in std::mem::take(&mut self.frame.log).iter().zip(&self.fates) {
            match fate {
                Fate::Said => output::line(line)?,
                Fate::Complained => output::complain(line),
                Fate::Gone => {}
            }
        }
        Ok(())
    }

    /// Shows a page after the previous one has been shown long enough, or at once if a key is pressed.
    fn turn_to(&mut self, page: &Page<'_>, leave: (&str, &str)) -> io::Result<()> {
        while self.typed.borrow().is_empty() && Instant::now() < self.seen {
            self.hear(self.seen.saturating_duration_since(Instant::now()))?;
        }
        let word = |(key, does): (&str, &str)| (key.to_string(), does.to_string());
        self.frame.heading = page.heading.to_string();
        self.frame.boards = [Some(page.scene), page.aside].into_iter().flatten().cloned().collect();
        self.frame.prompt = match self.seconds_left() {
            Some(left) => format!("{left} s  {}", page.prompt),
            None => page.prompt.to_string(),
        };
        let help = (!page.keys.is_empty()).then_some(("?", "help"));
        self.frame.keys = page.keys.iter().copied().chain(help).chain([leave]).map(word).collect();
        self.frame.goal = page.goal.to_string();
        Ok(())
    }

    fn seconds_left(&self) -> Option<u64> {
        let left = self.deadline?.saturating_duration_since(Instant::now());
        Some(left.as_secs_f64().ceil() as u64)
    }

    fn draw(&self) -> io::Result<()> {
        self.stale.set(false);
        self.screen.borrow_mut().draw(|page| {
            let area = page.area();
            let lines = self.frame.lay_out((area.width.into(), area.height.into()), self.pen);
            board::write(&lines, area, page);
            if let Some(mut from) = self.help.get() {
                let keys: Vec<(&str, &str)> =
                    self.frame.keys.iter().map(|(key, does)| (at_length(key), does.as_str())).collect();
                if let Some(scene) = self.frame.boards.first() {
                    let sheet = help::Sheet { goal: &self.frame.goal, scene, keys: &keys };
                    help::draw(&sheet, &mut from, self.pen, page);
                }
                self.help.set(Some(from));
            }
        })
    }

    fn input(&self, wait: Duration) -> io::Result<Option<Input>> {
        if let Some(input) = self.typed.borrow_mut().pop_front() {
            return Ok(Some(input));
        }
        Ok(self.screen.borrow().input(wait)?.map(heed))
    }
}

/// Handles Ctrl-C, which arrives as a key in full-screen mode; returns the input.
fn heed(input: Input) -> Input {
    if input == Input::Stop {
        stop::flag().store(true, Ordering::Relaxed);
    }
    input
}

impl Drop for Stage {
    fn drop(&mut self) {
        // After a panic; errors are ignored here, `close` returns them.
        let _ = self.tell();
    }
}

/// The name of a key in the help: where arrows work, the numpad works too.
fn at_length(key: &str) -> &str {
    if key == "arrows" { "arrows, numpad" } else { key }
}

/// What happens to a line of the log when the screen is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Said,
    /// It is printed to standard error.
    Complained,
    /// It is not printed: it was only for the screen.
    Gone,
}

/// Converts a key for tools; keys of the numpad are digits, with or without Num Lock.
const fn key(code: KeyCode) -> Option<Key> {
    Some(match code {
        KeyCode::Home => Key::Char('7'),
        KeyCode::PageUp => Key::Char('9'),
        KeyCode::End => Key::Char('1'),
        KeyCode::PageDown => Key::Char('3'),
        KeyCode::KeypadBegin => Key::Char('5'),
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Enter => Key::Enter,
        KeyCode::Backspace | KeyCode::Delete => Key::Back,
        KeyCode::Char(letter) => Key::Char(letter),
        _ => return None,
    })
}

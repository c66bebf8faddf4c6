//! The full-screen terminal, in which a match is watched or played and tools run.

mod board;
mod events;
mod frame;
mod help;
mod paper;
mod pen;
pub(crate) mod playing;
#[cfg(test)]
mod samples;
mod stage;
mod timeline;
pub(crate) mod watching;

pub(crate) use pen::Pen;
pub(crate) use stage::{Fate, Stage};

use crate::output;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use crossterm::{cursor, execute, queue, terminal};
use paper::{Paper, Position};
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The terminal in full-screen mode; it is restored in any case, even after a panic.
pub(crate) struct Screen {
    out: BufWriter<Stdout>,
    /// What it shows.
    shown: Paper,
}

/// An input event of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    Key(KeyCode),
    /// A key together with shift, for keys where that makes a difference.
    Shift(KeyCode),
    /// A click, or a movement with the button down.
    Click(Position),
    /// The mouse wheel: true for down, false for up.
    Wheel(bool),
    /// The end of the input: Ctrl-D.
    End,
    Stop,
    /// The size of the window changed.
    Resize,
}

static OPEN: AtomicBool = AtomicBool::new(false);

impl Screen {
    /// Whether input and output are a terminal.
    pub(crate) fn is_possible() -> bool {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
    }

    pub(crate) fn open() -> io::Result<Self> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                give_back();
                before(panic);
            }));
        });
        terminal::enable_raw_mode()?;
        OPEN.store(true, Ordering::SeqCst);
        let (columns, rows) = size();
        let screen = Self { out: BufWriter::new(io::stdout()), shown: Paper::new(columns, rows) };
        // A terminal without an alternate screen, or one that does not clear it, still shows the old text.
        let clear = terminal::Clear(terminal::ClearType::All);
        execute!(io::stdout(), terminal::EnterAlternateScreen, clear, event::EnableMouseCapture, cursor::Hide)?;
        Ok(screen)
    }

    /// Draws a page over the previous one: only the differences are written, all at once, so that nothing flickers.
    pub(crate) fn draw(&mut self, draw: impl FnOnce(&mut Paper)) -> io::Result<()> {
        queue!(self.out, terminal::BeginSynchronizedUpdate)?;
        let (columns, rows) = size();
        let mut page = Paper::new(columns, rows);
        if page.area() != self.shown.area() {
            queue!(self.out, terminal::Clear(terminal::ClearType::All))?;
            self.shown = page.clone();
        }
        draw(&mut page);
        page.write_changes(&self.shown, &mut self.out)?;
        self.shown = page;
        execute!(self.out, terminal::EndSynchronizedUpdate)
    }

    /// The next input; `None` if there is none within `wait`.
    pub(crate) fn input(&self, wait: Duration) -> io::Result<Option<Input>> {
        if !event::poll(wait)? {
            return Ok(None);
        }
        Ok(meaning(&event::read()?))
    }
}

/// The columns and rows of the terminal; 80 and 24 if they are not known.
fn size() -> (u16, u16) {
    let (columns, rows) = output::size();
    let cells = |known: Option<usize>, usual: u16| known.and_then(|known| u16::try_from(known).ok()).unwrap_or(usual);
    (cells(columns, 80), cells(rows, 24))
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Whether the terminal is in full-screen mode now.
pub(crate) fn is_open() -> bool {
    OPEN.load(Ordering::SeqCst)
}

/// Restores the terminal, if it is in full-screen mode.
pub(crate) fn give_back() {
    if OPEN.swap(false, Ordering::SeqCst) {
        // Errors are ignored: they cannot be reported any more.
        // Without an alternate screen the next line goes below the page.
        let below = cursor::MoveTo(0, size().1.saturating_sub(1));
        let _ = execute!(io::stdout(), event::DisableMouseCapture, below, cursor::Show, terminal::LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
        let _ = io::stdout().flush();
    }
}

/// The direction of an arrow key: columns to the right, rows down.
const fn way(code: KeyCode) -> Option<(i32, i32)> {
    Some(match code {
        KeyCode::Left => (-1, 0),
        KeyCode::Right => (1, 0),
        KeyCode::Up => (0, -1),
        KeyCode::Down => (0, 1),
        _ => return None,
    })
}

/// The input that an event of the terminal stands for, if any.
fn meaning(event: &Event) -> Option<Input> {
    let KeyEvent { code, modifiers, .. } = match event {
        Event::Resize(..) => return Some(Input::Resize),
        Event::Key(key) if key.kind != KeyEventKind::Release => *key,
        Event::Mouse(mouse) => {
            return match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) | MouseEventKind::Drag(MouseButton::Left) => {
                    Some(Input::Click(Position { x: mouse.column, y: mouse.row }))
                }
                MouseEventKind::ScrollDown => Some(Input::Wheel(true)),
                MouseEventKind::ScrollUp => Some(Input::Wheel(false)),
                _ => None,
            };
        }
        _ => return None,
    };
    if modifiers.contains(KeyModifiers::CONTROL) {
        return match code {
            KeyCode::Char('c') => Some(Input::Stop),
            KeyCode::Char('d') => Some(Input::End),
            _ => None,
        };
    }
    // A letter is already upper or lower case.
    let shift = modifiers.contains(KeyModifiers::SHIFT) && !matches!(code, KeyCode::Char(_) | KeyCode::BackTab);
    Some(if shift { Input::Shift(code) } else { Input::Key(code) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossterm::event::MouseEvent;

    #[test]
    fn keys_mean_what_the_page_says() {
        let of = |code, modifiers| meaning(&Event::Key(KeyEvent::new(code, modifiers)));
        assert_eq!(of(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Input::Stop));
        assert_eq!(of(KeyCode::Char('d'), KeyModifiers::CONTROL), Some(Input::End));
        assert_eq!(of(KeyCode::Char('x'), KeyModifiers::CONTROL), None);
        assert_eq!(of(KeyCode::Char('q'), KeyModifiers::NONE), Some(Input::Key(KeyCode::Char('q'))));
        assert_eq!(of(KeyCode::Esc, KeyModifiers::NONE), Some(Input::Key(KeyCode::Esc)));
        assert_eq!(of(KeyCode::Char('S'), KeyModifiers::SHIFT), Some(Input::Key(KeyCode::Char('S'))));
        assert_eq!(of(KeyCode::BackTab, KeyModifiers::SHIFT), Some(Input::Key(KeyCode::BackTab)));
        assert_eq!(of(KeyCode::Up, KeyModifiers::SHIFT), Some(Input::Shift(KeyCode::Up)));
        let release = KeyEvent { kind: KeyEventKind::Release, ..KeyEvent::new(KeyCode::Up, KeyModifiers::NONE) };
        assert_eq!(meaning(&Event::Key(release)), None);
        assert_eq!(meaning(&Event::Resize(1, 1)), Some(Input::Resize));
        assert_eq!(meaning(&Event::FocusLost), None);
    }

    #[test]
    fn the_mouse_clicks_and_turns() {
        let of = |kind| meaning(&Event::Mouse(MouseEvent { kind, column: 3, row: 2, modifiers: KeyModifiers::NONE }));
        assert_eq!(of(MouseEventKind::Down(MouseButton::Left)), Some(Input::Click(Position { x: 3, y: 2 })));
        assert_eq!(of(MouseEventKind::Drag(MouseButton::Left)), Some(Input::Click(Position { x: 3, y: 2 })));
        assert_eq!(of(MouseEventKind::Down(MouseButton::Right)), None);
        assert_eq!(
            [of(MouseEventKind::ScrollDown), of(MouseEventKind::ScrollUp)],
            [true, false].map(Input::Wheel).map(Some)
        );
        assert_eq!(of(MouseEventKind::Moved), None);
    }
}

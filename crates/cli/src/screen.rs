//! The whole terminal: where a match is watched or played, and where a tool is.

mod board;
mod events;
mod frame;
mod help;
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
use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Position, Rect};
use ratatui::{Frame as Canvas, Terminal, TerminalOptions, Viewport};
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The terminal while it shows one page; given back as it was, whatever happens.
pub(crate) struct Screen {
    terminal: Terminal<CrosstermBackend<BufWriter<Stdout>>>,
    area: Rect,
}

/// What somebody did at the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    Key(KeyCode),
    /// Pressed a key together with shift, where that is another key.
    Shift(KeyCode),
    /// Clicked somewhere, or went on with the button down.
    Click(Position),
    /// Turned the wheel: down, or else up.
    Wheel(bool),
    /// Ended the input: Ctrl-D.
    End,
    Stop,
    /// Made the window larger or smaller.
    Resize,
}

static OPEN: AtomicBool = AtomicBool::new(false);

impl Screen {
    /// Whether there is somebody to see it and to press keys.
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
        let area = area();
        let options = TerminalOptions { viewport: Viewport::Fixed(area) };
        let terminal = Terminal::with_options(CrosstermBackend::new(BufWriter::new(io::stdout())), options)?;
        terminal::enable_raw_mode()?;
        OPEN.store(true, Ordering::SeqCst);
        let screen = Self { terminal, area };
        // A terminal without a second screen, or one that does not empty it, still has on it what was there before.
        let clear = terminal::Clear(terminal::ClearType::All);
        execute!(io::stdout(), terminal::EnterAlternateScreen, clear, event::EnableMouseCapture, cursor::Hide)?;
        Ok(screen)
    }

    /// Draws a page over the one before: only what differs is written, and all at once, so that nothing flickers.
    pub(crate) fn draw(&mut self, page: impl FnOnce(&mut Canvas<'_>)) -> io::Result<()> {
        queue!(self.terminal.backend_mut(), terminal::BeginSynchronizedUpdate)?;
        if area() != self.area {
            self.area = area();
            self.terminal.resize(self.area)?;
        }
        self.terminal.draw(page)?;
        execute!(self.terminal.backend_mut(), terminal::EndSynchronizedUpdate)
    }

    /// What somebody does next, none if that takes longer than `wait`.
    pub(crate) fn input(&self, wait: Duration) -> io::Result<Option<Input>> {
        if !event::poll(wait)? {
            return Ok(None);
        }
        Ok(meaning(&event::read()?))
    }
}

/// The cells of the terminal; those of old ones if they are not told.
fn area() -> Rect {
    let (columns, rows) = output::size();
    let cells = |known: Option<usize>, usual: u16| known.and_then(|known| u16::try_from(known).ok()).unwrap_or(usual);
    Rect::new(0, 0, cells(columns, 80), cells(rows, 24))
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Whether the terminal is a screen now.
pub(crate) fn is_open() -> bool {
    OPEN.load(Ordering::SeqCst)
}

/// Gives the terminal back as it was, if it is a screen.
pub(crate) fn give_back() {
    if OPEN.swap(false, Ordering::SeqCst) {
        // There is nobody to tell that it failed.
        // Where there is no second screen the next line goes below what was shown.
        let below = cursor::MoveTo(0, area().height.saturating_sub(1));
        let _ = execute!(io::stdout(), event::DisableMouseCapture, below, cursor::Show, terminal::LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
        let _ = io::stdout().flush();
    }
}

/// Where an arrow points on the page: columns to the right, rows down.
const fn way(code: KeyCode) -> Option<(i32, i32)> {
    Some(match code {
        KeyCode::Left => (-1, 0),
        KeyCode::Right => (1, 0),
        KeyCode::Up => (0, -1),
        KeyCode::Down => (0, 1),
        _ => return None,
    })
}

/// What an event means, if anything.
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
    // A letter says by itself whether it is large.
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

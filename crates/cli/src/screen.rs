//! The whole terminal: where a replay is watched, and where a tool is played.

mod frame;
mod stage;

pub(crate) use frame::Frame;
pub(crate) use stage::Stage;

use crate::output;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::{cursor, execute, queue, terminal};
use gridhaunt_draw::text;
use std::io::{self, IsTerminal, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The terminal while it shows one page; given back as it was, whatever happens.
pub(crate) struct Screen(());

/// What somebody did at the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// Pressed a key.
    Key(KeyCode),
    /// Wants to leave: `q`, escape, or the end of input.
    Leave,
    /// Pressed Ctrl-C.
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
        terminal::enable_raw_mode()?;
        OPEN.store(true, Ordering::SeqCst);
        let screen = Self(());
        execute!(io::stdout(), terminal::EnterAlternateScreen, cursor::Hide)?;
        Ok(screen)
    }

    /// Columns and lines; those of old terminals if they are not told.
    pub(crate) fn size(&self) -> (usize, usize) {
        let (columns, rows) = output::size();
        (columns.unwrap_or(80), rows.unwrap_or(24))
    }

    /// Draws a page in one write, over the one before, so that nothing flickers.
    pub(crate) fn draw(&self, lines: &[String]) -> io::Result<()> {
        let (columns, rows) = self.size();
        let mut page = Vec::new();
        queue!(page, terminal::BeginSynchronizedUpdate)?;
        for row in 0..rows {
            let line = lines.get(row).map(|line| text::crop(line, columns)).unwrap_or_default();
            let rest = columns - text::width(&line);
            queue!(page, cursor::MoveTo(0, row as u16))?;
            write!(page, "{line}{:rest$}", "")?;
        }
        queue!(page, terminal::EndSynchronizedUpdate)?;
        let mut out = io::stdout().lock();
        out.write_all(&page)?;
        out.flush()
    }

    /// What somebody does next, none if that takes longer than `wait`.
    pub(crate) fn input(&self, wait: Duration) -> io::Result<Option<Input>> {
        if !event::poll(wait)? {
            return Ok(None);
        }
        Ok(meaning(&event::read()?))
    }
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
        let _ = execute!(io::stdout(), cursor::Show, terminal::LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
    }
}

/// What an event means, if anything.
fn meaning(event: &Event) -> Option<Input> {
    let KeyEvent { code, modifiers, .. } = match event {
        Event::Resize(..) => return Some(Input::Resize),
        Event::Key(key) if key.kind != KeyEventKind::Release => *key,
        _ => return None,
    };
    if modifiers.contains(KeyModifiers::CONTROL) {
        return match code {
            KeyCode::Char('c') => Some(Input::Stop),
            KeyCode::Char('d') => Some(Input::Leave),
            _ => None,
        };
    }
    Some(match code {
        KeyCode::Char('q') => Input::Leave, // Not escape: a slow line may tear the code of an arrow behind it.
        code => Input::Key(code),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_mean_what_the_page_says() {
        let of = |code, modifiers| meaning(&Event::Key(KeyEvent::new(code, modifiers)));
        assert_eq!(of(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Input::Stop));
        assert_eq!(of(KeyCode::Char('d'), KeyModifiers::CONTROL), Some(Input::Leave));
        assert_eq!(of(KeyCode::Char('x'), KeyModifiers::CONTROL), None);
        assert_eq!(of(KeyCode::Char('q'), KeyModifiers::NONE), Some(Input::Leave));
        assert_eq!(of(KeyCode::Esc, KeyModifiers::NONE), Some(Input::Key(KeyCode::Esc)));
        assert_eq!(of(KeyCode::Char('c'), KeyModifiers::NONE), Some(Input::Key(KeyCode::Char('c'))));
        assert_eq!(of(KeyCode::Up, KeyModifiers::SHIFT), Some(Input::Key(KeyCode::Up)));
        let release = KeyEvent { kind: KeyEventKind::Release, ..KeyEvent::new(KeyCode::Up, KeyModifiers::NONE) };
        assert_eq!(meaning(&Event::Key(release)), None);
        assert_eq!(meaning(&Event::Resize(1, 1)), Some(Input::Resize));
        assert_eq!(meaning(&Event::FocusLost), None);
    }
}

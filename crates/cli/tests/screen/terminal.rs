//! A simulated terminal: a program runs in it, keys are pressed, and the screen is read.

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Termios, Winsize, tcgetattr, tcsetwinsize};
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How long the program may take to show or to do something.
const PATIENCE: Duration = Duration::from_secs(20);

/// The text in a terminal without an alternate screen before the program runs.
pub(crate) const OLD: &str = "what was there before\r\n";

pub(crate) struct Terminal {
    keyboard: File,
    line: File,
    child: Child,
    picture: Arc<Mutex<Picture>>,
}

impl Terminal {
    /// Runs the program in a terminal of this kind and size.
    pub(crate) fn run(args: &[&str], folder: &Path, kind: &str, columns: u16, rows: u16) -> Self {
        Self::run_in(args, folder, kind, "C", columns, rows)
    }

    /// Runs the program with this locale.
    pub(crate) fn run_in(args: &[&str], folder: &Path, kind: &str, locale: &str, columns: u16, rows: u16) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let path = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
        let line = File::options().read(true).write(true).open(path).unwrap();
        let keyboard = File::from(master);
        size(&keyboard, columns, rows);
        let end = || line.try_clone().unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_gridhaunt"))
            .args(args)
            .current_dir(folder)
            .env("TERM", kind)
            .env("LC_ALL", locale)
            .env("NO_COLOR", "1")
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .unwrap();
        let mut before = Picture { is_single: kind == "screen", ..Picture::default() };
        if before.is_single {
            before.feed(OLD.repeat(rows.into()).as_bytes());
        }
        let picture = Arc::new(Mutex::new(before));
        let (mut output, shared) = (keyboard.try_clone().unwrap(), picture.clone());
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                shared.lock().unwrap().feed(&bytes[..count]);
            }
        });
        Self { keyboard, line, child, picture }
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Makes the window larger or smaller.
    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        size(&self.keyboard, columns, rows);
        self.picture.lock().unwrap().cut(columns.into(), rows.into());
        self.signal(Signal::WINCH);
    }

    pub(crate) fn signal(&mut self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits until the screen fulfils a condition.
    pub(crate) fn wait_for(&self, what: &str, holds: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let shown = self.shown();
            if holds(&shown) {
                return shown;
            }
            assert!(start.elapsed() < PATIENCE, "no {what} in\n{shown}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    pub(crate) fn wait_for_text(&self, text: &str) -> String {
        self.wait_for(text, |shown| shown.contains(text))
    }

    /// The current contents of the screen.
    pub(crate) fn shown(&self) -> String {
        self.picture.lock().unwrap().text()
    }

    /// Whether the program uses the alternate screen.
    pub(crate) fn is_screen(&self) -> bool {
        self.picture.lock().unwrap().alternate
    }

    /// Waits for the end; returns the exit status and the text left in the terminal.
    pub(crate) fn end(mut self) -> (Option<i32>, String) {
        let start = Instant::now();
        let status = loop {
            match self.child.try_wait().unwrap() {
                Some(status) => break status,
                None if start.elapsed() > PATIENCE => panic!("still runs:\n{}", self.shown()),
                None => std::thread::sleep(Duration::from_millis(10)),
            }
        };
        let termios: Termios = tcgetattr(&self.line).unwrap();
        assert!(termios.local_modes.contains(LocalModes::ECHO | LocalModes::ICANON), "the terminal is given back");
        self.wait_for("normal screen", |_| !self.is_screen());
        std::thread::sleep(Duration::from_millis(50));
        (status.code(), self.shown())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn size(terminal: &File, columns: u16, rows: u16) {
    let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(terminal, size).unwrap();
}

/// The contents of a terminal; only cursor positions and screen switching are interpreted.
#[derive(Default)]
struct Picture {
    lines: Vec<Vec<char>>,
    row: usize,
    column: usize,
    alternate: bool,
    /// Whether there is no alternate screen; GNU screen has none by default.
    is_single: bool,
    /// The lines of the normal screen while the other is shown, and where they end.
    normal: Option<(Vec<Vec<char>>, usize, usize)>,
    escape: Option<String>,
    bytes: Vec<u8>,
}

impl Picture {
    fn feed(&mut self, bytes: &[u8]) {
        self.bytes.extend(bytes);
        let known = match std::str::from_utf8(&self.bytes) {
            Ok(text) => text.len(),
            Err(error) => error.valid_up_to(),
        };
        let rest = self.bytes.split_off(known);
        let text = String::from_utf8(std::mem::replace(&mut self.bytes, rest)).unwrap();
        text.chars().for_each(|character| self.put(character));
    }

    fn put(&mut self, character: char) {
        if let Some(escape) = &mut self.escape {
            escape.push(character);
            if character != '[' && (character.is_ascii_alphabetic() || escape.len() == 1) {
                let escape = self.escape.take().unwrap();
                self.steer(&escape);
            }
            return;
        }
        match character {
            '\u{1b}' => self.escape = Some(String::new()),
            '\n' => self.row += 1,
            '\r' => self.column = 0,
            _ => {
                self.lines.resize_with(self.lines.len().max(self.row + 1), Vec::new);
                let line = &mut self.lines[self.row];
                line.resize(line.len().max(self.column + 1), ' ');
                line[self.column] = character;
                self.column += 1;
            }
        }
    }

    fn steer(&mut self, escape: &str) {
        match escape {
            "[?1049h" | "[?1049l" if self.is_single => {}
            "[?1049h" => {
                self.alternate = true;
                self.normal = Some((std::mem::take(&mut self.lines), self.row, self.column));
            }
            "[?1049l" => {
                self.alternate = false;
                (self.lines, self.row, self.column) = self.normal.take().unwrap_or_default();
            }
            "[2J" => self.lines.clear(),
            "[J" => {
                self.lines.truncate(self.row + 1);
                if let Some(line) = self.lines.get_mut(self.row) {
                    line.truncate(self.column);
                }
            }
            _ => {
                if let Some((row, column)) =
                    escape.strip_prefix('[').and_then(|rest| rest.strip_suffix('H')?.split_once(';'))
                {
                    (self.row, self.column) = (row.parse::<usize>().unwrap() - 1, column.parse::<usize>().unwrap() - 1);
                }
            }
        }
    }

    fn cut(&mut self, columns: usize, rows: usize) {
        self.lines.truncate(rows);
        self.lines.iter_mut().for_each(|line| line.truncate(columns));
    }

    fn text(&self) -> String {
        let line = |line: &Vec<char>| format!("{}\n", line.iter().collect::<String>().trim_end());
        self.lines.iter().map(line).collect()
    }
}

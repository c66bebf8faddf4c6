//! Adaptors (B1): players that were written for another program play here unchanged, named by a prefix.
//!
//! `pyrat:players/my_player.py` is a player, `pyrat:players/my_player.py:MyPlayer` one of several in a file, and
//! `pyrat:alice` the one player in a folder. Each becomes a program like any other: its clock, its sandbox, its digest
//! and its faults are those of [`gridhaunt_host`].

use gridhaunt_host::identity::LEFT_OUT;
use gridhaunt_host::manifest::Program;
use gridhaunt_host::player::Kind;
use gridhaunt_kernel::Invalid;
use std::path::Path;

/// Players of one kind.
struct Adaptor {
    /// How they are named and played.
    kind: Kind<'static>,
    /// What the text of every file holds that has a player, to tell such files from others in a folder.
    mark: &'static str,
}

/// All of them, a line each. What the module of `pyrat` does is R42 to R52 of PyRat.
const ADAPTORS: [Adaptor; 1] = [Adaptor {
    kind: Kind { scheme: "pyrat", module: "gridhaunt.guests.pyrat_game.player", games: &["pyrat"] },
    mark: "def turn",
}];

/// The name of a player, taken apart.
pub struct Word<'a> {
    adaptor: &'static Adaptor,
    /// Its file or folder.
    pub path: &'a str,
    class: Option<&'a str>,
    /// The options after it.
    pub options: Option<&'a str>,
}

impl<'a> Word<'a> {
    /// Takes apart what has the prefix of an adaptor: `SCHEME:PATH` or `SCHEME:PATH:CLASS`, with `:option=value` after
    /// it if need be.
    #[must_use]
    pub fn read(text: &'a str) -> Option<Self> {
        let (scheme, rest) = text.split_once(':')?;
        let adaptor = ADAPTORS.iter().find(|adaptor| adaptor.kind.scheme == scheme)?;
        let is_path = |text: &str| Path::new(text).exists();
        let (rest, options) = match rest.rsplit_once(':') {
            Some((before, options)) if options.contains('=') && !is_path(rest) => (before, Some(options)),
            _ => (rest, None),
        };
        let is_class = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_');
        let (path, class) = match rest.rsplit_once(':') {
            Some((before, class)) if is_class(class) && !is_path(rest) => (before, Some(class)),
            _ => (rest, None),
        };
        Some(Self { adaptor, path, class, options })
    }

    /// The program that plays for it.
    ///
    /// # Errors
    /// There is no such file or folder.
    pub fn program(&self) -> Result<Program, Invalid> {
        if self.path.is_empty() {
            let scheme = self.adaptor.kind.scheme;
            let words = format!("{scheme}: needs the path of a player, such as {scheme}:players/my_player.py");
            return Err(Invalid::new("bot", scheme, "a player").says(words));
        }
        Program::of_player(Path::new(self.path), self.class, self.adaptor.kind)
    }

    /// The same player at another path.
    #[must_use]
    pub fn at(&self, path: &Path) -> String {
        let more = [self.class, self.options].into_iter().flatten().map(|part| format!(":{part}"));
        format!("{}:{}{}", self.adaptor.kind.scheme, path.display(), more.collect::<String>())
    }

    /// Whether what lies in a folder is a player: a file that looks like one and is not there for others alone, or a
    /// folder with such a file.
    #[must_use]
    pub fn is_player(&self, path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with(['_', '.']) || LEFT_OUT.contains(&name.as_ref()) {
            return false;
        }
        let mut below = std::fs::read_dir(path).into_iter().flatten().flatten();
        self.is_file(path) || below.any(|entry| self.is_file(&entry.path()))
    }

    /// Whether a file of Python holds what every file with a player holds.
    fn is_file(&self, path: &Path) -> bool {
        let is_python = path.extension().is_some_and(|ending| ending == "py") && path.is_file();
        is_python && std::fs::read(path).is_ok_and(|text| String::from_utf8_lossy(&text).contains(self.adaptor.mark))
    }
}

/// What the names of players of a game begin with.
pub fn prefixes(game: &str) -> impl Iterator<Item = String> {
    let plays = move |adaptor: &&Adaptor| adaptor.kind.games.contains(&game);
    ADAPTORS.iter().filter(plays).map(|adaptor| format!("{}:", adaptor.kind.scheme))
}

/// Whether a word begins as a player of an adaptor does.
#[must_use]
pub fn is_meant(word: &str) -> bool {
    Word::read(word).is_some()
}

/// The program that a word names: a player of an adaptor, or a file or folder (B1). Options after it are not looked at.
///
/// # Errors
/// There is none, or its manifest is wrong.
pub fn find_program(word: &str) -> Result<Program, Invalid> {
    Word::read(word).map_or_else(|| Program::find(word), |word| word.program())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_taken_apart() {
        // B1
        let read = |text| Word::read(text).map(|word| (word.path, word.class, word.options));
        assert_eq!(read("pyrat:a/b.py"), Some(("a/b.py", None, None)));
        assert_eq!(read("pyrat:a/b.py:Rat"), Some(("a/b.py", Some("Rat"), None)));
        assert_eq!(read("pyrat:a/b.py:Rat:depth=3"), Some(("a/b.py", Some("Rat"), Some("depth=3"))));
        assert_eq!(read("pyrat:a/b.py:depth=3"), Some(("a/b.py", None, Some("depth=3"))));
        assert_eq!(read("pyrat:"), Some(("", None, None)));
        for other in ["pyrat", "greedy:ties=first", "./pyrat:a", "rat:a.py"] {
            assert!(!is_meant(other), "{other}");
        }
        assert_eq!(Word::read("pyrat:a.py:Rat:x=1").unwrap().at(Path::new("b/c.py")), "pyrat:b/c.py:Rat:x=1");
        let error = find_program("pyrat:").unwrap_err().to_string();
        assert_eq!(error, "bot: pyrat: needs the path of a player, such as pyrat:players/my_player.py");
        assert!(find_program("pyrat:none.py").unwrap_err().to_string().starts_with("bot: there is no file or folder "));
    }
}

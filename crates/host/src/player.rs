//! A player that was written for another program (B1): its file or folder becomes a bot without a change, by a manifest
//! that is made for it.

use crate::identity::LEFT_OUT;
use crate::manifest::{Program, shown};
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Value, brief};
use std::fs;
use std::path::Path;

/// The name that a folder without a usable one has in archives.
const FOLDER: &str = "player";

/// What makes a bot of a player that has no manifest.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Made {
    /// The text of its manifest, which is one of its files.
    pub manifest: String,
    /// The folder below that of the manifest in which its files are.
    pub folder: String,
    /// What stands before and after its path in its name.
    around: (String, String),
}

/// A kind of players: who they were written for does not matter here.
#[derive(Clone, Copy, Debug)]
pub struct Kind<'a> {
    /// What their names begin with, before a colon.
    pub scheme: &'a str,
    /// The module of our Python package that plays for them; its words are the path of the player and its class.
    pub module: &'a str,
    /// The games they play.
    pub games: &'a [&'a str],
}

impl Program {
    /// The program of a player: a file or a folder, and a class in it if it is named. All files of the folder that a
    /// file is in belong to it.
    ///
    /// # Errors
    /// There is no such file or folder, or its name is none for a bot.
    pub fn of_player(path: &Path, class: Option<&str>, kind: Kind<'_>) -> Result<Self, Invalid> {
        let shown = shown(path);
        let missing = |words: String| Invalid::new("bot", Value::from(shown.as_str()), "a player").says(words);
        let whole = fs::canonicalize(path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => missing(format!("there is no file or folder {shown}")),
            _ => missing(format!("{shown}: {error}")),
        })?;
        let is_folder = whole.is_dir();
        if !is_folder && (!whole.is_file() || whole.extension().is_none_or(|ending| ending != "py")) {
            return Err(missing(format!("{shown} is neither a folder nor a file that ends in .py")));
        }
        let name_of = |path: &Path| path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_string();
        let folder = if is_folder { whole.as_path() } else { whole.parent().unwrap_or(Path::new("/")) };
        let inside = Some(name_of(folder)).filter(|name| !name.is_empty() && !LEFT_OUT.contains(&name.as_str()));
        let inside = inside.unwrap_or_else(|| FOLDER.into());
        let place = if is_folder { inside.clone() } else { format!("{inside}/{}", name_of(&whole)) };
        let words = |place: &str| {
            let class = class.map(|class| Value::from(class).to_string());
            let words = [Some(Value::from(kind.module).to_string()), Some(Value::from(place).to_string()), class];
            words.into_iter().flatten().collect::<Vec<_>>().join(", ")
        };
        // What JSON writes of texts TOML reads.
        let games = Value::from(kind.games.to_vec());
        let text = |place: &str| format!("games = {games}\npython = [{}]\n", words(place));
        let usual = match (class, whole.file_stem()) {
            (Some(class), _) => class.to_string(),
            (None, Some(stem)) if !is_folder => stem.to_string_lossy().into_owned(),
            _ => name_of(folder),
        };
        let program = Self::read_as(folder, &text(&whole.to_string_lossy()), Some(&usual)).map_err(|_| {
            let expected = "1 to 64 letters, digits, - _ .";
            Invalid::new("bot", brief(&usual.as_str().into()), expected)
                .says(format!("{shown}: {usual:?} is no name for a bot, need {expected}"))
        })?;
        let around = (format!("{}:", kind.scheme), class.map_or_else(String::new, |class| format!(":{class}")));
        let made = Made { manifest: text(&place), folder: inside, around };
        Ok(Self { path: whole.clone(), made: Some(made), ..program })
    }

    /// How it is named, if this is its path.
    #[must_use]
    pub fn named_at(&self, path: &Path) -> std::path::PathBuf {
        let Some(Made { around: (before, after), .. }) = &self.made else { return path.into() };
        let mut name = std::ffi::OsString::from(before);
        name.push(path);
        name.push(after);
        name.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{archive, identity};

    const KIND: Kind<'_> = Kind { scheme: "some", module: "gridhaunt.guests.some", games: &["pyrat"] };

    #[test]
    fn a_player_is_its_folder_and_a_manifest_that_is_made_for_it() {
        // B1, B3
        let home = tempfile::tempdir().unwrap();
        let players = home.path().join("players");
        fs::create_dir_all(players.join("venv/lib")).unwrap();
        fs::create_dir_all(players.join("replays")).unwrap();
        for (name, text) in [
            ("rat.py", "a"),
            ("other.py", "b"),
            ("venv/pyvenv.cfg", "c"),
            ("venv/lib/d.py", "d"),
            (".hidden", "e"),
            ("replays/f.jsonl", "f"),
            ("gridhaunt.db", "g"),
        ] {
            fs::write(players.join(name), text).unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink("/etc/passwd", players.join("link")).unwrap();
        let rat = Program::of_player(&players.join("rat.py"), None, KIND).unwrap();
        assert_eq!((rat.name.as_str(), rat.games.as_slice()), ("rat", ["pyrat".to_string()].as_slice()));
        assert!(rat.run.last().is_some_and(|last| last.ends_with("/players/rat.py")), "{:?}", rat.run);
        let named = Program::of_player(&players.join("rat.py"), Some("Rat"), KIND).unwrap();
        assert_eq!((named.name.as_str(), named.run.last().map(String::as_str)), ("Rat", Some("Rat")));
        assert_eq!(named.named_at(Path::new("./rat.py")), Path::new("some:./rat.py:Rat"));
        assert_ne!(identity::digest(&rat), identity::digest(&named), "another class is another bot");

        let packed = archive::pack(&named).unwrap();
        assert_eq!(packed.digest, identity::digest(&named).unwrap());
        let copy = archive::unpack(&packed, &home.path().join("copy")).unwrap();
        assert_eq!((copy.name.as_str(), copy.games.as_slice()), ("Rat", ["pyrat".to_string()].as_slice()));
        assert_eq!(&copy.run[copy.run.len() - 3..], ["gridhaunt.guests.some", "players/rat.py", "Rat"]);
        let files: Vec<String> = identity::files(&copy).unwrap().into_iter().map(|file| file.name).collect();
        assert_eq!(files, ["bot.toml", "players/other.py", "players/rat.py"]);
        assert_eq!(identity::digest(&copy).unwrap(), packed.digest, "the copy is what was digested");

        fs::write(players.join("other.py"), "new").unwrap();
        assert_ne!(identity::digest(&named).unwrap(), packed.digest, "what it may import belongs to it");
        let whole = Program::of_player(&players, None, KIND).unwrap();
        assert_eq!(whole.name, "players");
    }

    #[test]
    fn what_is_no_player_is_told() {
        let home = tempfile::tempdir().unwrap();
        let error = |name: &str| Program::of_player(&home.path().join(name), None, KIND).unwrap_err().to_string();
        assert!(error("none.py").starts_with("bot: there is no file or folder "));
        fs::write(home.path().join("a.txt"), "").unwrap();
        assert!(error("a.txt").ends_with("a.txt is neither a folder nor a file that ends in .py"));
        fs::write(home.path().join("a b.py"), "").unwrap();
        let large = home.path().join("large");
        fs::create_dir(&large).unwrap();
        fs::File::create(large.join("films")).unwrap().set_len(300 << 20).unwrap();
        fs::write(large.join("rat.py"), "").unwrap();
        let rat = Program::of_player(&large.join("rat.py"), None, KIND).unwrap();
        assert!(identity::digest(&rat).unwrap_err().to_string().ends_with("so give it a folder of its own"));
        assert!(error("a b.py").ends_with("\"a b\" is no name for a bot, need 1 to 64 letters, digits, - _ ."));
    }
}

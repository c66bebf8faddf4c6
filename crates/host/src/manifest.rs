//! A bot that is a program (B1, B2): how it is found, and what its manifest says.

use crate::clock::time;
use crate::player::Made;
use crate::python;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Map, Reader, Value, brief, nearest};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The file that makes a folder a bot.
pub const MANIFEST: &str = "bot.toml";
/// How long a start may take if the manifest does not say (B10).
pub const STARTUP: Duration = Duration::from_secs(10);
/// The longest start that a manifest may ask for (B10).
pub const MOST_STARTUP: Duration = Duration::from_secs(60);
/// The endings of files that are bots without being executable.
const ENDINGS: [&str; 4] = ["py", "js", "mjs", "jar"];
/// The largest manifest.
const MOST_BYTES: u64 = 64 << 10;

/// A program that plays, as its manifest or its file says.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The name of the entrant.
    pub name: String,
    /// Where it is: the folder, or the file.
    pub path: PathBuf,
    /// The folder that it is started in.
    pub folder: PathBuf,
    /// The games it plays; none for any.
    pub games: Vec<String>,
    /// The command line, without a shell.
    pub run: Vec<String>,
    /// The command that builds it, if it needs one.
    pub build: Option<Vec<String>>,
    /// What is added to its environment.
    pub env: Vec<(String, String)>,
    /// The options that `start` hands over.
    pub options: Map<String, Value>,
    /// Whether one process may play many matches.
    pub reuse: bool,
    /// Whether `turn` carries `legal`.
    pub legal: bool,
    /// Whether one process has all seats of the side, in games that allow it (B8).
    pub team: bool,
    /// How long a start may take.
    pub startup: Duration,
    /// A folder that stands before those of `PATH`: that of a Python which the host named.
    pub tools: Option<PathBuf>,
    /// The manifest that was made for it, if it has none of its own.
    pub made: Option<Made>,
}

const KEYS: [&str; 11] =
    ["name", "games", "run", "python", "build", "env", "options", "reuse", "legal", "team", "startup"];

impl Program {
    /// Whether a word names a program and not a bot of the registry (B1): it contains a `/`, or is the name of a file or
    /// folder that exists. The caller has looked for a built-in bot of this name first.
    #[must_use]
    pub fn is_meant(word: &str) -> bool {
        word.contains('/') || word == "." || word == ".." || Path::new(word).exists()
    }

    /// The file of this folder that a bare name may mean: `mybot.py` for `mybot`.
    #[must_use]
    pub fn file_of(name: &str) -> Option<String> {
        let files = ENDINGS.iter().map(|ending| format!("{name}.{ending}"));
        files.into_iter().find(|file| !name.is_empty() && Path::new(file).is_file())
    }

    /// The program in a folder or a file.
    ///
    /// # Errors
    /// There is none, or its manifest is wrong.
    pub fn find(word: &str) -> Result<Self, Invalid> {
        Self::at(Path::new(word), None)
    }

    /// The program in a folder or a file; a folder whose manifest has no name has `usual` for one, else its own.
    pub(crate) fn at(path: &Path, usual: Option<&str>) -> Result<Self, Invalid> {
        let shown = shown(path);
        let missing = |words: String| Invalid::new("bot", Value::from(shown.as_str()), "a bot").says(words);
        let about = fs::metadata(path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => missing(format!("there is no file or folder {shown}")),
            ErrorKind::PermissionDenied => missing(format!("{shown} may not be read")),
            _ => missing(format!("{shown}: {error}")),
        })?;
        let path = fs::canonicalize(path).map_err(|error| missing(format!("{shown}: {error}")))?;
        if about.is_dir() {
            Self::in_folder(&path, &shown, usual)
        } else if about.is_file() {
            Self::of_file(&path, &shown)
        } else {
            // A pipe or a device would keep whoever reads it waiting.
            Err(missing(format!("{shown} is neither a file nor a folder")))
        }
    }

    /// A folder is a bot if it holds `bot.toml` (B2).
    fn in_folder(folder: &Path, shown: &str, usual: Option<&str>) -> Result<Self, Invalid> {
        let file = folder.join(MANIFEST);
        let missing = |words: String| Invalid::new("bot", Value::from(shown), "a bot").says(words);
        let text = match fs::metadata(&file) {
            Ok(about) if !about.is_file() => return Err(missing(format!("{shown}/{MANIFEST} is no plain file"))),
            Ok(about) if about.len() > MOST_BYTES => {
                let length = about.len();
                return Err(missing(format!("{shown}/{MANIFEST} has {length} bytes, need at most {MOST_BYTES}")));
            }
            Ok(_) => fs::read_to_string(&file).map_err(|error| missing(format!("{shown}/{MANIFEST}: {error}")))?,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let help = "a folder is a bot if it holds bot.toml; `gridhaunt new GAME FOLDER` makes one";
                return Err(missing(format!("{shown} holds no {MANIFEST}: {help}")));
            }
            Err(error) => return Err(missing(format!("{shown}/{MANIFEST}: {error}"))),
        };
        // Printed `file: field: words`.
        Self::read_as(folder, &text, usual).map_err(|error| match error.sentence {
            true => error.within(&format!("{shown}/{MANIFEST}")),
            false => Invalid { field: format!("{shown}/{MANIFEST}: {}", error.field), ..error },
        })
    }

    /// Reads the text of a manifest.
    ///
    /// # Errors
    /// The field that is wrong. Unknown keys are errors.
    pub fn read(folder: &Path, text: &str) -> Result<Self, Invalid> {
        Self::read_as(folder, text, None)
    }

    pub(crate) fn read_as(folder: &Path, text: &str, usual: Option<&str>) -> Result<Self, Invalid> {
        let value: Value = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| 1 + text[..span.start.min(text.len())].matches('\n').count());
            let words = format!("line {line}: {}", error.message().lines().next().unwrap_or_default());
            Invalid::new(MANIFEST, "this text", "TOML").reads(words)
        })?;
        let read = Reader::new("bot.toml", &value, &KEYS)?;
        let usual = usual.map(Into::into).or_else(|| Some(folder.file_name()?.to_string_lossy().into_owned()));
        let usual = usual.unwrap_or_default();
        let name = match read.get("name") {
            Some(name) => named(name)?,
            None => named(&usual.clone().into()).map_err(|error| {
                let words = format!("the folder's name {usual:?} is no name for a bot: write name = \"…\"");
                Invalid { field: "name".into(), ..error }.says(words)
            })?,
        };
        let (run, tools) = match (read.get("run"), read.get("python")) {
            (Some(run), None) => (command("run", run)?, None),
            (None, Some(module)) => python::command(&command("python", module)?),
            (Some(_), Some(module)) => {
                let words = "not together with run: need one of the two";
                return Err(Invalid::new("python", brief(module), "alone, or run").says(words));
            }
            (None, None) => {
                let words = "not there, need the command line that starts the bot, such as [\"python3\", \"bot.py\"]";
                return Err(Invalid::new("run", "nothing", "a list of words").says(words));
            }
        };
        let startup = match read.get("startup") {
            None => STARTUP,
            Some(Value::String(text)) => {
                let startup = time("startup", text)?;
                if startup > MOST_STARTUP || startup.is_zero() {
                    return Err(Invalid::new("startup", Value::from(text.as_str()), "a time from 1ms to 60s"));
                }
                startup
            }
            Some(other) => return Err(Invalid::new("startup", brief(other), "a time such as \"10s\"")),
        };
        Ok(Self {
            name,
            path: folder.into(),
            folder: folder.into(),
            games: read.get("games").map_or(Ok(Vec::new()), |games| words("games", games))?,
            run,
            build: read.get("build").map(|build| command("build", build)).transpose()?,
            env: read.get("env").map_or(Ok(Vec::new()), environment)?,
            options: match read.get("options") {
                None => Map::new(),
                Some(Value::Object(options)) => options.clone(),
                Some(other) => return Err(Invalid::new("options", brief(other), "a table such as { depth = 4 }")),
            },
            reuse: read.flag("reuse")?.unwrap_or(true),
            legal: read.flag("legal")?.unwrap_or(true),
            team: read.flag("team")?.unwrap_or(false),
            startup,
            tools,
            made: None,
        })
    }

    /// A file is a bot with defaults: by its ending, or because it is executable (B2).
    fn of_file(file: &Path, shown: &str) -> Result<Self, Invalid> {
        let text = file.to_string_lossy().into_owned();
        let run = match file.extension().and_then(|ending| ending.to_str()) {
            Some("py") => vec!["python3".into(), text],
            Some("js" | "mjs") => vec!["node".into(), text],
            Some("jar") => vec!["java".into(), "-jar".into(), text],
            _ if is_executable(file) => vec![text],
            _ => {
                let words = format!(
                    "{shown} is not executable, and its ending is none of .py, .js, .mjs, .jar: chmod +x {shown}, or \
                     write a {MANIFEST}"
                );
                return Err(Invalid::new("bot", Value::from(shown), "a program").says(words));
            }
        };
        let folder = file.parent().unwrap_or(Path::new("/")).to_path_buf();
        let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(Self {
            name: named(&stem.into())?,
            path: file.into(),
            folder,
            games: Vec::new(),
            run,
            build: None,
            env: Vec::new(),
            options: Map::new(),
            reuse: true,
            legal: true,
            team: false,
            startup: STARTUP,
            tools: None,
            made: None,
        })
    }

    /// Returns an error if the manifest does not name this game.
    pub fn check_game(&self, game: &str) -> Result<(), Invalid> {
        if self.games.is_empty() || self.games.iter().any(|known| known == game) {
            return Ok(());
        }
        let known = self.games.join(", ");
        let hint = if self.games.iter().any(|known| is_slip(known, game)) {
            format!(", did you mean {game}?")
        } else {
            String::new()
        };
        let words = match self.made {
            Some(_) => format!("{} plays {known}, not {game}", self.name),
            None => {
                let file = shown(&self.path.join(MANIFEST));
                format!("{} plays {known}, not {game}: see games in {file}{hint}", self.name)
            }
        };
        Err(Invalid::new("bot", Value::from(self.name.as_str()), format!("a bot that plays {game}")).says(words))
    }
}

/// Whether a name is another one with a slip of the finger.
fn is_slip(given: &str, name: &str) -> bool {
    given != name && nearest(given, [name]).is_some()
}

/// Whether anybody may execute a file.
fn is_executable(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|about| has_executable_bit(file, &about))
}

/// Whether anybody may execute a file of which this is known.
#[cfg(unix)]
pub(crate) fn has_executable_bit(_file: &Path, about: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    about.permissions().mode() & 0o111 != 0
}

/// Elsewhere a file is executable by its ending.
#[cfg(not(unix))]
pub(crate) fn has_executable_bit(file: &Path, _about: &fs::Metadata) -> bool {
    file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("exe"))
}

/// A path for a message.
pub(crate) fn shown(path: &Path) -> String {
    gridhaunt_kernel::shown::shown(&path.to_string_lossy()).into_owned()
}

/// Whether it can be the name of a program: 1 to 64 of letters, digits, - _ . (B2).
#[must_use]
pub fn is_name(name: &str) -> bool {
    (1..=64).contains(&name.chars().count())
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'))
}

/// A name of a program.
pub(crate) fn named(value: &Value) -> Result<String, Invalid> {
    let name = value.as_str().filter(|name| is_name(name));
    name.map(Into::into).ok_or_else(|| Invalid::new("name", brief(value), "1 to 64 letters, digits, - _ ."))
}

fn words(field: &str, value: &Value) -> Result<Vec<String>, Invalid> {
    let wrong = || Invalid::new(field, brief(value), "a list of words");
    let list = value.as_array().ok_or_else(wrong)?;
    list.iter().map(|word| word.as_str().map(Into::into).ok_or_else(wrong)).collect()
}

fn command(field: &str, value: &Value) -> Result<Vec<String>, Invalid> {
    let words = words(field, value)?;
    let wrong = || Invalid::new(field, brief(value), "a command and its arguments, such as [\"python3\", \"bot.py\"]");
    match words.first() {
        Some(first) if !first.is_empty() && words.iter().all(|word| !word.contains('\0')) => Ok(words),
        _ => Err(wrong()),
    }
}

fn environment(value: &Value) -> Result<Vec<(String, String)>, Invalid> {
    let Value::Object(entries) = value else {
        return Err(Invalid::new("env", brief(value), "a table such as { RUST_LOG = \"warn\" }"));
    };
    let entry = |(name, value): (&String, &Value)| {
        let text = value.as_str().filter(|text| !text.contains('\0'));
        let text = text.ok_or_else(|| Invalid::new(format!("env.{name}"), brief(value), "a text"))?;
        if name.is_empty() || name.contains(['=', '\0']) {
            return Err(Invalid::new("env", Value::from(name.as_str()), "the name of a variable"));
        }
        Ok((name.clone(), text.into()))
    };
    entries.iter().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<Program, String> {
        Program::read(Path::new("/bots/fiend"), text).map_err(|error| error.to_string())
    }

    #[test]
    fn a_manifest_is_read_with_its_defaults() {
        // B2
        let bot = read("run = [\"python3\", \"bot.py\"]").unwrap();
        assert_eq!((bot.name.as_str(), bot.games.len(), bot.reuse, bot.legal), ("fiend", 0, true, true));
        assert_eq!((bot.startup, bot.build, bot.team), (STARTUP, None, false));
        let text = "name = \"cheese-fiend\"\ngames = [\"pyrat\"]\nrun = [\"./bot\"]\nbuild = [\"make\"]\n\
            env = { RUST_LOG = \"warn\" }\noptions = { depth = 4 }\nreuse = false\nlegal = false\nstartup = \"2s\"";
        let bot = read(text).unwrap();
        assert_eq!((bot.name.as_str(), bot.reuse, bot.legal), ("cheese-fiend", false, false));
        assert_eq!(bot.env, [("RUST_LOG".to_string(), "warn".to_string())]);
        assert_eq!(bot.options["depth"], 4);
        assert!(bot.check_game("pyrat").is_ok());
        let other = bot.check_game("tag").unwrap_err().to_string();
        assert_eq!(other, "bot: cheese-fiend plays pyrat, not tag: see games in /bots/fiend/bot.toml");
        let bot = read("games = [\"pyrta\"]\nrun = [\"./bot\"]").unwrap();
        let slip = bot.check_game("pyrat").unwrap_err().to_string();
        assert_eq!(slip, "bot: fiend plays pyrta, not pyrat: see games in /bots/fiend/bot.toml, did you mean pyrat?");
    }

    #[test]
    fn what_is_wrong_in_a_manifest_is_named() {
        for (text, error) in [
            ("", "run: not there, need the command line that starts the bot, such as [\"python3\", \"bot.py\"]"),
            ("run = [\"a\"]\npython = [\"b\"]", "python: not together with run: need one of the two"),
            ("run = []", "run: [] is not a command and its arguments, such as [\"python3\", \"bot.py\"]"),
            ("run = \"bot\"", "run: \"bot\" is not a list of words"),
            ("run = [7]", "run: [7] is not a list of words"),
            (
                "run = [\"a\\u0000\"]",
                "run: [\"a\\u0000\"] is not a command and its arguments, such as [\"python3\", \"bot.py\"]",
            ),
            ("run = [\"a\"]\nname = \"\"", "name: \"\" is not 1 to 64 letters, digits, - _ ."),
            ("run = [\"a\"]\nname = \"a b\"", "name: \"a b\" is not 1 to 64 letters, digits, - _ ."),
            ("run = [\"a\"]\nreuse = 1", "reuse: 1 is not true or false"),
            ("run = [\"a\"]\nstartup = 5", "startup: 5 is not a time such as \"10s\""),
            ("run = [\"a\"]\nstartup = \"2min\"", "startup: \"2min\" is not a time from 1ms to 60s"),
            ("run = [\"a\"]\nenv = { A = 1 }", "env.A: 1 is not a text"),
            ("run = [\"a\"]\noptions = 3", "options: 3 is not a table such as { depth = 4 }"),
            ("run = [\"a\"]\nrum = 3", "rum: no such setting, did you mean run?"),
            ("run = [\"a\"\n", "line 1: unclosed array, expected `]`"),
        ] {
            assert_eq!(read(text).expect_err(text), error, "{text}");
        }
    }

    #[test]
    fn what_is_no_bot_says_what_to_do() {
        let home = tempfile::tempdir().unwrap();
        let at = |name: &str| home.path().join(name).to_string_lossy().into_owned();
        let error = |word: &str| Program::find(word).unwrap_err().to_string();
        assert!(error(&at("none")).starts_with("bot: there is no file or folder "));
        fs::write(at("plain"), "").unwrap();
        assert!(error(&at("plain")).contains("is not executable"));
        assert!(error(&home.path().to_string_lossy()).contains("holds no bot.toml"));
        fs::write(at("bot.py"), "").unwrap();
        assert_eq!(Program::find(&at("bot.py")).unwrap().run[0], "python3");
        fs::write(at(MANIFEST), "run = 5").unwrap();
        let wrong = error(&home.path().to_string_lossy());
        assert!(wrong.ends_with("/bot.toml: run: 5 is not a list of words"), "{wrong}");
    }

    #[cfg(unix)]
    #[test]
    fn what_never_ends_when_it_is_read_is_refused() {
        let home = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("/dev/zero", home.path().join(MANIFEST)).unwrap();
        let error = |path: &Path| Program::find(&path.to_string_lossy()).unwrap_err().to_string();
        assert!(error(home.path()).ends_with("/bot.toml is no plain file"));
        assert_eq!(error(Path::new("/dev/zero")), "bot: /dev/zero is neither a file nor a folder");
    }

    proptest! {
        #[test]
        fn no_manifest_panics(text in "\\PC{0,200}") {
            let _ = read(&text);
        }
    }
}

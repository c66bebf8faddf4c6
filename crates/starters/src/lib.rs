//! Starters: a folder with a bot that plays, for any game and in several languages.
//!
//! The types of a starter are made from the game's JSON Schemas, so a starter exists for every game, also for one that
//! this crate has never heard of. A game's entry in the registry may offer a [`Starter`], the text of a bot that plays
//! well; without one the bot takes the first legal action.
//!
//! ```
//! use gridhaunt_starters::{Language, create};
//!
//! let registry = gridhaunt_bots::registry();
//! let folder = tempfile::tempdir()?;
//! let made = create(registry.find("pyrat")?, Language::Python, &folder.path().join("fiend"))?;
//! assert!(made.iter().any(|path| path.ends_with("fiend/bot.py")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cpp;
mod dialogue;
mod go;
mod java;
mod javascript;
mod kits;
mod model;
mod python;
mod rust;

use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::face::Face;
use gridhaunt_kernel::json::{Value, nearest};
use gridhaunt_kernel::registry::Starter;
use kits::Kit;
use model::Model;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A language that a starter can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Language {
    Python,
    Rust,
    Cpp,
    JavaScript,
    Go,
    Java,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 6] = [Self::Python, Self::Rust, Self::Cpp, Self::JavaScript, Self::Go, Self::Java];

    /// Its name on a command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.kit().name
    }

    /// Its name for people, and what it needs: `Rust, needs cargo`.
    #[must_use]
    pub fn about(self) -> String {
        let kit = self.kit();
        format!("{}, needs {}", kit.title, kit.needs)
    }

    /// The file of a starter that the bot is in.
    #[must_use]
    pub const fn bot(self) -> &'static str {
        self.kit().bot.0
    }

    /// The language with this name; the error lists the names and suggests the nearest.
    ///
    /// # Errors
    /// There is none.
    pub fn find(name: &str) -> Result<Self, Invalid> {
        Self::ALL.into_iter().find(|language| language.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name);
            let hint = nearest(name, names).map(|near| format!(", did you mean {near}?")).unwrap_or_default();
            let (got, expected) = (Value::from(name), format!("one of {}", names.join(", ")));
            let words = format!("{got} is not {expected}{hint}");
            Invalid::new("lang", got, expected).says(words)
        })
    }

    const fn kit(self) -> &'static Kit {
        match self {
            Self::Python => &kits::PYTHON,
            Self::Rust => &kits::RUST,
            Self::Cpp => &kits::CPP,
            Self::JavaScript => &kits::JAVASCRIPT,
            Self::Go => &kits::GO,
            Self::Java => &kits::JAVA,
        }
    }
}

/// Writes a starter for a game into a folder, which is made; one that exists must be empty. Returns the files.
///
/// # Errors
/// The folder cannot be used, or a file cannot be written.
pub fn create(game: &dyn Face, language: Language, folder: &Path) -> Result<Vec<PathBuf>, Invalid> {
    let shown = Value::from(folder.to_string_lossy().as_ref());
    let wrong = |expected: &str, words: String| Invalid::new("folder", &shown, expected).says(words);
    match fs::read_dir(folder).map(|mut entries| entries.next().is_some()) {
        Ok(true) => {
            let words = format!("{shown} is not empty: name a folder that does not exist yet");
            return Err(wrong("a new or empty folder", words));
        }
        Err(error) if error.kind() == ErrorKind::NotADirectory => {
            return Err(wrong(
                "a new or empty folder",
                format!("{shown} is a file: name a folder that does not exist yet"),
            ));
        }
        _ => {}
    }
    let mut made = Vec::new();
    for (path, text) in files(game, language, folder)? {
        let path = folder.join(path);
        let parent = path.parent().unwrap_or(folder);
        let failed = |error: std::io::Error| {
            wrong("a folder that can be written to", format!("{shown} cannot be written to: {error}"))
        };
        fs::create_dir_all(parent).map_err(failed)?;
        fs::write(&path, text).map_err(failed)?;
        made.push(path);
    }
    Ok(made)
}

/// The files of a starter: the path in its folder, and the text.
fn files(game: &dyn Face, language: Language, folder: &Path) -> Result<Vec<(&'static str, String)>, Invalid> {
    let (kit, info, schemas) = (language.kit(), game.info(), game.schemas());
    let model = Model::new(&schemas.start, &schemas.view, &schemas.action);
    let mut starters = game.extras().iter().filter_map(|extra| extra.downcast_ref::<Starter>());
    let offered = starters.find(|starter| starter.language == kit.name);
    let words = [
        ("{{game}}", info.name.to_string()),
        ("{{title}}", info.title.to_string()),
        ("{{name}}", bot_name(folder)),
        ("{{folder}}", folder.to_string_lossy().into_owned()),
        ("{{language}}", kit.title.to_string()),
        ("{{bot}}", kit.bot.0.to_string()),
        ("{{types}}", kit.types.0.to_string()),
        ("{{search}}", kit.search.to_string()),
        ("{{protocol}}", kit.protocol.to_string()),
        ("{{test}}", kit.test.to_string()),
        ("{{started}}", kit.started.to_string()),
        ("{{needs}}", kit.needs.to_string()),
        ("{{log}}", kit.log.to_string()),
    ];
    let filled = |text: &str| words.iter().fold(text.to_string(), |text, (key, word)| text.replace(key, word));
    let mut files: Vec<(&str, String)> = kit.files.iter().map(|(path, text)| (*path, filled(text))).collect();
    files.push(("README.md", filled(include_str!("../templates/README.md"))));
    files.push((kit.bot.0, filled(offered.map_or(kit.bot.1, |starter| starter.bot))));
    files.push((kit.types.0, (kit.types.1)(&model, info.title)));
    files.push(("dialogue.jsonl", dialogue::record(game)?));
    files.sort_unstable();
    Ok(files)
}

/// The name of the bot in a folder: the folder's, with `-` for what a name cannot have (B2).
fn bot_name(folder: &Path) -> String {
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let fits = |letter: char| if letter.is_ascii_alphanumeric() || "-_.".contains(letter) { letter } else { '-' };
    let name: String = name.chars().map(fits).take(64).collect();
    if name.chars().any(|letter| letter.is_ascii_alphanumeric()) { name } else { "bot".into() }
}

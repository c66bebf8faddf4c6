//! Flags of the commands for who writes a bot: `new`, `check`, `repro`, `bots`.

use super::hosting::{clock, sandbox};
use crate::number;
use clap::{Args as ClapArgs, ValueHint};
use gridhaunt_host::clock::Clock;
use gridhaunt_host::sandbox::Wish;
use std::path::PathBuf;

#[derive(Debug, ClapArgs)]
pub(crate) struct New {
    /// The game
    pub(crate) game: String,
    /// The folder to make; by default GAME-LANG
    #[arg(value_hint = ValueHint::DirPath)]
    pub(crate) folder: Option<PathBuf>,
    /// The language: python, rust, cpp, javascript, go or java
    #[arg(long = "lang", value_name = "LANGUAGE", default_value = "python")]
    pub(crate) language: String,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Check {
    /// The program: a folder with bot.toml, or a file
    #[arg(value_hint = ValueHint::AnyPath)]
    pub(crate) bot: String,
    /// The game; that of the manifest if it names one
    #[arg(long)]
    pub(crate) game: Option<String>,
    /// How long it may think, as in play; 1s if not given
    #[arg(long, value_name = "CLOCK", value_parser = clock)]
    pub(crate) clock: Option<Clock>,
    /// How it is shut in: 0, 0+, 1, 2 or best; best if not given
    #[arg(long, value_name = "LEVEL", value_parser = sandbox)]
    pub(crate) sandbox: Option<Wish>,
    /// Run it as root if the host is root
    #[arg(long)]
    pub(crate) as_root: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Repro {
    /// The replay
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// The program: a folder with bot.toml, or a file; the record knows only its name and its digest
    #[arg(value_hint = ValueHint::AnyPath)]
    pub(crate) bot: Option<String>,
    /// The seat that it had; its number, or its name
    #[arg(long, value_name = "SEAT")]
    pub(crate) seat: String,
    /// The turns that are compared, both ends included: 17, 10..20, 10.. or ..20; all if not given. Turns before them are
    /// handed over too
    #[arg(long, value_name = "A..B", value_parser = turns)]
    pub(crate) turn: Option<(u64, u64)>,
    /// Which match of the file, from 1
    #[arg(long = "match", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) which: u64,
    /// Write what went both ways to this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) transcript: Option<PathBuf>,
    /// How it is shut in: 0, 0+, 1, 2 or best; as in the match if not given
    #[arg(long, value_name = "LEVEL", value_parser = sandbox)]
    pub(crate) sandbox: Option<Wish>,
    /// Run it as root if the host is root
    #[arg(long)]
    pub(crate) as_root: bool,
}

impl Repro {
    /// The turns that are compared.
    pub(crate) fn turns(&self) -> std::ops::RangeInclusive<u64> {
        self.turn.map_or(0..=u64::MAX, |(first, last)| first..=last)
    }
}

/// Reads `17`, `10..20`, `10..` or `..20`.
fn turns(text: &str) -> Result<(u64, u64), String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let end = |word: &str, usual: u64| if word.is_empty() { Ok(usual) } else { number::whole(word, &(0..=u64::MAX)) };
    let range = (end(first, 0)?, end(last, u64::MAX)?);
    if text.is_empty() || range.0 > range.1 { Err("not turns such as 17 or 10..20".into()) } else { Ok(range) }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Bots {
    /// The game
    pub(crate) game: String,
}

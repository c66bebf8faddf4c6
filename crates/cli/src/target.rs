//! What `-o` writes, chosen by the extension of the file name. The lists of extensions are here, and nowhere else: that of
//! a match, and in `results_form` that of the results of an event.

#[cfg(feature = "full")]
pub(crate) use crate::results_form::check_tables;
pub(crate) use crate::results_form::{ResultsForm, check_replays, results_help, results_targets, table_of};

use crate::args::Drawing;
use crate::failure::Failure;
#[cfg(not(feature = "full"))]
use crate::picture::no_pixels;
use crate::picture::{PictureKind, split_number};
use crate::sink::is_stdout;
use gridhaunt_arena::file;
use gridhaunt_draw::film::Format;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

/// What a match is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Record,
    Text,
    Picture(PictureKind),
    Film(Format),
    Page,
}

const ENDINGS: [(&str, Form, &str); 8] = [
    (".jsonl", Form::Record, "the replay itself"),
    (".jsonl.zst", Form::Record, "the replay, packed"),
    (".txt", Form::Text, "the board of every frame, as text"),
    (".png", Form::Picture(PictureKind::Png), "a picture of one step"),
    (".svg", Form::Picture(PictureKind::Svg), "a picture of one step, for pages and print"),
    (".gif", Form::Film(Format::Gif), "a film of the match"),
    (".apng", Form::Film(Format::Apng), "a film of the match, in every colour"),
    (".html", Form::Page, "a page that plays the match, with the engine in it and nothing loaded from anywhere"),
];

const SERIES: &str = "a picture of every frame: a folder, which is made if it is not there, or a name with a number such as 'frames/%03d.svg'. A game has a frame a step or, where several steps make a round, a frame a round; frame 0 is the start";

const STDOUT: &str =
    "the replay to standard output; -.svg, -.gif and so on is that form of it. Results then go to standard error";

/// A sentence, followed by all extensions with a description of each.
pub(crate) fn help(sentence: &str) -> String {
    let endings = ENDINGS.iter().map(|(ending, _, about)| format!("\n  {ending:<10}  {about}"));
    format!("{sentence}\n{}\n  {:<10}  {SERIES}\n  {:<10}  {STDOUT}", endings.collect::<String>(), "/", "-")
}

/// What to write, according to a file name.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Record,
    Text,
    One(PictureKind),
    /// A picture of every frame.
    Series(Series),
    /// All frames in one file.
    Film(Format),
    /// A page that plays the match.
    Page,
}

impl Target {
    /// What a name stands for; an error if the extension is unknown, or if a flag would have no effect.
    pub(crate) fn of(out: &Path, drawing: &Drawing) -> Result<Self, Failure> {
        let target = Self::by_name(out).ok_or_else(|| {
            let known: Vec<&str> = ENDINGS.iter().map(|(ending, ..)| *ending).collect();
            let known = format!("{}, or / for a folder", known.join(", "));
            Failure::Usage(format!("--out: {} is not a name that ends in {known}", out.display()))
        })?;
        if let Self::Series(series) = &target
            && split_number(&series.after).is_some()
        {
            let told = format!("--out: {} has several numbers, need one such as %03d", out.display());
            return Err(Failure::Usage(told));
        }
        if matches!(target, Self::One(_)) && out.to_str().is_none() && has_number(out) {
            let told = format!("--out: {} has a number and is no UTF-8, need one or the other", out.display());
            return Err(Failure::Usage(told));
        }
        #[cfg(not(feature = "full"))]
        if target.has_pixels() {
            return Err(no_pixels());
        }
        target.check(drawing)?;
        Ok(target)
    }

    /// An error, before anything is played, if the folder that it is written to is not there.
    pub(crate) fn check_folder(&self, out: &Path) -> Result<(), Failure> {
        if matches!(self, Self::Series(_)) {
            return Ok(()); // Its folder is made.
        }
        check_folder(out)
    }

    /// Whether this goes to standard output; an error if it cannot be written there.
    pub(crate) fn is_for_stdout(&self, out: &Path) -> Result<bool, Failure> {
        if !is_stdout(out) {
            return Ok(false);
        }
        let wrong = |why: &str| Err(Failure::Usage(format!("--out: {}: {why}", out.display())));
        let is_bytes = match self {
            Self::Record if file::is_packed(out) => {
                return wrong("standard output takes a replay as it is: -o - | zstd");
            }
            Self::Record | Self::Text | Self::One(PictureKind::Svg) | Self::Page | Self::Series(_) => false,
            Self::One(PictureKind::Png) | Self::Film(_) => true,
        };
        if is_bytes && io::stdout().is_terminal() {
            return wrong("this is no text, and standard output is a terminal; send it into a pipe or a file");
        }
        Ok(true)
    }

    /// Whether pixels are drawn.
    #[cfg(not(feature = "full"))]
    fn has_pixels(&self) -> bool {
        match self {
            Self::Film(_) => true,
            Self::One(kind) | Self::Series(Series { kind, .. }) => *kind == PictureKind::Png,
            Self::Record | Self::Text | Self::Page => false,
        }
    }

    fn by_name(out: &Path) -> Option<Self> {
        if out == Path::new("-") {
            return Some(Self::Record);
        }
        if out.to_string_lossy().ends_with(std::path::is_separator) || out.is_dir() {
            let (before, after) = ("frame-".to_string(), ".png".to_string());
            let (folder, kind) = (out.into(), PictureKind::Png);
            return Some(Self::Series(Series { folder, before, digits: 3, after, kind, ours: true }));
        }
        Some(match Form::of(out)? {
            Form::Record => Self::Record,
            Form::Text => Self::Text,
            Form::Film(format) => Self::Film(format),
            Form::Page => Self::Page,
            Form::Picture(kind) => Series::of(out, kind).map_or(Self::One(kind), Self::Series),
        })
    }

    /// Returns an error if a flag would have no effect.
    fn check(&self, drawing: &Drawing) -> Result<(), Failure> {
        let given = flags(drawing).into_iter().find(|(_, use_of, given)| *given && !use_of.serves(self.class()));
        let Some((flag, use_of, _)) = given else { return Ok(()) };
        let out = match self {
            Self::Record => ".jsonl",
            Self::Text => ".txt",
            Self::One(_) => "one picture",
            Self::Series(_) => "pictures",
            Self::Film(_) => "a film",
            Self::Page => "a page",
        };
        let mut served: Vec<&str> =
            ENDINGS.iter().filter(|(_, form, _)| use_of.serves(form.class())).map(|(ending, ..)| *ending).collect();
        if use_of.serves(Class::Series) {
            served.push("folders");
        }
        let last = served.pop().unwrap_or_default();
        let served = if served.is_empty() { last.into() } else { format!("{} and {last}", served.join(", ")) };
        Err(Failure::Usage(format!("{flag}: changes nothing for {out}, it is for {served}")))
    }

    const fn class(&self) -> Class {
        match self {
            Self::Record => Class::Record,
            Self::Text => Class::Text,
            Self::One(_) => Class::One,
            Self::Series(_) => Class::Series,
            Self::Film(_) => Class::Film,
            Self::Page => Class::Page,
        }
    }
}

/// An error if the folder of a file that is to be written is not there.
pub(crate) fn check_folder(out: &Path) -> Result<(), Failure> {
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty() && !is_stdout(out));
    if folder.is_some_and(|folder| !folder.is_dir()) {
        return Err(Failure::writing(out, &io::ErrorKind::NotFound.into()));
    }
    Ok(())
}

/// An error if a file cannot be written there: its folder is not there, or it is a folder itself.
pub(crate) fn check_file(out: &Path) -> Result<(), Failure> {
    if out.is_dir() && !is_stdout(out) {
        return Err(Failure::writing(out, &io::ErrorKind::IsADirectory.into()));
    }
    check_folder(out)
}

/// Whether a name contains a number such as `%03d`; bytes that are not UTF-8 are ignored.
fn has_number(out: &Path) -> bool {
    out.file_name().is_some_and(|name| split_number(&name.to_string_lossy()).is_some())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Record,
    Text,
    One,
    Series,
    Film,
    Page,
}

/// The kind of picture that a name stands for, if any.
pub(crate) fn picture_kind(name: &str) -> Option<PictureKind> {
    match Form::of(Path::new(name))? {
        Form::Picture(kind) => Some(kind),
        _ => None,
    }
}

impl Form {
    fn of(out: &Path) -> Option<Self> {
        let name = out.file_name()?.to_string_lossy().to_lowercase();
        ENDINGS.iter().find(|(ending, ..)| name.ends_with(ending)).map(|(_, form, _)| *form)
    }

    const fn class(self) -> Class {
        match self {
            Self::Record => Class::Record,
            Self::Text => Class::Text,
            Self::Picture(_) => Class::One,
            Self::Film(_) => Class::Film,
            Self::Page => Class::Page,
        }
    }
}

/// For which outputs a flag has an effect.
#[derive(Clone, Copy)]
enum Use {
    Boards,
    ManyBoards,
    Pictures,
    Films,
}

impl Use {
    fn serves(self, class: Class) -> bool {
        match self {
            Self::Boards => !matches!(class, Class::Record | Class::Page),
            Self::ManyBoards => matches!(class, Class::Text | Class::Series | Class::Film),
            Self::Pictures => matches!(class, Class::One | Class::Series | Class::Film),
            Self::Films => class == Class::Film,
        }
    }
}

/// Every flag, for which outputs it has an effect, and whether it is given.
fn flags(drawing: &Drawing) -> [(&'static str, Use, bool); 12] {
    [
        ("--step", Use::Boards, drawing.step.is_some()),
        ("--each", Use::Boards, drawing.each.is_some()),
        ("--seat", Use::Pictures, drawing.seat.is_some()),
        ("--knows", Use::Boards, drawing.knows.is_some()),
        ("--from-frame", Use::ManyBoards, drawing.from.is_some()),
        ("--to", Use::ManyBoards, drawing.to.is_some()),
        ("--every", Use::ManyBoards, drawing.every.is_some()),
        ("--cell", Use::Pictures, drawing.cell.is_some()),
        ("--scale", Use::Pictures, drawing.scale.is_some()),
        ("--dark", Use::Pictures, drawing.dark),
        ("--fps", Use::Films, drawing.fps.is_some()),
        ("--tween", Use::Films, drawing.tween.is_some()),
    ]
}

/// The first flag that is given, for the error message when nothing is drawn.
pub(crate) fn first_given(drawing: &Drawing) -> Option<&'static str> {
    flags(drawing).into_iter().find(|(_, _, given)| *given).map(|(flag, ..)| flag)
}

/// Pictures with numbers in their names.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Series {
    pub(crate) folder: PathBuf,
    before: String,
    digits: usize,
    after: String,
    pub(crate) kind: PictureKind,
    /// Whether the names are the default ones and not chosen by the user.
    ours: bool,
}

impl Series {
    /// A series of pictures if the name contains `%d`, or `%03d` for at least three digits.
    fn of(out: &Path, kind: PictureKind) -> Option<Self> {
        let name = out.file_name()?.to_str()?;
        let (before, digits, after) = split_number(name)?;
        let folder = out.parent().unwrap_or(Path::new("")).into();
        Some(Self { folder, before: before.into(), digits, after: after.into(), kind, ours: false })
    }

    /// Removes the pictures of an earlier series from the folder: only files with default names.
    pub(crate) fn clear(&self) -> io::Result<()> {
        if !self.ours {
            return Ok(());
        }
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            if entry.file_type()?.is_file() && entry.file_name().to_str().is_some_and(|name| self.names(name)) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    /// Whether a file name is one of this series.
    fn names(&self, name: &str) -> bool {
        let number = name.strip_prefix(&self.before).and_then(|rest| rest.strip_suffix(&self.after));
        let number = number.and_then(|digits| digits.parse().ok());
        number.is_some_and(|number| self.path(number).file_name() == Some(name.as_ref()))
    }

    pub(crate) fn path(&self, number: u64) -> PathBuf {
        self.folder.join(format!("{}{number:0digits$}{}", self.before, self.after, digits = self.digits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_is_known_by_its_name_and_told_in_the_help() {
        let help = help("Where to write:");
        for (ending, form, about) in ENDINGS {
            let target = Target::by_name(Path::new(&format!("a{}", ending.to_uppercase()))).unwrap();
            assert!(target.class() == form.class(), "{ending}");
            assert!(help.contains(&format!("  {ending:<10}  {about}\n")), "{help}");
        }
        assert_eq!(Target::by_name(Path::new("a.webm")), None);
        assert!(matches!(Target::by_name(Path::new("a/")), Some(Target::Series(_))));
        let Some(Target::Series(series)) = Target::by_name(Path::new("b/c%02d.svg")) else { panic!("a series") };
        assert_eq!((series.path(7), series.kind), ("b/c07.svg".into(), PictureKind::Svg));
    }

    #[test]
    fn only_files_that_carry_our_names_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let kept =
            ["frame-1.png", "frame-0007.png", "frame-+12.png", "frame-007.PNG", "frame-007.svg", "my frame-007.png"];
        let kept = [&kept[..], &["frame-.png", "frame-007.png.bak", "notes.txt", "007.png"]].concat();
        for name in [&kept[..], &["frame-000.png", "frame-007.png", "frame-1234.png"]].concat() {
            fs::write(folder.path().join(name), "a picture").unwrap();
        }
        fs::create_dir(folder.path().join("frame-008.png")).unwrap();
        let Some(Target::Series(ours)) = Target::by_name(folder.path()) else { panic!("a folder") };
        let Some(Target::Series(chosen)) = Target::by_name(&folder.path().join("frame-%03d.png")) else { panic!() };
        let left = || fs::read_dir(folder.path()).unwrap().count();
        chosen.clear().unwrap();
        assert_eq!(left(), kept.len() + 4, "names that somebody chose are not ours");
        ours.clear().unwrap();
        assert_eq!(left(), kept.len() + 1);
        assert!(kept.iter().all(|name| folder.path().join(name).exists()));
    }
}

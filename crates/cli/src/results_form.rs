//! What the results of an event are written as, chosen by the extension of the file name.

use crate::failure::Failure;
use crate::sink::is_stdout;
use crate::target::check_folder;
#[cfg(feature = "full")]
use gridhaunt_events::results::{Results, TABLES};
use gridhaunt_kernel::json::{brief, nearest};
use gridhaunt_page::Replays;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

/// What results are written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResultsForm {
    Page,
    Svg,
    Png,
    CrossSvg,
    CrossPng,
    Csv,
    Json,
}

/// Of two endings that fit, the first counts.
const ENDINGS: [(&str, ResultsForm, &str); 7] = [
    (
        ".html",
        ResultsForm::Page,
        "one page for a screen: tables, charts, and every match to open, nothing loaded from anywhere",
    ),
    (".cross.svg", ResultsForm::CrossSvg, "who beat whom, as a table of colours"),
    (".cross.png", ResultsForm::CrossPng, "the same as a picture"),
    (".svg", ResultsForm::Svg, "the ratings with their intervals, as a chart for pages and print"),
    (".png", ResultsForm::Png, "the same as a picture"),
    (
        ".csv",
        ResultsForm::Csv,
        "the standings for a spreadsheet; x.cross.csv, .maps.csv, .roles.csv, .bracket.csv, .rounds.csv and .matches.csv are the other tables",
    ),
    (".json", ResultsForm::Json, "everything as one document"),
];

/// All extensions with a description of each.
pub(crate) fn results_help() -> String {
    let endings = ENDINGS.iter().map(|(ending, _, about)| format!("\n  {ending:<10}  {about}"));
    let to_stdout = "such as -.csv, writes that form to standard output";
    let sentence = "Where to write the results; may be repeated, and the ending says what:";
    format!("{sentence}\n{}\n  {:<10}  {to_stdout}", endings.collect::<String>(), "-")
}

/// What is written where; an error, before anything is played, if a name has no known ending.
pub(crate) fn results_targets(out: &[PathBuf]) -> Result<Vec<(&Path, ResultsForm)>, Failure> {
    let targets: Vec<(&Path, ResultsForm)> =
        out.iter().map(|path| form(path).map(|form| (path.as_path(), form))).collect::<Result<_, _>>()?;
    if targets.iter().filter(|(path, _)| is_stdout(path)).count() > 1 {
        return Err(Failure::Usage("--out: standard output takes one file, need one - at most".into()));
    }
    // Without events there are no tables to choose from.
    #[cfg(feature = "full")]
    for (path, _) in targets.iter().filter(|(_, form)| *form == ResultsForm::Csv) {
        check_table(path, &TABLES)?;
    }
    for (path, _) in &targets {
        check_folder(path)?;
    }
    Ok(targets)
}

/// The table that is written where no other is asked for.
const STANDINGS: &str = "standings";

/// The table that the name of a file asks for: `x.cross.csv` is the cross table, `x.csv` the standings, and so is
/// `class-2.0.csv`, because no table has a name without letters.
pub(crate) fn table_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let named = name.strip_suffix(".csv").and_then(|stem| stem.rsplit_once('.')).map_or("", |(_, table)| table);
    if named.chars().any(char::is_alphabetic) { named.into() } else { STANDINGS.into() }
}

/// An error if the name of a CSV file asks for another table than these.
pub(crate) fn check_table(path: &Path, tables: &[&str]) -> Result<(), Failure> {
    let table = table_of(path);
    if tables.contains(&table.as_str()) {
        return Ok(());
    }
    let hint = nearest(&table, tables.iter().copied()).map(|near| format!(", did you mean {near}?"));
    let (out, known, hint) = (path.display(), tables.join(", "), hint.unwrap_or_default());
    Err(Failure::Usage(format!("--out: {out}: {} is not one of the tables {known}{hint}", brief(&table.into()))))
}

/// An error if a table is asked for that these results do not have.
#[cfg(feature = "full")]
pub(crate) fn check_tables(results: &Results, targets: &[(&Path, ResultsForm)]) -> Result<(), Failure> {
    let mut tables = targets.iter().filter(|(_, form)| *form == ResultsForm::Csv);
    tables.try_for_each(|(path, _)| check_table(path, &results.tables()))
}

/// An error if replays are asked for and no page is written.
pub(crate) fn check_replays(replays: Option<Replays>, targets: &[(&Path, ResultsForm)]) -> Result<(), Failure> {
    if replays.is_some() && targets.iter().all(|(_, form)| *form != ResultsForm::Page) {
        return Err(Failure::Usage("--replays: changes nothing without -o NAME.html".into()));
    }
    Ok(())
}

fn form(path: &Path) -> Result<ResultsForm, Failure> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let found = ENDINGS.iter().find(|(ending, ..)| name.ends_with(ending) && name.len() > ending.len());
    let Some((_, form, _)) = found else {
        let known: Vec<&str> = ENDINGS.iter().map(|(ending, ..)| *ending).collect();
        let (out, known) = (path.display(), known.join(", "));
        return Err(Failure::Usage(format!("--out: {out} is not a name that ends in {known}")));
    };
    if matches!(form, ResultsForm::Png | ResultsForm::CrossPng) && is_stdout(path) && io::stdout().is_terminal() {
        let why = "this is no text, and standard output is a terminal; send it into a pipe or a file";
        return Err(Failure::Usage(format!("--out: {}: {why}", path.display())));
    }
    Ok(*form)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_is_known_and_told_in_the_help() {
        for (ending, form, about) in ENDINGS {
            let out = [PathBuf::from(format!("a{}", ending.to_uppercase()))];
            assert_eq!(results_targets(&out).unwrap()[0].1, form);
            assert!(results_help().contains(&format!("  {ending:<10}  {about}\n")));
        }
        for (out, told) in [
            (
                &["a.txt"][..],
                "--out: a.txt is not a name that ends in .html, .cross.svg, .cross.png, .svg, .png, .csv, .json",
            ),
            (&[".csv"], "--out: .csv is not a name that ends in "),
            (&["-.csv", "-.json"], "--out: standard output takes one file"),
            (&["no/such/a.csv"], "no/such/a.csv: cannot be written: there is no folder no/such"),
        ] {
            let out: Vec<PathBuf> = out.iter().map(PathBuf::from).collect();
            let failure = results_targets(&out).unwrap_err();
            assert!(failure.message().unwrap_or_default().starts_with(told), "{failure:?}");
        }
    }
}

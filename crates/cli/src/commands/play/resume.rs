//! The command that continues a stopped run.

use crate::args::{Format, Play};
use crate::output::Output;
use crate::shell;
use crate::sink::is_stdout;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The command that plays the rest of a run after `done` games, and writes it to a new file beside the first.
pub(super) fn command(args: &Play, seed: u64, done: u64, output: Output) -> String {
    let mut words: Vec<OsString> = ["gridhaunt", "play", &args.game].map(OsString::from).to_vec();
    words.extend(args.bots.iter().map(OsString::from));
    let mut flag = |flag: &str, value: OsString| words.extend([flag.into(), value]);
    args.chosen.settings.iter().for_each(|path| flag("--settings", path.into()));
    args.chosen.config.iter().for_each(|setting| flag("-c", setting.into()));
    args.from.iter().for_each(|path| flag("--from", path.into()));
    flag("-s", seed.to_string().into());
    flag("-n", args.games.to_string().into());
    flag("--done", done.to_string().into());
    args.out.iter().for_each(|path| flag("-o", rest_of(path).into()));
    match output.format {
        Format::Auto | Format::Csv => {}
        Format::Table => flag("--format", "table".into()),
        Format::Json => flag("--format", "json".into()),
    }
    words.extend(args.hosting.words());
    words.extend(args.rotate.then(|| "--rotate".into()));
    words.extend(output.ascii.then(|| "--ascii".into()));
    shell::command(words)
}

/// The path for the rest of a run: `all/rest-of-games.jsonl` for `all/games.jsonl`. Standard output stays the same.
fn rest_of(path: &Path) -> PathBuf {
    if is_stdout(path) {
        return path.into();
    }
    let mut name = OsString::from("rest-of-");
    name.push(path.file_name().unwrap_or_default());
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Args, Command};
    use clap::Parser;

    fn resumed(words: &[&str]) -> String {
        let args = Args::parse_from(words);
        let Command::Play(play) = &args.command else { panic!("{words:?} plays") };
        command(play, 10, 37, Output { json: true, csv: false, format: args.format, ascii: args.ascii })
    }

    #[test]
    fn the_command_to_go_on_with_says_where_the_run_stands_and_keeps_the_rest() {
        assert_eq!(
            resumed(&["gridhaunt", "play", "pyrat", "greedy", "-c", "width=9", "-n", "1e2", "-o", "all.jsonl"]),
            "gridhaunt play pyrat greedy -c 'width=9' -s 10 -n 100 --done 37 -o rest-of-all.jsonl"
        );
        let words =
            ["gridhaunt", "play", "tag", "-n", "100", "-o", "my runs/it's.jsonl", "--rotate", "--format", "json"];
        assert_eq!(
            resumed(&words),
            "gridhaunt play tag -s 10 -n 100 --done 37 -o \"my runs/rest-of-it's.jsonl\" --format json --rotate"
        );
        let flags =
            "--clock 100ms+5s --faults strict --strikes 3 --sandbox best --ponder no --arrival real --serial --as-root";
        let words: Vec<&str> =
            ["gridhaunt", "play", "pyrat", "./mine", "-n", "100"].into_iter().chain(flags.split(' ')).collect();
        assert_eq!(resumed(&words), format!("gridhaunt play pyrat ./mine -s 10 -n 100 --done 37 {flags}"));
        let words = ["gridhaunt", "play", "tag", "-n", "100", "-o", "-", "--from", "a b.json", "--settings", "$x.toml"];
        assert_eq!(
            resumed(&words),
            "gridhaunt play tag --settings '$x.toml' --from 'a b.json' -s 10 -n 100 --done 37 -o -"
        );
    }
}

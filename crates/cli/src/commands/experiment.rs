//! `experiment`: the same seeds under several rules or bots.

mod picture;
mod table;
mod words;

use crate::args::Experiment;
use crate::failure::Failure;
use crate::output::{self, Output, bar_style, complain, line};
use crate::sink::{Sink, is_stdout};
use crate::{hosting, input, shell, stop};
use gridhaunt_arena::experiment::ledger::LedgerError;
use gridhaunt_arena::experiment::plan::{Plan, recipe_of};
use gridhaunt_arena::experiment::recipe::Recipe;
use gridhaunt_arena::experiment::report;
use gridhaunt_arena::experiment::run::{Run, RunError};
use gridhaunt_arena::house::House;
use gridhaunt_arena::seating::BotSpec;
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::registry::Registry;
use indicatif::{HumanCount, ProgressBar};
use serde_json::json;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub(crate) fn run(registry: &Registry, args: &Experiment, output: Output) -> Result<(), Failure> {
    let Some(name) = args.name.as_deref().filter(|_| !args.list) else { return list(registry, output) };
    for (given, flag) in [(args.hosting.debug.is_some(), "--debug"), (args.hosting.transcripts, "--transcripts")] {
        if given {
            return Err(Failure::Usage(format!("{flag}: is for one match, `gridhaunt play` has it")));
        }
    }
    let mut plan = Plan::new(registry, &recipe(registry, name, args)?)?;
    let bots: Vec<BotSpec> = plan.arms.iter().flat_map(|arm| arm.bots.iter().cloned()).collect();
    if let Some(house) = args.hosting.house(&bots, None, u64::MAX)? {
        plan.host(house);
    }
    let plan = plan;
    let files = Files::new(args, &plan)?;
    let output = if files.take_stdout() { output.aside() } else { output };
    let stop = stop::flag();
    let mut run = Run::open(&plan, &files.games, args.fresh, stop)?;
    tell_damage(&files.games, &run);
    let began = Instant::now();
    let progress = progress(&plan, run.done());
    let played = run.play(stop, &|| progress.inc(1));
    progress.finish_and_clear();
    hosting::tell(&plan.house().map(House::told).unwrap_or_default());
    played?;
    // If a file cannot be written, the result is printed all the same.
    let unwritten = files.write(&plan, &run).err();
    tell(&plan, &run, &files, began.elapsed(), output)?;
    if let Some(failure) = run.lost().map(unwritable).or(unwritten) {
        return Err(failure);
    }
    if run.done() < plan.games {
        return Err(Failure::Interrupted(format!(
            "stopped after {} of {} seeds; go on with\n  {}",
            HumanCount(run.done()),
            HumanCount(plan.games),
            resume_command(std::env::args_os())
        )));
    }
    Ok(())
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        match &error {
            RunError::Ledger(error @ LedgerError::Io { .. }) => unwritable(error),
            RunError::Ledger(LedgerError::Busy(_)) => Self::Infrastructure(error.to_string()),
            RunError::Stopped => Self::Interrupted(error.to_string()),
            _ => Self::Usage(error.to_string()),
        }
    }
}

/// The failure when the file of results cannot be written.
fn unwritable(error: &LedgerError) -> Failure {
    match error {
        LedgerError::Io { path, error } => {
            Failure::writing(path, error).advising("-o FOLDER names another place for the games")
        }
        other => Failure::Infrastructure(other.to_string()),
    }
}

/// How many damaged lines are reported one by one at most.
const MOST_NAMED: usize = 10;

/// Reports the damaged lines of the file of results, or that the file cannot be used.
fn tell_damage(path: &Path, run: &Run<&Plan>) {
    if let Some(lost) = run.lost().map(unwritable) {
        let why = lost.message().unwrap_or_default().to_string();
        complain(&format!("gridhaunt: {why}; played without it"));
    }
    for damage in run.damage().iter().take(MOST_NAMED) {
        let what = match damage.seed {
            Some(seed) => format!("seed {seed} is played again"),
            None => "the header is written anew".into(),
        };
        complain(&format!("gridhaunt: {}: line {} is damaged; {what}", path.display(), damage.line));
    }
    if let Some(more) = run.damage().len().checked_sub(MOST_NAMED).filter(|more| *more > 0) {
        complain(&format!("gridhaunt: {}: and {more} further lines", path.display()));
    }
}

fn list(registry: &Registry, output: Output) -> Result<(), Failure> {
    let studies =
        || registry.games().flat_map(|game| game.studies().iter().map(move |study| (game.info().name, study)));
    if output.json {
        for (game, study) in studies() {
            line(json!({"name": study.name, "game": game, "about": study.about, "plan": study.plan}))?;
        }
        return Ok(());
    }
    if studies().next().is_none() {
        return Ok(line("no game ships an experiment; name a game or a file that ends in .toml")?);
    }
    let head = ["experiment", "game", "about"].map(String::from).to_vec();
    let rows = studies().map(|(game, study)| vec![study.name.into(), game.into(), study.about.into()]);
    Ok(output::table(&std::iter::once(head).chain(rows).collect::<Vec<_>>())?)
}

/// The experiment to run: a study, a file or a game, overridden by the flags.
fn recipe(registry: &Registry, name: &str, args: &Experiment) -> Result<Recipe, Failure> {
    let path = Path::new(name);
    let mut recipe = if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml")) {
        let text = input::read_text(path).map_err(|error| Failure::reading(path, &error))?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        Recipe::parse(&text, &stem, None).map_err(|error| Failure::Usage(format!("{name}: {error}")))?
    } else {
        recipe_of(registry, name)?
    };
    if !args.bots.is_empty() {
        recipe.seat(&args.bots);
    }
    if let Value::Object(settings) = input::settings(args.chosen.settings.as_deref(), &args.chosen.config)? {
        over(&mut recipe, settings)?;
    }
    for (field, value) in &args.fields {
        recipe.set(field, input::value(field, value)?)?;
    }
    recipe.vary(&args.vary)?;
    recipe.games = args.games.unwrap_or(recipe.games);
    recipe.seed = args.seed.unwrap_or(recipe.seed);
    recipe.measures = args.measures.clone().or(recipe.measures);
    Ok(recipe)
}

fn over(recipe: &mut Recipe, settings: Map<String, Value>) -> Result<(), Failure> {
    for (key, value) in settings {
        recipe.set(&key, value)?;
    }
    Ok(())
}

/// The paths of the output files; `None` for those that were not asked for.
struct Files {
    games: PathBuf,
    json: Option<PathBuf>,
    csv: Option<PathBuf>,
    jsonl: Option<PathBuf>,
    svg: Option<PathBuf>,
    png: Option<PathBuf>,
}

impl Files {
    /// Chooses the paths, and checks them before anything is played.
    fn new(args: &Experiment, plan: &Plan) -> Result<Self, Failure> {
        let within = |given: &Option<PathBuf>, name: &str| {
            given.clone().or_else(|| args.out.as_ref().map(|folder| folder.join(name)))
        };
        let files = Self {
            games: args.out.as_ref().map_or_else(|| default_path(plan), |folder| folder.join("games.jsonl")),
            json: within(&args.json, "result.json"),
            csv: within(&args.csv, "result.csv"),
            jsonl: args.jsonl.clone(),
            svg: within(&args.svg, "chart.svg"),
            png: within(&args.png, "chart.png"),
        };
        for (flag, path, endings) in [
            ("--json", &args.json, ".json"),
            ("--csv", &args.csv, ".csv"),
            ("--jsonl", &args.jsonl, ".jsonl or .jsonl.zst"),
            ("--svg", &args.svg, ".svg"),
            ("--png", &args.png, ".png"),
        ] {
            check_ending(flag, path.as_deref(), endings)?;
        }
        if args.out.as_deref() == Some(Path::new("-")) {
            let why =
                "--out: - is not a folder; --csv -, --json -, --svg - and so on write one file to standard output";
            return Err(Failure::Usage(why.into()));
        }
        if files.asked().filter(|path| is_stdout(path)).count() > 1 {
            return Err(Failure::Usage("-: standard output takes one file, need one - at most".into()));
        }
        for path in files.asked() {
            if *path == files.games {
                return Err(Failure::Usage(format!("{}: the games are kept there already", path.display())));
            }
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            if folder.is_some_and(|folder| args.out.as_deref() != Some(folder) && !folder.is_dir()) {
                return Err(Failure::writing(path, &io::ErrorKind::NotFound.into()));
            }
        }
        Ok(files)
    }

    /// Whether one of them is standard output.
    fn take_stdout(&self) -> bool {
        self.asked().any(|path| is_stdout(path))
    }

    fn asked(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.json, &self.csv, &self.jsonl, &self.svg, &self.png].into_iter().flatten()
    }

    fn write(&self, plan: &Plan, run: &Run<&Plan>) -> Result<(), Failure> {
        let summary = run.summary();
        put(&self.json, |file| writeln!(file, "{:#}", report::document(plan, summary)))?;
        put(&self.csv, |file| file.write_all(report::csv(plan, summary).as_bytes()))?;
        put(&self.jsonl, |file| match run.ledger() {
            Some(ledger) => ledger.copy(plan, run.done(), file),
            None => Err(io::Error::other("there is no file of games")),
        })?;
        if self.svg.is_some() || self.png.is_some() {
            let chart = picture::chart(plan, summary, run.shown());
            put(&self.svg, |file| file.write_all(gridhaunt_draw::chart::svg(&chart).as_bytes()))?;
            put(&self.png, |file| file.write_all(&gridhaunt_draw::chart::png(&chart)))?;
        }
        Ok(())
    }
}

/// Checks that the extension fits the contents. `-` is standard output, which must not be a terminal unless the
/// contents are text.
fn check_ending(flag: &str, path: Option<&Path>, endings: &str) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    let wrong = |why: &str| {
        Err(Failure::Usage(format!("{flag}: {} is not a name that ends in {endings}{why}", path.display())))
    };
    if path == Path::new("-") {
        return match flag {
            "--png" if io::stdout().is_terminal() => {
                wrong("; standard output is a terminal, send the picture into a pipe or a file")
            }
            _ => Ok(()),
        };
    }
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    if endings.split(" or ").any(|ending| name.ends_with(ending) && name.len() > ending.len()) {
        Ok(())
    } else {
        wrong("")
    }
}

/// Writes a file if its flag was given.
fn put(path: &Option<PathBuf>, fill: impl FnOnce(&mut Sink) -> io::Result<()>) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    let write = || {
        let mut file = Sink::create(path)?;
        fill(&mut file)?;
        file.finish()
    };
    write().map_err(|error| Failure::writing(path, &error))
}

/// `experiments/tag-sight-1a2b3c4d.jsonl`: every plan has its own file.
fn default_path(plan: &Plan) -> PathBuf {
    let plain = |c: char| if c.is_alphanumeric() || "-_".contains(c) { c } else { '-' };
    let name: String = plan.name.chars().take(60).map(plain).collect();
    Path::new("experiments").join(format!("{name}-{:08x}.jsonl", plan.fingerprint() >> 32))
}

fn progress(plan: &Plan, done: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let arms = plan.arms.len() as u64;
    let bar = ProgressBar::new(plan.games * arms).with_style(bar_style("games"));
    // Games that were loaded from the file do not count for the speed.
    let bar = bar.with_position(done * arms);
    bar.reset_eta();
    bar
}

fn tell(plan: &Plan, run: &Run<&Plan>, files: &Files, took: Duration, output: Output) -> Result<(), Failure> {
    let played = (run.done() - run.found()) * plan.arms.len() as u64;
    if output.json {
        for result in report::lines(plan, run.summary()) {
            line(result)?;
        }
        let written: Vec<_> = files.asked().map(|path| output::path(path)).collect();
        return Ok(line(json!({
            "experiment": plan.name, "game": plan.info.name, "seed": plan.seed.to_string(), "games": run.done(),
            "complete": run.done() >= plan.games, "played": played, "seconds": took.as_secs_f64(),
            "results": output::path(&files.games), "written": written,
        }))?);
    }
    table::print(plan, run)?;
    let seeds = HumanCount(run.done());
    let speed = HumanCount((played as f64 / took.as_secs_f64().max(1e-9)) as u64);
    let found = match run.found() {
        0 => String::new(),
        found => format!("; {} seeds were on file (--fresh plays them anew)", HumanCount(found)),
    };
    match played {
        0 => line(format!("games   none played{found}"))?,
        _ => line(format!("games   {} in {:.1} s, {speed} a second{found}", HumanCount(played), took.as_secs_f64()))?,
    }
    line(format!("seeds   {seeds} from {}, the same for every arm", plan.seed))?;
    line(format!("results {}", files.games.display()))?;
    for path in files.asked() {
        line(format!("written {}", output::place(path)))?;
    }
    Ok(())
}

/// The same command again, without the flags that would start from the beginning.
fn resume_command(args: impl Iterator<Item = OsString>) -> String {
    let rest = args.skip(1).filter(|word| word != "--fresh");
    shell::command(std::iter::once("gridhaunt".into()).chain(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_to_go_on_with_can_be_pasted_and_starts_nothing_over() {
        let words =
            ["/bin/gridhaunt", "experiment", "pyrat", "--fresh", "--vary", "start=[[0,0],[1,1]],it's", "-n", "9"];
        assert_eq!(
            resume_command(words.map(OsString::from).into_iter()),
            r#"gridhaunt experiment pyrat --vary "start=[[0,0],[1,1]],it's" -n 9"#
        );
    }
}

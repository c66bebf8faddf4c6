//! `check`: whether a program is fit to play, before it plays anybody.

use crate::args::Check;
use crate::failure::Failure;
use crate::output::{Output, complain, line, table};
use crate::{hosting, stop};
use gridhaunt_arena::adaptor::find_program;
use gridhaunt_arena::fit::{Finding, Grade, MATCHES, examine};
use gridhaunt_arena::house::House;
use gridhaunt_arena::seating::BotSpec;
use gridhaunt_host::clock::Clock;
use gridhaunt_host::host::Terms;
use gridhaunt_host::manifest::{MANIFEST, Program};
use gridhaunt_host::sandbox::Wish;
use gridhaunt_kernel::face::Face;
use gridhaunt_kernel::fault::Policy;
use gridhaunt_kernel::registry::Registry;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The findings, printed one by one.
struct Findings {
    output: Output,
    worst: Grade,
}

impl Findings {
    /// Prints a finding: what was looked at, what was found, and the bot's own words or other lines below it.
    fn add(&mut self, finding: &Finding) -> Result<(), Failure> {
        let Finding { grade, what, words, below, .. } = finding;
        self.worst = self.worst.worse(*grade);
        if self.output.json {
            return Ok(line(finding.to_value())?);
        }
        // What a compiler says has many lines.
        let mut lines = words.lines();
        table(&[vec![grade.word().into(), format!("{what:<8}"), lines.next().unwrap_or_default().into()]])?;
        for words in lines.chain(below.iter().map(String::as_str)) {
            line(format!("      {words}"))?;
        }
        Ok(())
    }
}

pub(crate) fn run(registry: &Registry, args: &Check, output: Output) -> Result<(), Failure> {
    let program = find_program(&args.bot)?;
    let game = registry.find(&which_game(registry, &program, args)?).map_err(|error| match args.game {
        Some(_) => Failure::from(error),
        None => {
            let file = hosting::near(&program.path.join(MANIFEST));
            Failure::Usage(format!("{}: games: {}", file.display(), error.words.as_deref().unwrap_or_default()))
        }
    })?;
    program.check_game(game.info().name)?;
    let mut findings = Findings { output, worst: Grade::Pass };
    let (name, clock) = (program.name.clone(), args.clock.unwrap_or(Clock::PLAY));
    let terms = Terms {
        clock,
        level: hosting::level(args.sandbox.unwrap_or(Wish::Best))?,
        as_root: args.as_root,
        stop: Some(stop::flag()),
        notes: true,
        ..Terms::default()
    };
    let house = House::new(terms, Policy::default(), 0);
    let program = Arc::new(program);
    let spec =
        BotSpec { name: name.clone(), options: program.options.clone(), program: Some(program.clone()), guest: None };
    if let Err(error) = house.prepare(std::slice::from_ref(&spec), |told| complain(&format!("gridhaunt: {told}"))) {
        let (grade, words) = (Grade::Fail, error.to_string());
        findings.add(&Finding { grade, what: "build", words, below: Vec::new(), facts: json!({}) })?;
        return ended(&findings, &name, game, None);
    }
    examine(&house, game, &spec, stop::flag(), &mut |finding| findings.add(&finding))?;
    if stop::flag().load(Ordering::Relaxed) {
        return Err(Failure::Interrupted("stopped".into()));
    }
    ended(&findings, &name, game, Some(house.host.terms.level.name()))
}

/// The game: what was given, else the only one of the manifest.
fn which_game(registry: &Registry, program: &Program, args: &Check) -> Result<String, Failure> {
    if let Some(game) = &args.game {
        return Ok(game.clone());
    }
    if let [game] = &program.games[..] {
        return Ok(game.clone());
    }
    let games: Vec<String> = match &program.games[..] {
        [] => registry.games().map(|game| game.info().name.to_string()).collect(),
        games => games.to_vec(),
    };
    let why = match program.games.len() {
        0 => format!("{} does not say which games it plays", program.name),
        _ => format!("{} plays several games", program.name),
    };
    let path = hosting::near(&program.path);
    let hint = format!("need --game, such as\n  gridhaunt check {} --game {}", path.display(), games[0]);
    Err(Failure::Usage(format!("--game: {why} ({}); {hint}", games.join(", "))))
}

fn ended(findings: &Findings, name: &str, game: &dyn Face, level: Option<&str>) -> Result<(), Failure> {
    let (game, fit) = (game.info().name, findings.worst != Grade::Fail);
    if findings.output.json {
        line(json!({"bot": name, "game": game, "ok": fit, "result": findings.worst.word(), "sandbox": level}))?;
    } else if fit {
        let level = level.map(|level| format!(", checked at level {level}")).unwrap_or_default();
        line(format!("{name} is fit to play {game}{level}"))?;
        line(format!("this was {MATCHES} short matches in every role; a whole match is longer"))?;
    }
    if fit { Ok(()) } else { Err(Failure::Finding(format!("{name} is not fit to play {game}"))) }
}

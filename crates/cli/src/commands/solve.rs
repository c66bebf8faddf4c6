//! `solve` and `exploit`: exact play, and how far bots are from it.

use crate::args::{Exploit, Problem, Solve};
use crate::failure::Failure;
use crate::output::{self, Output, line, table};
use crate::target::check_file;
use crate::{input, sink, stop};
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::face::Face;
use gridhaunt_kernel::json::Value;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_solve::HasSolvers;
use gridhaunt_solve::exploit::Given;
use gridhaunt_solve::layers::{Unsolved, Watch};
use gridhaunt_solve::offer::{Answer, Ask, Questioning, Verdict, Way};
use indicatif::HumanBytes;
use indicatif::{HumanCount, ProgressBar};
use serde_json::json;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// A progress bar, and Ctrl-C.
struct Bar(ProgressBar, String);

impl Watch for Bar {
    fn progress(&mut self, what: &str, done: u64, of: Option<u64>) {
        if self.1 != what {
            self.0.set_style(output::bar_style(what));
            self.0.reset_eta();
            self.1 = what.into();
        }
        self.0.set_length(of.unwrap_or(done));
        self.0.set_position(done);
    }

    fn stopped(&self) -> bool {
        stop::flag().load(Ordering::Relaxed)
    }
}

fn bar() -> Bar {
    Bar(output::progress(0, "states"), String::new())
}

fn ask<'a>(problem: &Problem, settings: &'a Value) -> Ask<'a> {
    let &Problem { seed, stake, limit, see_all, gap, rounds, .. } = problem;
    Ask { settings, seed, stake: stake.into(), limit, see_all, gap, rounds }
}

fn settings(problem: &Problem) -> Result<Value, Failure> {
    input::settings(problem.chosen.settings.as_deref(), &problem.chosen.config)
}

impl From<Unsolved> for Failure {
    fn from(error: Unsolved) -> Self {
        match error {
            Unsolved::Invalid(error) => error.into(),
            Unsolved::Stopped => Self::Interrupted("stopped before there was an answer".into()),
        }
    }
}

pub(crate) fn run(registry: &Registry, args: &Solve, output: Output) -> Result<(), Failure> {
    let game = registry.find(&args.game)?;
    let settings = settings(&args.problem)?;
    let solver = game.solver(&settings)?;
    if let Some(path) = &args.policy {
        check_file(path)?;
    }
    let (mut bar, begun) = (bar(), Instant::now());
    let answer = solver.solve(&ask(&args.problem, &settings), args.policy.is_some(), &mut bar);
    bar.0.finish_and_clear();
    let (answer, took) = (answer?, begun.elapsed());
    if let (Some(path), Some(policy)) = (&args.policy, &answer.policy) {
        sink::write(path, policy.write()).map_err(|error| Failure::writing(path, &error))?;
    }
    tell(game, args, &answer, took, output)
}

fn tell(game: &dyn Face, args: &Solve, answer: &Answer, took: Duration, output: Output) -> Result<(), Failure> {
    let &Answer { sides, value, error, starts, states, mixed, rounds, way, bytes, .. } = answer;
    let seed = args.problem.seed;
    let seconds = took.as_secs_f64();
    if output.json {
        let way = match way {
            Way::Matrices => "matrices",
            Way::Rounds => "rounds",
            Way::Regret => "regret",
        };
        line(json!({
            "game": game.info().name, "seed": seed.to_string(), "values": {sides[0]: value, sides[1]: 0.0 - value},
            "error": error, "way": way, "starts": starts, "states": states, "mixed": mixed, "rounds": rounds,
            "seconds": seconds, "bytes": bytes,
        }))?;
        return Ok(());
    }
    let count = |number: u64| HumanCount(number).to_string();
    let (what, detail) = match way {
        Way::Matrices => ("states", format!("{} without a saddle point", count(mixed))),
        Way::Rounds => ("states", format!("{} without a saddle point, {} rounds", count(mixed), count(rounds))),
        Way::Regret => ("histories", format!("{} that a seat can tell apart, {} rounds", count(mixed), count(rounds))),
    };
    let speed = count((states as f64 / seconds.max(1e-9)) as u64);
    let mut rows = vec![
        vec!["value".into(), format!("{} {}, {} {}", sides[0], number(value), sides[1], number(0.0 - value))],
        vec!["within".into(), format!("{}, from both sides", small(error))],
        vec![what.into(), format!("{}, {detail}", count(states))],
        vec!["time".into(), format!("{seconds:.2} s, {speed} {what} a second")],
        vec!["memory".into(), HumanBytes(bytes).to_string()],
        vec![
            "seed".into(),
            if starts == 1 { seed.to_string() } else { format!("any, {starts} starts equally likely") },
        ],
    ];
    if let Some(path) = &args.policy {
        rows.push(vec!["policy".into(), output::place(path)]);
    }
    Ok(table(&rows)?)
}

/// A value with as many digits as it needs, at most six.
fn number(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

pub(crate) fn exploit(registry: &Registry, args: &Exploit, output: Output) -> Result<(), Failure> {
    let game = registry.find(&args.game)?;
    let settings = settings(&args.problem)?;
    let solver = game.solver(&settings)?;
    let all = args.bots.is_empty();
    let bots: Vec<String> = if all { all_bots(game) } else { args.bots.clone() };
    let mut rows = vec![["bot", "side", "value", "gets", "gives away", "how sure"].map(String::from).to_vec()];
    for bot in &bots {
        let questioning = Questioning { bot, samples: args.samples, matches: args.matches };
        let mut bar = bar();
        let verdict = solver.exploit(game, &ask(&args.problem, &settings), &questioning, &mut bar);
        bar.0.finish_and_clear();
        let verdict = match verdict {
            // Of all bots some cannot play with these settings.
            Err(Unsolved::Invalid(error)) if all && is_of_bot(&error) => {
                output::complain(&format!("{bot}: left out: {error}"));
                continue;
            }
            verdict => verdict?,
        };
        for given in &verdict.given {
            if output.json {
                line(document(game, args, bot, &verdict, given))?;
            } else {
                rows.push(row(bot, &verdict, given));
            }
        }
    }
    if output.json {
        return Ok(());
    }
    table(&rows)?;
    Ok(line(format!(
        "exact: the best response to its odds; sampled: to {} samples a state, then the mean of {} matches against that response, 95 %",
        args.samples, args.matches
    ))?)
}

fn all_bots(game: &dyn Face) -> Vec<String> {
    game.bots().iter().map(|bot| bot.name.to_string()).collect()
}

fn is_of_bot(error: &Invalid) -> bool {
    error.field.starts_with("bot")
}

/// What a bot certainly gives away: by its odds, or what it lost in matches.
fn gets(given: &Given) -> f64 {
    given.played.map_or(given.gets, |(mean, _)| mean)
}

fn row(bot: &str, verdict: &Verdict, given: &Given) -> Vec<String> {
    let sure = match (given.exact, given.played) {
        (true, _) => format!("exact, within {}", small(given.error)),
        (false, Some((_, half))) => format!("at least, ± {half:.3} in matches"),
        (false, None) => "sampled".into(),
    };
    let loss = given.value - gets(given);
    let cells = [given.value, gets(given), loss].map(|value| format!("{:.3}", value + 0.0));
    [vec![bot.into(), verdict.sides[given.camp].into()], cells.to_vec(), vec![sure]].concat()
}

fn document(game: &dyn Face, args: &Exploit, bot: &str, verdict: &Verdict, given: &Given) -> Value {
    let mut document = json!({
        "game": game.info().name, "seed": args.problem.seed.to_string(), "bot": bot,
        "side": verdict.sides[given.camp], "value": given.value, "gets": given.gets,
        "gives_away": given.value - gets(given), "error": given.error, "exact": given.exact, "states": given.states,
    });
    if !given.exact {
        document["samples"] = json!(args.samples);
    }
    if let Some((mean, half)) = given.played {
        document["played"] = json!({"matches": args.matches, "mean": mean, "low": mean - half, "high": mean + half});
    }
    document
}

/// A number that is nearly nothing, or nothing.
fn small(error: f64) -> String {
    if error == 0.0 { "0".into() } else { format!("{error:.1e}") }
}

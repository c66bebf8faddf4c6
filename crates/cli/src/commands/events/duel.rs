//! How a duel is told: a running line, and a last verdict that nobody can misread (A5, A7).

use super::Ran;
use super::words::{counts, interval, many, share, span};
use crate::failure::Failure;
use crate::output::{Output, line, table};
use gridhaunt_events::duel::{Standing, Verdict, answer, both, no_result, sentence};
use gridhaunt_events::names;
use gridhaunt_events::run::Progress;
use gridhaunt_events::spec::DuelTerms;
use gridhaunt_store::{Event, Store};
use serde_json::json;

/// The parts of the running line.
pub(super) fn running(progress: &Progress) -> Vec<String> {
    let Some(standing) = &progress.duel else { return Vec::new() };
    let [a, b] = both(progress);
    let histogram = if standing.histogram.counts().len() == 5 { counts(&standing.histogram) } else { String::new() };
    let llr = standing.llr.map(|llr| format!("LLR {:.2} ({:.2}, {:.2})", llr.value, llr.lower, llr.upper));
    vec![
        many(standing.blocks(), "block"),
        format!("W {} D {} L {}", a.wins, a.draws, a.losses),
        histogram,
        format!("Elo {}", interval(&standing.estimate())),
        llr.unwrap_or_default(),
        format!("faults {}:{}", a.faults, b.faults),
        format!("voids {}:{}", a.voids, b.voids),
        format!("{:.1} matches a second", progress.speed),
        if progress.draining { "stopping: matches under way end".into() } else { String::new() },
        progress.left.map(|left| format!("about {} left", span(left))).unwrap_or_default(),
    ]
}

/// Prints what a duel has come to; its answer is the exit code.
pub(in crate::commands) fn report(
    store: &Store,
    event: &Event,
    duel: &DuelTerms,
    ran: &Ran,
    output: Output,
) -> Result<(), Failure> {
    let entrants = names::entrants(store, event.id)?;
    let names = match &entrants[..] {
        [a, b, ..] => [a.name.clone(), b.name.clone()],
        _ => Default::default(),
    };
    let Some((last, standing)) = ran.last.as_ref().and_then(|last| Some((last, last.duel.as_ref()?))) else {
        return ran.interrupted();
    };
    let nothing = no_result(standing, &entrants);
    if output.json {
        let mut told = answer(standing, duel, last, &names);
        if let Some(words) = &nothing {
            (told["verdict"], told["says"]) = (json!("no result"), json!(words));
        }
        for (key, value) in
            [("event", json!(event.id.0)), ("game", json!(event.game)), ("seconds", json!(ran.took.as_secs_f64()))]
        {
            told[key] = value;
        }
        line(told)?;
    } else if nothing.is_none() {
        show(&names, standing, last, store, event)?;
        for entrant in &entrants {
            if let Some(why) = &entrant.benched {
                line(format!("{} is benched: {why}", entrant.name))?;
            }
        }
        line(format!("\n{}", sentence(&names, standing, duel)))?;
    }
    ran.interrupted()?;
    if let Some(words) = nothing {
        return Err(Failure::Usage(words));
    }
    match standing.verdict {
        Verdict::Better | Verdict::Played => Ok(()),
        // What was said is the message.
        Verdict::NotBetter => Err(Failure::Finding(String::new())),
        Verdict::Undecided => Err(Failure::Inconclusive(String::new())),
    }
}

fn show(
    names: &[String; 2],
    standing: &Standing,
    last: &Progress,
    store: &Store,
    event: &Event,
) -> Result<(), Failure> {
    let mut rows = vec![["", "wins", "draws", "losses", "faults", "voids"].map(String::from).to_vec()];
    for (name, count) in names.iter().zip(both(last)) {
        let numbers = [count.wins, count.draws, count.losses, count.faults, count.voids];
        rows.push(std::iter::once(name.clone()).chain(numbers.iter().map(ToString::to_string)).collect());
    }
    table(&rows)?;
    let estimate = standing.estimate();
    let classes = match standing.histogram.counts().len() {
        5 => format!(": {} from both lost to both won", counts(&standing.histogram)),
        _ => String::new(),
    };
    line(format!("blocks  {}{classes}", standing.blocks()))?;
    line(format!("Elo     {}, 95 %; LOS {}", interval(&estimate), share(estimate.los)))?;
    if let Some(llr) = standing.llr {
        line(format!("LLR     {:.2}; at {:.2} it is not better, at {:.2} it is", llr.value, llr.lower, llr.upper))?;
    }
    line(format!("event   {} in {}", event.id, store.address()))?;
    Ok(())
}

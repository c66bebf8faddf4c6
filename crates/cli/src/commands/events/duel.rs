//! How a duel is told: a running line, and a last verdict that nobody can misread (A5, A7).

use super::Ran;
use super::words::{counts, elo, interval, many, share, span};
use crate::failure::Failure;
use crate::output::{Output, line, table};
use gridhaunt_events::Count;
use gridhaunt_events::duel::{Standing, Verdict};
use gridhaunt_events::names;
use gridhaunt_events::run::Progress;
use gridhaunt_events::spec::{Decided, DuelTerms};
use gridhaunt_rating::sprt::Model;
use gridhaunt_store::{Event, Store};
use serde_json::{Value, json};

/// What was counted of the first and the second.
fn both(progress: &Progress) -> [Count; 2] {
    [0, 1].map(|entrant| progress.counts.get(&entrant).copied().unwrap_or_default())
}

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

/// How a duel stands, as JSON.
pub(super) fn document(standing: &Standing, progress: &Progress) -> Value {
    let ([a, b], estimate) = (both(progress), standing.estimate());
    json!({
        "wins": a.wins, "draws": a.draws, "losses": a.losses,
        "histogram": {"values": standing.histogram.values(), "counts": standing.histogram.counts()},
        "points": estimate.points, "elo": {"value": estimate.elo, "low": estimate.low, "high": estimate.high},
        "los": estimate.los, "llr": standing.llr, "faults": [a.faults, b.faults], "voids": [a.voids, b.voids],
    })
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
    let matches = standing.matches();
    let says = sentence(&names, standing, duel, matches);
    if output.json {
        let mut told = document(standing, last);
        for (key, value) in [
            ("event", json!(event.id.0)),
            ("game", json!(event.game)),
            ("a", json!(names[0])),
            ("b", json!(names[1])),
            ("blocks", json!(standing.blocks())),
            ("matches", json!(matches)),
            ("seconds", json!(ran.took.as_secs_f64())),
            ("verdict", json!(word(standing.verdict))),
            ("risk", json!(risk(standing.verdict, duel))),
            ("says", json!(says)),
        ] {
            told[key] = value;
        }
        line(told)?;
    } else {
        show(&names, standing, last, store, event)?;
        line(format!("\n{says}"))?;
    }
    ran.interrupted()?;
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

const fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Better => "better",
        Verdict::NotBetter => "not better",
        Verdict::Undecided => "undecided",
        Verdict::Played => "measured",
    }
}

/// The stated risk that the verdict is wrong.
fn risk(verdict: Verdict, duel: &DuelTerms) -> Option<f64> {
    match (verdict, duel.decided) {
        (Verdict::Better, Decided::Sprt { alpha, .. }) => Some(alpha),
        (Verdict::NotBetter, Decided::Sprt { beta, .. }) => Some(beta),
        _ => None,
    }
}

/// The verdict as a sentence.
fn sentence([a, b]: &[String; 2], standing: &Standing, duel: &DuelTerms, matches: u64) -> String {
    let played = format!("{} ({})", many(standing.blocks(), "block"), many(matches, "match"));
    let unit = match duel.decided {
        Decided::Sprt { model: Model::Normalized, .. } => "normalized Elo",
        _ => "Elo",
    };
    match (standing.verdict, duel.decided) {
        (Verdict::Better, Decided::Sprt { elo0, alpha, .. }) => {
            let by = if elo0 == 0.0 { String::new() } else { format!(" by more than {} {unit}", elo(elo0)) };
            format!("{a} is better than {b}{by}: decided after {played}, risk of error {}", share(alpha))
        }
        (Verdict::NotBetter, Decided::Sprt { elo1, beta, .. }) => {
            let by = elo(elo1);
            let by = by.trim_start_matches('+');
            format!(
                "{a} is not better than {b}, not by {by} {unit}: decided after {played}, risk of error {}",
                share(beta)
            )
        }
        (Verdict::Undecided, Decided::Sprt { .. }) => {
            format!("Undecided after {played}: nothing can be said yet about whether {a} is better than {b}")
        }
        _ => {
            let estimate = standing.estimate();
            let points = share((estimate.points * 1e4).round() / 1e4);
            let by = interval(&estimate);
            format!("{a} has {points} of the points against {b}: Elo {by} with 95 % confidence, after {played}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(decided: Decided, values: &[f64]) -> String {
        let duel = DuelTerms { games: None, with: Vec::new(), decided };
        let mut standing = Standing::new(&duel, 2, 2);
        let block = |value: f64| gridhaunt_store::Block {
            id: 1,
            event: gridhaunt_store::EventId(1),
            label: String::new(),
            map: 0,
            k: 0,
            seed: 0,
            arrangements: vec![vec![0, 1], vec![1, 0]],
            state: gridhaunt_store::BlockState::Done,
            change: 0,
            points: vec![(0, value), (1, 1.0 - value)],
            why: None,
        };
        values.iter().for_each(|value| standing.add(&block(*value)));
        sentence(&["new".into(), "old".into()], &standing, &duel, 2 * standing.blocks())
    }

    #[test]
    fn a_verdict_names_who_is_better_and_the_risk() {
        let sprt = |elo0, elo1| Decided::Sprt { elo0, elo1, alpha: 0.05, beta: 0.1, model: Model::Normalized };
        let won = [1.0; 200];
        let better = told(sprt(0.0, 40.0), &won);
        assert!(
            better.starts_with("new is better than old: decided after ") && better.ends_with(", risk of error 5 %"),
            "{better}"
        );
        let better = told(sprt(10.0, 40.0), &won);
        assert!(better.starts_with("new is better than old by more than +10.0 normalized Elo: "), "{better}");
        let not = told(sprt(0.0, 40.0), &[0.0; 200]);
        assert!(not.starts_with("new is not better than old, not by 40.0 normalized Elo: "), "{not}");
        assert!(not.ends_with(", risk of error 10 %"), "{not}");
        assert_eq!(
            told(sprt(0.0, 40.0), &[0.5]),
            "Undecided after 1 block (2 matches): nothing can be said yet about whether new is better than old"
        );
        let fixed = told(Decided::Fixed(2), &[0.5, 1.0]);
        assert!(fixed.starts_with("new has 75 % of the points against old: Elo +191 ["), "{fixed}");
        assert!(fixed.ends_with(" with 95 % confidence, after 2 blocks (4 matches)"), "{fixed}");
    }
}

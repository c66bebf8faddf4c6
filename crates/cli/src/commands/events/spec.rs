//! From flags to the specification of an event (A10).

use crate::args::{
    Arrival, By, Duel, EloModel, Faults, Hosting, Ponder, Run, RunLeague, RunTournament, Terms, YesNo, apart,
};
use crate::failure::Failure;
use crate::input;
use gridhaunt_events::plan::EventKind;
use gridhaunt_events::points;
use gridhaunt_events::spec::{self, DuelSpec, MapSpec, Spec, TermsSpec};
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_rating::sprt::Model;
use std::path::Path;

/// What a duel is.
pub(in crate::commands) fn of_duel(args: &Duel) -> Result<Spec, Failure> {
    let mut spec = Spec { game: args.game.clone(), kind: Some(EventKind::Duel), ..Spec::default() };
    spec.entrants = vec![args.a.clone(), args.b.clone()];
    over(&mut spec, &args.terms)?;
    spec.duel = DuelSpec { games: args.games, with: apart(&args.with), fixed: args.fixed, ..DuelSpec::default() };
    if args.fixed.is_none() {
        let model = match args.model {
            EloModel::Normalized => Model::Normalized,
            EloModel::Logistic => Model::Logistic,
        };
        let (alpha, beta) = (Some(args.alpha), Some(args.beta));
        spec.duel = DuelSpec { sprt: Some(args.sprt), alpha, beta, model: Some(model), ..spec.duel };
    }
    Ok(spec)
}

/// What a tournament is: a file, with the flags over it, or the flags alone.
pub(in crate::commands) fn of_tournament(args: &RunTournament) -> Result<Spec, Failure> {
    let mut spec = begin(&args.run)?;
    if let Some(kind) = &args.kind {
        spec.kind = EventKind::from_name(kind);
    }
    spec.rounds = args.rounds.or(spec.rounds);
    spec.blocks = args.blocks.or(spec.blocks);
    spec.best_of = args.best_of.or(spec.best_of);
    spec.third_place = args.third_place.map(|word| word == YesNo::Yes).or(spec.third_place);
    match spec.kind {
        Some(EventKind::Duel) => Err(Failure::Usage("kind: a duel is no tournament: gridhaunt duel GAME A B".into())),
        Some(EventKind::Ladder) => Err(Failure::Usage("kind: a ladder is a league: gridhaunt league run".into())),
        _ => Ok(spec),
    }
}

/// What a league is (A13).
pub(in crate::commands) fn of_league(args: &RunLeague) -> Result<Spec, Failure> {
    let mut spec = begin(&args.run)?;
    match spec.kind.replace(EventKind::Ladder) {
        None | Some(EventKind::Ladder) => Ok(spec),
        Some(kind) => Err(Failure::Usage(format!("kind: {} is a tournament: gridhaunt tournament run", kind.name()))),
    }
}

fn begin(args: &Run) -> Result<Spec, Failure> {
    let mut spec = match args.file() {
        Some(file) => {
            let path = Path::new(file);
            let text = input::read_text(path).map_err(|error| Failure::reading(path, &error))?;
            let mut spec = Spec::parse(&text, path.parent().filter(|folder| !folder.as_os_str().is_empty()))
                .map_err(|error| Failure::Usage(format!("{file}: {error}")))?;
            if let [_, more, ..] = &args.words[..] {
                let why = "the file says who takes part, so it stands alone";
                return Err(Failure::Usage(format!("{}: {why}", gridhaunt_kernel::shown::shown(more))));
            }
            if let Some(game) = &args.game {
                spec.game.clone_from(game);
            }
            spec
        }
        None => {
            let game = args.game.clone().ok_or_else(|| {
                Failure::Usage("--game: missing, need a game: gridhaunt tournament run --game pyrat bots/*".into())
            })?;
            Spec { game, entrants: args.words.clone(), ..Spec::default() }
        }
    };
    over(&mut spec, &args.terms)?;
    spec.skip_unfit |= args.skip_unfit;
    if !args.map.is_empty() {
        let map = |settings: Vec<String>| -> Result<MapSpec, Failure> {
            Ok(MapSpec { name: Some(settings.join(",")), settings: settings_of(None, &settings)? })
        };
        spec.maps = args.maps().into_iter().map(map).collect::<Result<_, _>>()?;
    }
    Ok(spec)
}

fn settings_of(file: Option<&Path>, words: &[String]) -> Result<Map<String, Value>, Failure> {
    match input::settings(file, words)? {
        Value::Object(settings) => Ok(settings),
        _ => Ok(Map::new()),
    }
}

/// Puts the flags that all events share over a specification.
fn over(spec: &mut Spec, args: &Terms) -> Result<(), Failure> {
    spec.settings.extend(settings_of(args.chosen.settings.as_deref(), &args.chosen.config)?);
    spec.name = args.name.clone().or_else(|| spec.name.take());
    spec.side = args.side.clone().or_else(|| spec.side.take());
    spec.all_orders |= args.all_orders;
    spec.by = args.by.map_or(spec.by, |by| {
        Some(match by {
            By::Rank => points::By::Rank,
            By::Score => points::By::Score,
        })
    });
    spec.concurrency = args.concurrency.or(spec.concurrency);
    spec.seed = args.seed.or(spec.seed);
    spec.terms.show_names |= args.show_names;
    spec.terms.reuse |= args.reuse;
    hosted(&mut spec.terms, &args.hosting)
}

fn hosted(terms: &mut TermsSpec, args: &Hosting) -> Result<(), Failure> {
    if args.debug.is_some() {
        return Err(Failure::Usage("--debug: is for one match, `gridhaunt play` has it".into()));
    }
    terms.clock = args.clock.or(terms.clock);
    terms.strict = args.faults.map(|faults| faults == Faults::Strict).or(terms.strict);
    terms.strikes = args.strikes.or(terms.strikes);
    terms.sandbox = args.sandbox.or(terms.sandbox);
    terms.ponder = args.ponder.map(|ponder| ponder == Ponder::Yes).or(terms.ponder);
    terms.arrival = match args.arrival {
        Some(Arrival::Real) => Some(spec::Arrival::Real),
        Some(Arrival::Seeded) => Some(spec::Arrival::Seeded),
        None => terms.arrival,
    };
    terms.serial |= args.serial;
    terms.transcripts |= args.transcripts;
    terms.build_network |= args.build_network;
    Ok(())
}

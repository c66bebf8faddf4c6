//! `duel`: is A better than B?

use super::events::{self, Begun, Wish, duel, spec};
use crate::args::{Duel, Running};
use crate::failure::Failure;
use crate::output::Output;
use gridhaunt_events::spec::Resolved;
use gridhaunt_kernel::registry::Registry;

pub(crate) fn run(registry: &Registry, args: &Duel, output: Output) -> Result<(), Failure> {
    let spec = spec::of_duel(args)?;
    let kept = &args.terms.kept;
    let Begun { store, created } = events::begin(registry, &spec, kept)?;
    let event = store.event(created.id)?;
    let wish = Wish {
        noun: "tournament",
        concurrency: None,
        out: &[],
        replays: None,
        kept,
        running: Running { as_root: args.terms.hosting.as_root },
    };
    let ran = events::conduct(registry, &store, &event, &wish, output)?;
    match &Resolved::read(registry, &event.spec)?.duel {
        Some(terms) => duel::report(&store, &event, terms, &ran, output),
        None => Ok(()),
    }
}

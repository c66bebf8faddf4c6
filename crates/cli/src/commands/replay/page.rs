//! A match as one HTML file.

use super::rerun_to;
use crate::failure::Failure;
use crate::lineup;
use gridhaunt_arena::differs::Differs;
use gridhaunt_arena::replay::Replay;
use gridhaunt_kernel::registry::Registry;

/// The page of a match, whose record is given as its lines too, and what does not verify, which the page will say.
pub(super) fn of(registry: &Registry, replay: &Replay, lines: &str) -> Result<(String, Option<Differs>), Failure> {
    gridhaunt_page::is_ready().map_err(|error| Failure::Usage(error.to_string()))?;
    let (session, differs) = rerun_to(registry, replay, None, |_| Ok(()))?;
    let header = &replay.header;
    let title = format!(
        "{}, seed {}, {}",
        registry.find(&header.game)?.info().title,
        header.seed,
        lineup::words(&header.seats, session.as_ref())
    );
    let page = gridhaunt_page::html(lines, &title).map_err(|error| Failure::Usage(error.to_string()))?;
    Ok((page, differs))
}

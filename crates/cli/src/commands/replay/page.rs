//! A match as one HTML file.

use super::Shown;
use crate::failure::Failure;
use crate::lineup;
use gridhaunt_arena::differs::Differs;
use gridhaunt_kernel::Seat;

/// The page of a match, which contains the `lines` of its record. Also returns the first difference if the match does
/// not verify; the page shows it too.
pub(super) fn of(shown: Shown<'_>, lines: &str) -> Result<(String, Option<Differs>), Failure> {
    gridhaunt_page::is_ready().map_err(|error| Failure::Usage(error.to_string()))?;
    let (session, differs) = shown.up_to(None, |_| Ok(()))?;
    gridhaunt_page::knows(session.info().name).map_err(|error| Failure::Usage(error.to_string()))?;
    let players: Vec<String> = (0..session.seats()).map(|seat| session.player_name(Seat(seat as u8)).into()).collect();
    let (title, words) = (session.info().title, lineup::words(&players, session.as_ref()));
    let page = gridhaunt_page::html(lines, &format!("{title}, seed {}, {words}", shown.seed()));
    Ok((page.map_err(|error| Failure::Usage(error.to_string()))?, differs))
}

//! A league that takes bots, made in one word.

use gridhaunt_arena::seating::BotSpec;
use gridhaunt_events::Trouble;
use gridhaunt_events::entrant::seats;
use gridhaunt_events::event::create;
use gridhaunt_events::plan::EventKind;
use gridhaunt_events::shape::Shape;
use gridhaunt_events::spec::Spec;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::face::Face;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_store::{Board, EventId, State, Store};
use serde_json::json;

/// The league of a game that goes on and takes bots; it is made with these bots of the house, or the usual ones, if there
/// is none. Such a league waits for the first bot that is submitted. Says whether it was made.
///
/// # Errors
/// The game or a bot does not exist; the store fails.
pub fn open_league(
    store: &Store,
    registry: &Registry,
    game: &str,
    with: &[String],
) -> Result<(EventId, bool), Trouble> {
    let face = registry.find(game)?;
    let ladder = EventKind::Ladder;
    let boards = store.boards()?;
    let goes_on = store.events()?.into_iter().find(|event| {
        event.game == game
            && event.kind == ladder.name()
            && !event.state.is_closed()
            && boards.iter().any(|board| board.event == event.id)
    });
    if let Some(event) = goes_on {
        return Ok((event.id, false));
    }
    let info = face.info();
    let entrants = if with.is_empty() { usual(face)? } else { with.to_vec() };
    let name = Some(format!("{} league", info.title));
    let spec = Spec { name, game: game.into(), kind: Some(ladder), entrants, ..Spec::default() };
    let created = create(store, registry, &spec)?;
    store.set_board(&Board { event: created.id, deadline: None, freeze: None })?;
    // Bots of the house among themselves would play on for ever, and tell nobody anything.
    store.set_state(created.id, State::Paused)?;
    Ok((created.id, true))
}

/// The bots of the house that a league begins with: as many as sit at a table, the usual ones first.
fn usual(face: &dyn Face) -> Result<Vec<String>, Invalid> {
    let (info, opened) = (face.info(), face.open(&json!({}))?);
    let session = opened.begin(0)?;
    let shape = Shape::of(session.as_ref(), &info, None)?;
    let mut words: Vec<String> = Vec::new();
    let roles: Vec<&str> = info.roles.iter().map(|role| role.bot).filter(|bot| !bot.is_empty()).collect();
    let distinct = roles.iter().enumerate().filter(|(at, bot)| !roles[..*at].contains(bot)).map(|(_, bot)| *bot);
    words.push(distinct.collect::<Vec<_>>().join("+"));
    // Those that play every seat; what is random is weak, and everybody should beat somebody.
    let mut bots: Vec<&str> = face.bots().iter().map(|bot| bot.name).collect();
    let weak = ["random", "uniform"];
    bots.sort_by_key(|name| weak.iter().position(|weak| weak == name).unwrap_or(weak.len()));
    for name in bots {
        let bot = [BotSpec::parse(name)?];
        let plays = seats(opened.as_ref(), session.as_ref(), &shape, name, &bot).is_ok();
        if words.len() < shape.table().max(2) && plays && !words.iter().any(|word| word == name) {
            words.push(name.into());
        }
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridhaunt_store::Address;

    #[test]
    fn every_game_has_a_league_that_is_made_once() {
        let (store, registry) = (Store::open(&Address::memory()).unwrap(), gridhaunt_bots::registry());
        for game in registry.games() {
            let name = game.info().name;
            let (id, made) =
                open_league(&store, &registry, name, &[]).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(made && store.board(id).unwrap().is_some(), "{name}");
            assert_eq!(open_league(&store, &registry, name, &[]).unwrap(), (id, false));
        }
        assert!(open_league(&store, &registry, "chess", &[]).is_err());
        let words = ["greedy".to_string(), "nobody".to_string()];
        assert!(open_league(&Store::open(&Address::memory()).unwrap(), &registry, "pyrat", &words).is_err());
    }
}

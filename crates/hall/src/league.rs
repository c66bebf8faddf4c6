//! A league that takes bots, made in one word.

use gridhaunt_events::Trouble;
use gridhaunt_events::event::create;
use gridhaunt_events::plan::EventKind;
use gridhaunt_events::spec::Spec;
use gridhaunt_kernel::registry::Registry;
use gridhaunt_store::{Board, EventId, State, Store};

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
    let entrants = if with.is_empty() {
        let mut usual: Vec<&str> = Vec::new();
        for role in info.roles.iter().filter(|role| !role.bot.is_empty()) {
            if !usual.contains(&role.bot) {
                usual.push(role.bot);
            }
        }
        let bots = face.bots();
        let plain = ["random", "uniform"].into_iter().find(|name| bots.iter().any(|bot| bot.name == *name));
        let mut both = vec![usual.join("+")];
        both.extend(plain.map(Into::into).filter(|plain| *plain != both[0]));
        both
    } else {
        with.to_vec()
    };
    let name = Some(format!("{} league", info.title));
    let spec = Spec { name, game: game.into(), kind: Some(ladder), entrants, ..Spec::default() };
    let created = create(store, registry, &spec)?;
    store.set_board(&Board { event: created.id, deadline: None, freeze: None })?;
    // Bots of the house among themselves would play on for ever, and tell nobody anything.
    store.set_state(created.id, State::Paused)?;
    Ok((created.id, true))
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

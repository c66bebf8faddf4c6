//! A bot for {{title}}. `choose` is where it thinks; everything else is there already.

use crate::game::Action;
use crate::protocol::{Match, Mind, Turn};

pub struct Bot;

impl Mind for Bot {
    /// What is told once is in `game.start`.
    fn start(_game: Match) -> Self {
        Bot
    }

    /// What is seen now is in `turn.view`, what may be chosen in `turn.legal`.
    fn choose(&mut self, turn: &Turn) -> Action {
        Action::Other(turn.legal[0].clone())
    }
}

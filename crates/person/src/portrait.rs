//! A picture of a game for those who choose one: a match of its usual bots, somewhere in the middle.

use gridhaunt_draw::svg::{self, Options};
use gridhaunt_kernel::face::{Face, Player, Session, Span};
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::{Invalid, Scene, Seat};

/// The seed of the match, and the share of it after which it is shown.
const SEED: u64 = 11;
const SHARE: f64 = 0.45;
/// The most steps of a match that are played for a picture.
const MOST: usize = 400;

/// The board as SVG, on a light and on a dark page.
///
/// # Errors
/// The settings are not of this game.
pub fn of(game: &dyn Face, settings: &Value) -> Result<[String; 2], Invalid> {
    let opened = game.open(settings)?;
    let seed = opened.fold_seed(SEED);
    let mut session = opened.begin(seed)?;
    let roles = game.info().roles;
    let mut players: Vec<Box<dyn Player>> = Vec::new();
    for seat in (0..session.seats() as u8).map(Seat) {
        let bot = roles.get(session.role(seat)).map_or("uniform", |role| role.bot);
        let mut player = opened.player(bot, &Map::new(), seed, seat)?;
        player.start(session.as_ref(), seat);
        players.push(player);
    }
    let mut states = vec![session.fork()];
    while !session.phase().is_over() && states.len() < MOST {
        let choices = chosen(session.as_ref(), &mut players);
        session.step(&choices);
        states.push(session.fork());
    }
    let shown = &states[(states.len() as f64 * SHARE) as usize];
    let scene =
        Scene { panel: Vec::new(), legend: &[], title: "", byline: String::new(), ..shown.scene(Span::Frame, None) };
    Ok([false, true].map(|dark| svg::render(&scene, &Options { cell: 40, dark })))
}

fn chosen(session: &dyn Session, players: &mut [Box<dyn Player>]) -> Vec<(Seat, u64)> {
    let seats = session.phase().seats().iter_from(session.first_to_arrive());
    seats.filter_map(|seat| Some((seat, players.get_mut(seat.index())?.choose(session, seat)?))).collect()
}

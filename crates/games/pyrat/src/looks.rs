//! The looks of everything in a scene (R40).

use gridhaunt_kernel::scene::{Look, Shape, Tint};

/// The two players, by seat.
pub(crate) static PLAYERS: [Look; 2] =
    [Look::new("python", Shape::Snake, Tint::Green), Look::new("rat", Shape::Mouse, Tint::Silver)];
pub(crate) static CHEESE: Look = Look::new("cheese", Shape::Wedge, Tint::Amber).with_letter('*').with_sign('◆');
pub(crate) static MUD: Look = Look::new("mud", Shape::Disc, Tint::Brown).called("mud: turns");
pub(crate) static ATE: Look = Look::new("ate", Shape::Disc, Tint::Ember).called("cheese eaten");
pub(crate) static SHARED: Look = Look::new("shared", Shape::Disc, Tint::Mauve).called("cheese shared");
pub(crate) static WON: Look = Look::new("won", Shape::Disc, Tint::Gold).called("the winner");

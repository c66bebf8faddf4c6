//! The looks of everything in a scene (R48).

use crate::state::Side;
use gridhaunt_kernel::scene::{Look, Shape, Tint};

pub(crate) static KILLER: Look = Look::new("killer", Shape::Ghost, Tint::Red);
pub(crate) static SURVIVOR: Look = Look::new("survivor", Shape::Runner, Tint::Blue);
/// A survivor that remained on the board, as the legend explains it.
pub(crate) static STRANDED: Look = SURVIVOR.called("stranded");
pub(crate) static KILLER_TRAIL: Look = Look::new("killer-trail", Shape::Disc, Tint::Red).called("killer's step");
pub(crate) static SURVIVOR_TRAIL: Look = Look::new("survivor-trail", Shape::Disc, Tint::Blue).called("runner's step");
pub(crate) static EXIT: Look = Look::new("exit", Shape::Gate, Tint::Jade).with_letter('>');
pub(crate) static SIGHT: Look = Look::new("sight", Shape::Disc, Tint::Straw).called("in sight").with_sign('∘');
pub(crate) static CAPTURE: Look = Look::new("capture", Shape::Cross, Tint::Ink).called("captured").with_sign('✗');
pub(crate) static ESCAPE: Look = Look::new("escape", Shape::Arrow, Tint::Sky).called("escaped").with_sign('↑');

/// A unit of a side.
pub(crate) const fn of(side: Side) -> &'static Look {
    match side {
        Side::Survivor => &SURVIVOR,
        Side::Killer => &KILLER,
    }
}

//! The looks of everything in a scene (R48).

use gridhaunt_kernel::scene::{Look, Shape, Tint};

pub(crate) static GHOST: Look = Look::new("ghost", Shape::Ghost, Tint::Blush).with_rim(Tint::Orchid);
pub(crate) static TURNCOAT: Look = Look::new("turncoat", Shape::Guard, Tint::Cream).with_rim(Tint::Orange);
pub(crate) static SENTINEL: Look = Look::new("sentinel", Shape::Guard, Tint::Navy);

pub(crate) static START: Look = Look::new("start", Shape::Disc, Tint::Slate);
pub(crate) static PLAIN: Look = Look::new("plain", Shape::Disc, Tint::Ash).called("node");
pub(crate) static GOAL: Look = Look::new("goal", Shape::Disc, Tint::Honey);
pub(crate) static CHECKED: Look = Look::new("checked", Shape::Disc, Tint::Green).called("checked on").with_sign('✓');
pub(crate) static LOOT: Look = Look::new("loot", Shape::Disc, Tint::Honey);
pub(crate) static LOOT_UNKNOWN: Look = Look::new("loot-unknown", Shape::Disc, Tint::Honey).called("loot unknown");
pub(crate) static SHORT: Look = Look::new("short", Shape::Stroke, Tint::Iron).called("short way");
pub(crate) static LONG: Look = Look::new("long", Shape::Dashes, Tint::Smoke).called("long way");

pub(crate) static DELIVERY: Look = Look::new("delivery", Shape::Disc, Tint::Marigold).called("delivered");
pub(crate) static RECOVERY: Look = Look::new("recovery", Shape::Disc, Tint::Azure).called("recovered");
pub(crate) static CAPTURE: Look = Look::new("capture", Shape::Cross, Tint::Ink).called("captured").with_sign('✗');
pub(crate) static TURNED: Look = Look::new("turned", Shape::Disc, Tint::Orange).called("changed sides");

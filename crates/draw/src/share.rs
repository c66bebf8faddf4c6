//! Parts of a whole.

/// A part of a whole, from 0 to 1; 0 if the result is not a number or the whole is 0.
pub(crate) fn share(part: f64, whole: f64) -> f64 {
    let share = if whole > 0.0 { part / whole } else { 0.0 };
    if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) }
}

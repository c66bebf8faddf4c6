//! Parts of a whole.

/// How much of a whole, from 0 to 1; nothing of what is no number or of nothing.
pub(crate) fn share(part: f64, whole: f64) -> f64 {
    let share = if whole > 0.0 { part / whole } else { 0.0 };
    if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) }
}

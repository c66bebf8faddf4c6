//! The fonts of pictures and pages: Inter in three weights, reduced to Latin, Greek, Cyrillic and a few signs, under
//! the SIL Open Font License.
//!
//! ```
//! // A file of outlines in the format TrueType begins so.
//! assert!(gridhaunt_fonts::REGULAR.starts_with(&[0, 1, 0, 0]));
//! ```
#![no_std]

/// Inter Regular, weight 400.
pub const REGULAR: &[u8] = include_bytes!("../fonts/Inter-Regular.ttf");

/// Inter SemiBold, weight 600.
pub const SEMIBOLD: &[u8] = include_bytes!("../fonts/Inter-SemiBold.ttf");

/// Inter Bold, weight 700.
pub const BOLD: &[u8] = include_bytes!("../fonts/Inter-Bold.ttf");

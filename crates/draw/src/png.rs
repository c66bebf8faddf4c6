//! Scenes as PNG: the picture of [`svg`], drawn with an included font.
//!
//! The same scene gives the same bytes on every machine and at any time: the font is included, and nothing on the
//! machine has an influence.

#[cfg(test)]
mod tests;

pub use crate::svg::{Options, Page};
use crate::theme::Paper;
use crate::{raster, svg};
use gridhaunt_kernel::Scene;

/// Draws a scene as a PNG file.
#[must_use]
pub fn render(scene: &Scene, options: &Options) -> Vec<u8> {
    render_on(Page::default(), scene, options)
}

/// Draws a scene on a page that is at least this large, so that all frames of a film can have the same size.
#[must_use]
pub fn render_on(page: Page, scene: &Scene, options: &Options) -> Vec<u8> {
    raster::png(&svg::render_on(page, scene, options), 1.0, Paper::new(options.dark).page)
}

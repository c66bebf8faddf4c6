//! Scenes as bare pixels, for programs that go on with them: the picture of [`png`](crate::png) before it is packed.

pub use crate::svg::{Options, Page};
use crate::theme::Paper;
use crate::{raster, svg};
use gridhaunt_kernel::Scene;

/// A picture, row by row from the top, each row from the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// How many columns there are.
    pub width: usize,
    /// How many rows there are.
    pub height: usize,
    /// Red, green and blue of every pixel.
    pub rgb: Vec<u8>,
}

/// Draws a scene on a page that is at least this large, so that all pictures of a match can have the same size.
#[must_use]
pub fn render_on(page: Page, scene: &Scene, options: &Options) -> Pixels {
    let ([width, height], rgb) = raster::rgb(&svg::render_on(page, scene, options), Paper::new(options.dark).page);
    Pixels { width: width as usize, height: height as usize, rgb }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    #[test]
    fn the_pixels_are_those_of_the_png() {
        for scene in [samples::race(), samples::hunt()] {
            let options = Options { cell: 20, dark: true };
            let page = Page { width: 700.0, height: 500.0 };
            let picture = render_on(page, &scene, &options);
            let file = crate::png::render_on(page, &scene, &options);
            let mut reader = ::png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
            let mut unpacked = vec![0; reader.output_buffer_size().unwrap()];
            let info = reader.next_frame(&mut unpacked).unwrap();
            assert_eq!((picture.width, picture.height), (info.width as usize, info.height as usize));
            assert!(picture.rgb == unpacked);
        }
    }
}

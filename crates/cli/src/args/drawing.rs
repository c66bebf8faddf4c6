//! Flags of pictures and films.

use crate::number;
use clap::{Args as ClapArgs, ValueEnum};
use gridhaunt_draw::film::Pace;

/// What is shown of a match, and how.
#[derive(Debug, Default, ClapArgs)]
#[command(next_help_heading = "Pictures and films")]
pub(crate) struct Drawing {
    /// The step of a picture, or with which all frames end, 0 being the start; the last if not given
    #[arg(long, value_parser = number::from_zero::<usize>)]
    pub(crate) step: Option<usize>,
    /// Whether there is a board for every frame or for every step; a picture shows what happened in it [default: frame]
    #[arg(long, value_enum)]
    pub(crate) each: Option<Each>,
    /// The first frame (or step, with --each step) to show
    #[arg(long = "from-frame", value_name = "FRAME", value_parser = number::from_zero::<u64>)]
    pub(crate) from: Option<u64>,
    /// The last frame to show
    #[arg(long, value_name = "FRAME", value_parser = number::from_zero::<u64>, conflicts_with = "step")]
    pub(crate) to: Option<u64>,
    /// Show one frame of so many; the last is always shown
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) every: Option<u64>,
    /// Frames of the match a second in a film, 0.1 to 50, whatever --tween is; the last stays for two seconds [default: the
    /// game's own pace]
    #[arg(long, value_parser = fps)]
    pub(crate) fps: Option<f64>,
    /// Pictures in a film for one frame of the match, so that movement is smooth: 1 for none between two frames, at most
    /// 50, and never more than 50 a second [default: about 30 a second, at most 12]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=50))]
    pub(crate) tween: Option<u32>,
    /// Mark what this seat sees; its number, or its name
    #[arg(long, value_name = "SEAT", conflicts_with = "knows")]
    pub(crate) seat: Option<String>,
    /// Draw what this seat knows, and nothing else
    #[arg(long, value_name = "SEAT")]
    pub(crate) knows: Option<String>,
    /// Pixels a cell: 8 to 256 for .svg, else 2 to 64. If not given 32, but where it is not .svg 16 for a board with more
    /// than 32 cells a side, and 8 for one with more than 80, in a film with more than 48
    #[arg(long, value_parser = number::from_zero::<u32>)]
    pub(crate) cell: Option<u32>,
    /// So many times the usual size, such as 0.5 or 2; the size of a cell stays in the range of --cell
    #[arg(long, value_name = "TIMES", value_parser = scale, conflicts_with = "cell")]
    pub(crate) scale: Option<f64>,
    /// A dark picture
    #[arg(long)]
    pub(crate) dark: bool,
}

fn scale(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|scale| (0.05..=8.0).contains(scale)).ok_or_else(|| "not in 0.05..=8".into())
}

fn fps(text: &str) -> Result<f64, String> {
    let fastest = Pace::FASTEST;
    text.parse().ok().filter(|fps| (0.1..=fastest).contains(fps)).ok_or_else(|| format!("not in 0.1..={fastest}"))
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Each {
    /// As the game counts them
    #[default]
    Frame,
    /// Every step
    Step,
}

//! How long frames are shown.

/// How fast a film runs, and how smoothly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Scenes a second, at most [`Pace::FASTEST`].
    pub fps: f64,
    /// How many seconds the last scene is shown at least, before the film starts again.
    pub rest: f64,
    /// The most frames of a step in which an actor moves; 1 for none between two scenes.
    pub tween: u32,
}

impl Default for Pace {
    fn default() -> Self {
        Self::of(6.0)
    }
}

/// How many frames per second look smooth, and the default limit of frames per scene.
const SMOOTH: f64 = 30.0;
const MOST_BETWEEN: u32 = 12;
/// The share of its time for which a scene stands still before actors move.
#[cfg(feature = "pixels")]
const STILL: f64 = 0.3;
/// The shortest time of a frame in hundredths of a second; players show shorter frames for longer.
#[cfg(feature = "pixels")]
const LEAST: u16 = 2;

impl Pace {
    /// The most frames per second that players show correctly.
    pub const FASTEST: f64 = 50.0;

    /// A pace of so many scenes per second, with just enough frames between them for smooth movement.
    #[must_use]
    pub fn of(fps: f64) -> Self {
        Self { fps, rest: 2.0, tween: ((SMOOTH / fps).round() as u32).clamp(2, MOST_BETWEEN) }
    }
}

#[cfg(feature = "pixels")]
impl Pace {
    /// How long a scene is shown, in hundredths of a second; rounding errors are corrected in the next scene.
    fn lasts(self, scene: u64) -> u16 {
        let fps = if self.fps > 0.0 { self.fps.min(Self::FASTEST) } else { Self::default().fps };
        let until = |scene: u64| (100.0 * scene as f64 / fps).round();
        (until(scene + 1) - until(scene)) as u16
    }

    /// How long the last scene is shown, in hundredths of a second.
    pub(super) fn last(self, scene: u64) -> u16 {
        self.lasts(scene).max((100.0 * self.rest) as u16)
    }

    /// How long the frames of a scene are shown: its own frame and, if an actor moves, as many frames towards the next
    /// scene as possible.
    pub(super) fn holds(self, scene: u64, is_motion: bool) -> Vec<u16> {
        let lasts = self.lasts(scene);
        let still = ((f64::from(lasts) * STILL).round() as u16).max(LEAST).min(lasts);
        let between = u32::from((lasts - still) / LEAST).min(self.tween.saturating_sub(1)) as u16;
        if !is_motion || between == 0 {
            return vec![lasts];
        }
        let until = |frame: u16| u32::from(frame) * u32::from(lasts - still) / u32::from(between);
        let moving = (0..between).map(|frame| (until(frame + 1) - until(frame)) as u16);
        std::iter::once(still).chain(moving).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(fps: f64, tween: u32) -> Vec<u16> {
        Pace { fps, tween, ..Pace::default() }.holds(0, true)
    }

    #[test]
    fn a_scene_lasts_as_long_with_frames_between_as_without() {
        for fps in [0.1, 1.0, 6.0, 10.0, 24.0, 30.0, 50.0] {
            for tween in [0, 1, 2, 5, 100] {
                let pace = Pace { fps, tween, ..Pace::default() };
                for scene in 0..20 {
                    let holds = pace.holds(scene, true);
                    assert_eq!(holds.iter().sum::<u16>(), pace.holds(scene, false)[0]);
                    assert!(holds.iter().all(|hold| *hold >= LEAST) && holds.len() <= tween.max(1) as usize);
                }
            }
        }
    }

    #[test]
    fn a_scene_rests_before_the_next() {
        assert_eq!(holds(6.0, 5), [5, 3, 3, 3, 3]);
        assert_eq!(holds(10.0, 5), [3, 2, 2, 3], "no more than players can show");
        assert_eq!((holds(50.0, 5), holds(6.0, 1)), (vec![2], vec![17]));
    }

    #[test]
    fn movement_is_as_smooth_at_every_pace() {
        let tween = |fps| Pace::of(fps).tween;
        assert_eq!([2.0, 4.0, 6.0, 15.0, 50.0, 0.1].map(tween), [12, 8, 5, 2, 2, 12]);
        assert_eq!((tween(f64::NAN), tween(0.0), tween(-1.0)), (2, 12, 2), "no pace at all is no harm");
    }

    #[test]
    fn a_second_has_as_many_scenes_as_were_asked_for() {
        let lasts = |fps| (0..6).map(|scene| Pace { fps, ..Pace::default() }.lasts(scene)).collect::<Vec<_>>();
        assert_eq!(lasts(30.0), [3, 4, 3, 3, 4, 3]);
        assert_eq!((lasts(1e9)[0], lasts(f64::NAN)[0], lasts(-1.0)[0]), (2, 17, 17));
    }
}

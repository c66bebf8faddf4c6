//! Colours that stand for different things can be told apart by everybody: also by people whose eyes lack red, green or
//! blue, on light and on dark pages.

use gridhaunt_draw::theme::{Paper, Rgb, Swatch};
use gridhaunt_kernel::face::Span;
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::scene::{Depth, Hue, Look, Row, Sign, Tint};

/// How far apart two colours look, in hundredths of OKLab, to someone whose eyes mix colours like this.
fn distance(one: Rgb, other: Rgb, eyes: &[[f64; 3]; 3]) -> f64 {
    let apply = |matrix: &[[f64; 3]; 3], part: [f64; 3]| {
        matrix.map(|row| row.iter().zip(part).map(|(weight, part)| weight * part).sum::<f64>())
    };
    let lab = |color: Rgb| {
        let light = [color.0, color.1, color.2].map(|part| (f64::from(part) / 255.0).powf(2.2));
        let cones = apply(&CONES, apply(eyes, light).map(|part| part.clamp(0.0, 1.0))).map(f64::cbrt);
        apply(&OPPONENTS, cones)
    };
    100.0 * lab(one).into_iter().zip(lab(other)).map(|(one, other)| (one - other).powi(2)).sum::<f64>().sqrt()
}

const CONES: [[f64; 3]; 3] =
    [[0.412_22, 0.536_33, 0.051_45], [0.211_90, 0.680_70, 0.107_40], [0.088_30, 0.281_72, 0.629_98]];
const OPPONENTS: [[f64; 3]; 3] =
    [[0.210_45, 0.793_62, -0.004_07], [1.978_00, -2.428_59, 0.450_59], [0.025_90, 0.782_77, -0.808_68]];
/// All colours, and those without red, green or blue cones (Machado, Oliveira and Fernandes 2009).
const EYES: [[[f64; 3]; 3]; 4] = [
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
    [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
    [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
];

/// How far apart two tints are where it is hardest to see.
fn least(one: Tint, other: Tint) -> f64 {
    let far = |(eyes, dark)| distance(Swatch::of(one).on(dark), Swatch::of(other).on(dark), eyes);
    EYES.iter().flat_map(|eyes| [(eyes, false), (eyes, true)]).map(far).fold(f64::MAX, f64::min)
}

/// The same on an empty cell.
fn least_on_floor(tint: Tint) -> f64 {
    let far = |(eyes, dark)| distance(Swatch::of(tint).on(dark), Paper::new(dark).floor, eyes);
    EYES.iter().flat_map(|eyes| [(eyes, false), (eyes, true)]).map(far).fold(f64::MAX, f64::min)
}

/// The lines of the palette: what is made for one board.
const APART: [&[Tint]; 9] = [
    &[Tint::Green, Tint::Silver, Tint::Amber, Tint::Brown],
    &[Tint::Red, Tint::Blue, Tint::Jade],
    &[Tint::Orchid, Tint::Orange, Tint::Navy],
    &[Tint::Royal, Tint::Orange, Tint::Magenta, Tint::Ice],
    &[Tint::Brass, Tint::Plum, Tint::Emerald],
    &[Tint::Ember, Tint::Gold, Tint::Mauve],
    &[Tint::Marigold, Tint::Azure, Tint::Orange],
    &[Tint::Sun, Tint::Rose, Tint::Sky, Tint::Orange],
    &[Tint::Slate, Tint::Ash, Tint::Honey],
];

/// What is seen on what.
const UPON: [(Tint, &[Tint]); 4] = [
    (Tint::Parchment, &[Tint::Stone, Tint::Oak, Tint::Brass, Tint::Plum, Tint::Emerald, Tint::Moss, Tint::Royal]),
    (Tint::Sand, &[Tint::Stone, Tint::Oak, Tint::Royal, Tint::Orange, Tint::Magenta, Tint::Ice]),
    (Tint::Stone, &[Tint::Parchment, Tint::Sand, Tint::Oak]),
    (Tint::Straw, &[Tint::Red, Tint::Blue, Tint::Jade, Tint::Ink, Tint::Sky]),
];

#[test]
fn tints_of_one_line_differ_and_are_seen_on_what_lies_below_them() {
    for tints in APART {
        for (n, &one) in tints.iter().enumerate() {
            for &other in &tints[n + 1..] {
                let far = least(one, other);
                assert!(far > 8.0, "{one:?} and {other:?}: {far}");
            }
        }
    }
    for (below, tints) in UPON {
        for &tint in tints {
            let far = least(tint, below);
            assert!(far > 10.0, "{tint:?} on {below:?}: {far}");
        }
    }
    for (eyes, dark) in EYES.iter().flat_map(|eyes| [(eyes, false), (eyes, true)]) {
        let Paper { floor, wall, page, text, muted, .. } = Paper::new(dark);
        assert!(distance(wall, floor, eyes) > 30.0 && distance(text, page, eyes) > 50.0);
        assert!(distance(muted, page, eyes) > 30.0);
    }
}

#[test]
fn four_hues_differ_at_every_depth_and_each_is_stronger_the_deeper() {
    let depths = [Depth::Pale, Depth::Soft, Depth::Strong, Depth::Deep];
    for depth in depths {
        for (n, one) in Hue::ALL.into_iter().enumerate() {
            let others = Hue::ALL[n + 1..].iter().map(|&other| least(Tint::Of(one, depth), Tint::Of(other, depth)));
            let far = others.fold(least_on_floor(Tint::Of(one, depth)), f64::min);
            assert!(far > 5.0, "{one:?} {depth:?}: {far}");
        }
    }
    for (hue, dark) in Hue::ALL.into_iter().flat_map(|hue| [(hue, false), (hue, true)]) {
        let floor = Paper::new(dark).floor;
        let steps = depths.map(|depth| distance(Swatch::of(Tint::Of(hue, depth)).on(dark), floor, &EYES[0]));
        assert!(steps.is_sorted(), "{hue:?}: {steps:?}");
    }
}

#[test]
fn letters_are_white_on_the_strong_colours_of_two_sides() {
    for swatch in [Tint::Red, Tint::Blue].map(Swatch::of) {
        assert_eq!([swatch.light, swatch.dark].map(Rgb::contrast), [Rgb(255, 255, 255); 2]);
    }
}

/// Whoever stands in a panel or a legend of any game: two of one kind and one shape differ in colour, and everything can
/// be seen on an empty cell. So a new game is held to it without a word.
#[test]
fn no_game_has_two_looks_that_are_told_apart_by_colour_and_cannot_be() {
    for game in gridhaunt_roster::registry().games() {
        let name = game.info().name;
        let opened = game.open(&Value::Object(Map::new())).expect("a game opens without settings");
        let session = opened.begin(7).expect("and begins");
        let scene = session.scene(Span::Step, None);
        let mut seats: Vec<&Look> = Vec::new();
        for row in &scene.panel {
            if let Row::Bar(bar) = row
                && !seats.contains(&bar.look)
            {
                seats.push(bar.look);
            }
        }
        check(name, "panel", &seats);
        let mut kinds: Vec<(_, Vec<&Look>)> = Vec::new();
        // What is written at a node is told apart by its words, and tiles lie side by side.
        for key in scene.legend.iter().filter(|key| !matches!(key.sign, Sign::Note(_) | Sign::Tile)) {
            let kind = std::mem::discriminant(&key.sign);
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, looks)) => looks.push(key.look),
                None => kinds.push((kind, vec![key.look])),
            }
        }
        for (_, looks) in kinds {
            check(name, "legend", &looks);
        }
    }
}

fn check(game: &str, place: &str, looks: &[&Look]) {
    for (n, one) in looks.iter().enumerate() {
        let seen = least_on_floor(one.mark());
        assert!(seen > 8.0, "{game}, {place}: {} on an empty cell: {seen}", one.name);
        for other in looks[n + 1..].iter().filter(|other| other.shape == one.shape && other.name != one.name) {
            let far = least(one.mark(), other.mark());
            assert!(far > 5.0, "{game}, {place}: {} and {}: {far}", one.name, other.name);
        }
    }
}

use super::*;

fn mark(label: &str, value: f64, half: f64, emphasis: Emphasis) -> Mark {
    Mark {
        label: label.into(),
        value,
        low: value - half,
        high: value + half,
        text: format!("{value} ± {half}"),
        emphasis,
    }
}

pub(crate) fn sample() -> Chart {
    let arms = Panel {
        scale: Scale::Percent,
        zero: false,
        marks: vec![
            mark("limited", 0.137, 0.02, Emphasis::Plain),
            mark("<both> & \"all\"", 0.2, 0.03, Emphasis::Plain),
        ],
    };
    let minus =
        Panel { scale: Scale::Percent, zero: true, marks: vec![mark("both - limited", 0.063, 0.01, Emphasis::Strong)] };
    let rounds = Panel { scale: Scale::Plain, zero: false, marks: vec![mark("limited", 85.0, 0.5, Emphasis::Weak)] };
    Chart {
        title: "Sight".into(),
        subtitle: "1,000 seeds".into(),
        note: "Intervals are 95 %".into(),
        bands: vec![
            Band { title: "win".into(), about: "share".into(), panels: vec![arms, minus] },
            Band { title: "rounds".into(), about: "mean".into(), panels: vec![rounds] },
        ],
        dark: false,
    }
}

#[test]
fn everything_is_written_and_escaped() {
    let text = svg(&sample());
    for part in ["Sight", "1,000 seeds", "limited", "&lt;both&gt; &amp;", "both - limited", "15 %", "85.0", "Intervals"]
    {
        assert!(text.contains(part), "no {part} in {text}");
    }
    let layout = Layout::new(&sample());
    let (width, height) = layout.size;
    assert!(
        text.starts_with(&format!(
            "<svg width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\"",
            width.div_ceil(2),
            height.div_ceil(2)
        )),
        "{text}"
    );
}

#[test]
fn the_same_chart_gives_the_same_bytes() {
    assert_eq!(svg(&sample()), svg(&sample()));
    let picture = png(&sample());
    assert!(picture.starts_with(b"\x89PNG") && picture.len() > 10_000);
    assert_eq!(picture, png(&sample()));
}

#[test]
fn numbers_that_are_none_or_all_alike_do_not_matter() {
    for values in [
        vec![],
        vec![(f64::NAN, 0.0)],
        vec![(0.0, 0.0)],
        vec![(5.0, 0.0), (5.0, 0.0)],
        vec![(f64::INFINITY, 1.0)],
        vec![(1e300, 1.0), (-1e300, 1.0)],
    ] {
        let marks = values.iter().map(|&(value, half)| mark("a", value, half, Emphasis::Plain)).collect();
        let panel = Panel { scale: Scale::Plain, zero: false, marks };
        let band = Band { title: String::new(), about: String::new(), panels: vec![panel] };
        let chart = Chart { bands: vec![band.clone(), band], ..sample() };
        assert!(svg(&chart).trim_end().ends_with("</svg>"), "{values:?}");
    }
    assert!(svg(&Chart { bands: vec![], ..sample() }).contains("Sight"));
}

#[test]
fn a_long_label_loses_its_middle() {
    let mut chart = sample();
    chart.bands[0].panels[0].marks[0].label = format!("begin{}end", "x".repeat(200));
    let text = svg(&chart);
    assert!(
        text.contains("beginxxx") && text.contains("xxend") && text.contains('…') && !text.contains(&"x".repeat(60))
    );
}

#[test]
fn on_a_dark_page_nothing_is_dark() {
    let (light, dark) = (svg(&sample()).to_lowercase(), svg(&Chart { dark: true, ..sample() }).to_lowercase());
    for (paper, text) in [(Paper::new(false), &light), (Paper::new(true), &dark)] {
        let used = [paper.page, paper.text, paper.muted].map(|color| color.to_string());
        assert!(used.iter().all(|color| text.contains(color.as_str())), "{used:?}");
    }
    assert!(!dark.contains(&Paper::new(false).page.to_string()) && !dark.contains(&Paper::new(false).text.to_string()));
}

#[test]
fn names_may_have_any_characters() {
    let mut chart = sample();
    chart.bands[0].panels[0].marks[0].label = "a\u{1b}[31m\u{202e}b".into();
    let text = svg(&chart);
    assert!(text.contains("a?[31m?b") && !text.contains(['\u{1b}', '\u{202e}']));
}

//! The result as a chart: arms on the left, paired differences on the right.

use super::words::{of_arm, of_difference};
use gridhaunt_arena::experiment::measure::MeasureKind;
use gridhaunt_arena::experiment::plan::Plan;
use gridhaunt_arena::experiment::summary::{Cell, Contrast, Summary};
use gridhaunt_draw::chart::{Band, Chart, Emphasis, Mark, Panel, Scale};
use indicatif::HumanCount;

pub(super) fn chart(plan: &Plan, summary: &Summary, shown: &[usize]) -> Chart {
    let seeds = HumanCount(summary.games);
    let note = match plan.pairs.as_slice() {
        [] => "Bars are 95 % intervals.".into(),
        _ => String::from(
            "Bars are 95 % intervals. Differences are paired by seed: orange where the interval leaves out 0, a grey ring where no difference is seen.",
        ),
    };
    Chart {
        title: plan.name.clone(),
        subtitle: format!("{}, {seeds} seeds from {}, the same for every arm", plan.info.title, plan.seed),
        note,
        bands: shown.iter().map(|&measure| band(plan, summary, measure)).collect(),
        dark: false,
    }
}

fn band(plan: &Plan, summary: &Summary, measure: usize) -> Band {
    let kind = summary.measures[measure].kind;
    let scale = match kind {
        MeasureKind::Share => Scale::Percent,
        MeasureKind::Mean => Scale::Plain,
    };
    let mark = |label: String, cell: Cell, text: String, emphasis: Emphasis| {
        let known = |value: f64| if cell.n == 0 { f64::NAN } else { value };
        let [value, low, high] = [cell.estimate.value, cell.estimate.low, cell.estimate.high].map(known);
        Mark { label, value, low, high, text, emphasis }
    };
    let arms = plan.arms.iter().enumerate().map(|(i, arm)| {
        let cell = summary.arm(i, measure);
        mark(arm.name.clone(), cell, of_arm(kind, cell), Emphasis::Plain)
    });
    let differences = plan.pairs.iter().enumerate().map(|(i, &pair)| {
        let cell = summary.difference(i, measure);
        let emphasis = if cell.verdict() == Contrast::Differs { Emphasis::Strong } else { Emphasis::Weak };
        mark(plan.pair_name(pair).replace(" - ", " − "), cell, of_difference(kind, cell), emphasis)
    });
    let mut panels = vec![Panel { scale, zero: false, marks: arms.collect() }];
    if !plan.pairs.is_empty() {
        panels.push(Panel { scale, zero: true, marks: differences.collect() });
    }
    let about = match kind {
        MeasureKind::Share => "share of games",
        MeasureKind::Mean => "mean",
    };
    Band { title: summary.measures[measure].name.clone(), about: about.into(), panels }
}

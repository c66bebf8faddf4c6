//! Formats numbers with intervals; the width of the interval decides the number of digits.

use gridhaunt_arena::experiment::measure::MeasureKind;
use gridhaunt_arena::experiment::summary::Cell;
use gridhaunt_arena::stats::Estimate;

/// A number of an arm: `13.7 % [11.7, 16.0]` for a share, `85.31 ± 0.22` for a mean.
pub(super) fn of_arm(kind: MeasureKind, cell: Cell) -> String {
    if cell.n == 0 {
        return "none".into();
    }
    match kind {
        MeasureKind::Share => {
            let Estimate { value, low, high } = percent(cell.estimate);
            let digits = digits((high - low) / 2.0).max(1);
            format!("{value:.digits$} % [{low:.digits$}, {high:.digits$}]")
        }
        MeasureKind::Mean => plus_minus(cell.estimate, false),
    }
}

/// A difference: `+1.6 ± 1.0 pp` in percentage points for a share, `-0.016 ± 0.010` for a mean.
pub(super) fn of_difference(kind: MeasureKind, cell: Cell) -> String {
    if cell.n == 0 {
        return "none".into();
    }
    match kind {
        MeasureKind::Share => format!("{} pp", plus_minus(percent(cell.estimate), true)),
        MeasureKind::Mean => plus_minus(cell.estimate, true),
    }
}

fn percent(estimate: Estimate) -> Estimate {
    let Estimate { value, low, high } = estimate;
    Estimate { value: 100.0 * value, low: 100.0 * low, high: 100.0 * high }
}

fn plus_minus(estimate: Estimate, signed: bool) -> String {
    let half = estimate.high - estimate.value;
    let digits = digits(half);
    let sign = if signed && estimate.value > 0.0 { "+" } else { "" };
    let value = format!("{:.digits$}", estimate.value);
    // No minus before a number that rounds to 0.
    let value =
        if value.trim_start_matches('-').chars().all(|c| "0.".contains(c)) { value.replace('-', "") } else { value };
    format!("{sign}{value} ± {half:.digits$}")
}

/// The number of decimals with which half the width of an interval has two significant digits.
fn digits(half: f64) -> usize {
    if half > 0.0 && half.is_finite() { (1.0 - half.log10().floor()).clamp(0.0, 6.0) as usize } else { 2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(value: f64, half: f64) -> Cell {
        Cell { n: 100, estimate: Estimate { value, low: value - half, high: value + half } }
    }

    #[test]
    fn an_interval_says_how_many_digits_are_worth_showing() {
        assert_eq!(of_difference(MeasureKind::Mean, cell(-0.0162, 0.0098)), "-0.0162 ± 0.0098");
        assert_eq!(of_difference(MeasureKind::Mean, cell(-0.0162, 0.0101)), "-0.016 ± 0.010");
        assert_eq!(of_difference(MeasureKind::Mean, cell(0.9, 0.2)), "+0.90 ± 0.20");
        assert_eq!(of_difference(MeasureKind::Share, cell(0.016, 0.0102)), "+1.6 ± 1.0 pp");
        assert_eq!(of_difference(MeasureKind::Mean, cell(-0.0001, 0.2)), "0.00 ± 0.20");
        assert_eq!(of_arm(MeasureKind::Mean, cell(85.314, 0.22)), "85.31 ± 0.22");
        assert_eq!(of_arm(MeasureKind::Mean, cell(1234.5, 56.0)), "1234 ± 56");
        assert_eq!(of_arm(MeasureKind::Mean, cell(3.0, 0.0)), "3.00 ± 0.00");
        assert_eq!(of_arm(MeasureKind::Share, cell(0.137, 0.022)), "13.7 % [11.5, 15.9]");
        assert_eq!(of_arm(MeasureKind::Mean, Cell { n: 0, ..cell(0.0, 0.0) }), "none");
    }
}

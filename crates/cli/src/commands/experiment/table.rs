//! The result for people: arms with their measures, then the differences with their verdicts.

use super::words::{of_arm, of_difference};
use crate::output::{line, table};
use gridhaunt_arena::experiment::plan::Plan;
use gridhaunt_arena::experiment::run::Run;
use std::io::{self, IsTerminal};

pub(super) fn print(plan: &Plan, run: &Run<&Plan>) -> io::Result<()> {
    let summary = run.summary();
    let arms = std::iter::once("arm".to_string()).chain(plan.arms.iter().map(|arm| arm.name.clone())).collect();
    let columns = run.shown().iter().map(|&measure| {
        let kind = summary.measures[measure].kind;
        let cells = (0..plan.arms.len()).map(|arm| of_arm(kind, summary.arm(arm, measure)));
        std::iter::once(summary.measures[measure].name.clone()).chain(cells).collect()
    });
    for (i, part) in fitting(arms, columns.collect()).iter().enumerate() {
        if i > 0 {
            line("")?;
        }
        table(part)?;
    }
    line("")?;
    if plan.pairs.is_empty() {
        return Ok(());
    }
    let mut rows = vec![["difference", "measure", "paired by seed", ""].map(String::from).to_vec()];
    for (pair, &names) in plan.pairs.iter().enumerate() {
        for (i, &measure) in run.shown().iter().enumerate() {
            let cell = summary.difference(pair, measure);
            rows.push(vec![
                if i == 0 { plan.pair_name(names) } else { String::new() },
                summary.measures[measure].name.clone(),
                of_difference(summary.measures[measure].kind, cell),
                cell.verdict().name().into(),
            ]);
        }
    }
    table(&rows)?;
    line("\nIntervals are 95 %; pp are percentage points.")
}

/// Arranges columns as one table, or as several one below the other if the terminal is too narrow; each begins with the
/// arms.
fn fitting(first: Vec<String>, columns: Vec<Vec<String>>) -> Vec<Vec<Vec<String>>> {
    let terminal = io::stdout().is_terminal().then(crossterm::terminal::size).and_then(Result::ok);
    side_by_side(first, columns, terminal.map_or(usize::MAX, |(columns, _)| usize::from(columns)))
}

fn side_by_side(first: Vec<String>, columns: Vec<Vec<String>>, most: usize) -> Vec<Vec<Vec<String>>> {
    let width = |column: &Vec<String>| column.iter().map(|cell| cell.chars().count()).max().unwrap_or(0);
    let mut groups: Vec<Vec<Vec<String>>> = Vec::new();
    let mut used = 0;
    for column in columns {
        used += 2 + width(&column);
        match groups.last_mut().filter(|_| used <= most) {
            Some(group) => group.push(column),
            None => {
                used = width(&first) + 2 + width(&column);
                groups.push(vec![first.clone(), column]);
            }
        }
    }
    let turned = |group: Vec<Vec<String>>| {
        (0..first.len()).map(|row| group.iter().map(|column| column[row].clone()).collect()).collect()
    };
    groups.into_iter().map(turned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_is_too_wide_is_cut_between_columns() {
        let column = |name: &str| vec![name.to_string(), "12.50 ± 0.31".into()];
        let parts = |most| {
            let columns = ["a", "b", "c"].map(column).to_vec();
            side_by_side(vec!["arm".into(), "x".into()], columns, most)
                .iter()
                .map(|part| part[0].join(" "))
                .collect::<Vec<_>>()
        };
        assert_eq!(parts(usize::MAX), ["arm a b c"]);
        assert_eq!(parts(40), ["arm a b", "arm c"]);
        assert_eq!(parts(5), ["arm a", "arm b", "arm c"]);
    }
}

//! Boards drawn side by side.

/// The rows of boards drawn side by side: one before and one after, with `=>` between them, and possibly an alternative
/// after an `or`. These signs are in one row; every other row is cut at the same columns.
///
/// ```
/// let boards = gridhaunt_testing::side_by_side("
///     A..      ...
///     ...  =>  .A.
/// ");
/// assert_eq!(boards, [["A..", "..."], ["...", ".A."]]);
/// ```
///
/// # Panics
/// If no row has an arrow, or a row has text at the place of a sign.
#[must_use]
pub fn side_by_side(picture: &str) -> Vec<Vec<&str>> {
    let signs = [" => ", " or "];
    let marked = picture.lines().find(|row| row.contains(signs[0])).expect("an arrow between two boards");
    let cuts: Vec<usize> = signs.iter().flat_map(|sign| marked.match_indices(sign)).map(|(at, _)| at).collect();
    let part = |row, from: usize, to: usize| str::get(row, from..to.min(row.len())).unwrap_or("").trim();
    for (row, &cut) in picture.lines().flat_map(|row| cuts.iter().map(move |cut| (row, cut))) {
        assert!(row == marked || part(row, cut, cut + 4).is_empty(), "column {cut} of {row:?} is not blank");
    }
    let starts = std::iter::once(0).chain(cuts.iter().map(|cut| cut + 4));
    let ends = cuts.iter().copied().chain([usize::MAX]);
    let board = |(from, to)| picture.lines().map(|row| part(row, from, to)).filter(|row| !row.is_empty()).collect();
    starts.zip(ends).map(board).collect()
}

#[cfg(test)]
mod tests {
    use super::side_by_side;

    #[test]
    fn boards_of_unlike_sizes_are_cut_at_the_signs() {
        let boards = side_by_side("ab  =>  ab  or  a\n        cd\n\n        ef\n");
        assert_eq!(boards, [vec!["ab"], vec!["ab", "cd", "ef"], vec!["a"]]);
    }

    #[test]
    #[should_panic = "is not blank"]
    fn a_row_that_is_drawn_too_wide_is_found() {
        let _ = side_by_side("ab  =>  ab\nabcd    ab");
    }
}

//! Lines that meet.

const JOINTS: &str = " ╴╷┐╶─┌┬╵┘│┤└┴├┼";

/// The character for lines going up, right, down and left.
pub(super) fn joint(arms: [bool; 4]) -> char {
    let number = arms.iter().fold(0, |number, &arm| 2 * number + usize::from(arm));
    JOINTS.chars().nth(number).unwrap_or(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_meet() {
        assert_eq!(JOINTS.chars().count(), 16);
        assert_eq!(joint([false, true, true, false]), '┌');
        assert_eq!(joint([true, false, true, true]), '┤');
        assert_eq!(joint([true; 4]), '┼');
        assert_eq!(joint([false; 4]), ' ');
    }
}

//! Lines that meet.

/// How thick a line is that leaves a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Arm {
    None,
    Thin,
    Thick,
}

const JOINTS: &str = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋";

/// The character for lines going up, right, down and left.
pub(super) fn joint(arms: [Arm; 4]) -> char {
    let number = arms.iter().fold(0, |number, &arm| 3 * number + arm as usize);
    JOINTS.chars().nth(number).unwrap_or(' ')
}

#[cfg(test)]
mod tests {
    use super::Arm::{None, Thick, Thin};
    use super::*;

    #[test]
    fn lines_meet() {
        assert_eq!(JOINTS.chars().count(), 81);
        assert_eq!(joint([None, Thin, Thin, None]), '┌');
        assert_eq!(joint([Thin, Thin, Thin, Thin]), '┼');
        assert_eq!(joint([Thin, None, Thick, None]), '╽');
        assert_eq!(joint([Thin, Thick, None, Thin]), '┶');
        assert_eq!(joint([Thick, Thick, Thick, Thick]), '╋');
    }
}

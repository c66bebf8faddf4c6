//! Why an adversary takes a step: the rule that decided, for people.

use super::chase::{CHASE, Habit, WALL};
use gridhaunt_snarl::Action;
use gridhaunt_snarl::action::Moves;
use gridhaunt_snarl::level::Point;
use gridhaunt_snarl::name::Name;

/// The rule that decided an adversary's step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// R33: there is no step to take.
    Stuck,
    /// R37: a zombie goes after a player in its room.
    Hunt,
    /// R38: a zombie without a player in its room.
    Wander,
    /// R39a: an open step comes closer.
    Closer,
    /// R39b: only a step into a wall comes closer.
    Through,
    /// R39c: no step comes closer, and there is an open step.
    Aside,
    /// R39d: there are only walls.
    Walled,
    /// R40: a step into a wall, to get elsewhere.
    Leave,
    /// R40: there is no wall beside it.
    ToWall,
}

impl Rule {
    /// The number of the rule in the rule book.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Stuck => "R33",
            Self::Hunt => "R37",
            Self::Wander => "R38",
            Self::Closer => "R39a",
            Self::Through => "R39b",
            Self::Aside => "R39c",
            Self::Walled => "R39d",
            Self::Leave | Self::ToWall => "R40",
        }
    }

    /// The order in which equal steps are preferred (R36); none where they are always drawn.
    const fn order(self) -> Option<(&'static str, [Action; 4])> {
        match self {
            Self::Hunt | Self::Closer | Self::Through | Self::Aside => Some(("chase order", CHASE)),
            Self::Walled | Self::Leave | Self::ToWall => Some(("wall order", WALL)),
            Self::Stuck | Self::Wander => None,
        }
    }
}

/// The player that a decision is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Prey {
    pub(super) name: Name,
    pub(super) at: Point,
    /// The distance in the unit of the metric.
    pub(super) far: u64,
    /// A player with a lower number that is as near, but which no open step comes closer to (R35).
    pub(super) over: Option<Name>,
}

/// A step, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decision {
    pub(super) action: Action,
    pub(super) rule: Rule,
    pub(super) prey: Option<Prey>,
    /// All steps that the rule considers equal, including this one.
    pub(super) equal: Moves,
}

impl Decision {
    /// A decision that is not about a player.
    pub(super) const fn alone(action: Action, rule: Rule, equal: Moves) -> Self {
        Self { action, rule, prey: None, equal }
    }

    /// The reason in words; `sight` is the sight of a ghost, none for a zombie.
    pub(super) fn words(&self, habit: &Habit, sight: Option<u64>) -> String {
        let step = name(self.action);
        let mut words = match (self.prey, sight) {
            (None, _) => String::new(),
            (Some(prey), sight) => who(&prey, habit, sight, self.rule),
        };
        words += &match self.rule {
            Rule::Stuck => "no step is open to it, so it stays".into(),
            Rule::Hunt => format!("; {step} ends least far"),
            Rule::Wander => format!("no player is in its room; {step} is drawn from {}", names(self.equal)),
            Rule::Closer => format!("; {step} is open and comes closer"),
            Rule::Through => format!("; no open step comes closer, {step} into the wall does"),
            Rule::Aside => format!("; no step comes closer, of the open ones {step} ends nearest"),
            Rule::Walled => format!("; there are only walls beside it, {step}"),
            Rule::Leave => format!("{step} into the wall, to be elsewhere"),
            Rule::ToWall => format!("no wall is beside it, {step} leads to one in the fewest steps"),
        };
        if let Some((called, order)) = self.rule.order().filter(|_| self.equal.iter().count() > 1) {
            let equal = names(self.equal);
            words += &match habit.random_ties {
                true => format!("; {equal} are equal, and {step} is drawn (R36)"),
                false => {
                    let order = order.map(name).join(", ");
                    format!("; {equal} are equal, and {step} comes first in the {called} {order} (R36)")
                }
            };
        }
        words
    }
}

/// The player it goes after, or the nearest player if that one is too far away.
fn who(prey: &Prey, habit: &Habit, sight: Option<u64>, rule: Rule) -> String {
    let Prey { name, at, far, over } = prey;
    let far = match habit.euclid {
        true => format!("the square root of {far}"),
        false => far.to_string(),
    };
    let over = over.map(|over| format!("; {over} is as near, but no open step comes closer to it (R35)"));
    let over = over.unwrap_or_default();
    match (rule, sight) {
        (Rule::Leave | Rule::ToWall, Some(sight)) => {
            format!("nobody is within its sight of {sight}, {name} at {at} is {far} away; ")
        }
        (_, Some(sight)) => format!("{name} at {at} is {far} away, within its sight of {sight}{over}"),
        (_, None) => format!("{name} at {at} is in its room, {far} away"),
    }
}

fn name(step: Action) -> String {
    step.name().to_uppercase()
}

/// Joins the steps for a sentence: `N, W and S`.
fn names(steps: Moves) -> String {
    let names: Vec<String> = steps.iter().map(name).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

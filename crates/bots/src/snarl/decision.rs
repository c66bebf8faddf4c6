//! Why an adversary takes a step: the rule that decided, for people.

use gridhaunt_snarl::Action;
use gridhaunt_snarl::action::Moves;
use gridhaunt_snarl::hunt::{CHASE, Decision, Habit, Prey, Rule, WALL};
use gridhaunt_snarl::view::AdversaryView;

/// The number of a rule in the rule book.
pub(super) const fn cited(rule: Rule) -> &'static str {
    match rule {
        Rule::Stuck => "R33",
        Rule::Hunt => "R37",
        Rule::Wander => "R38",
        Rule::Closer => "R39a",
        Rule::Through => "R39b",
        Rule::Aside => "R39c",
        Rule::Walled => "R39d",
        Rule::Leave | Rule::ToWall => "R40",
    }
}

/// The order in which a rule prefers equal steps (R36); none where they are always drawn.
const fn order(rule: Rule) -> Option<(&'static str, [Action; 4])> {
    match rule {
        Rule::Hunt | Rule::Closer | Rule::Through | Rule::Aside => Some(("chase order", CHASE)),
        Rule::Walled | Rule::Leave | Rule::ToWall => Some(("wall order", WALL)),
        Rule::Stuck | Rule::Wander => None,
    }
}

/// The reason in words; `sight` is the sight of a ghost, none for a zombie.
pub(super) fn words(decision: &Decision, view: &AdversaryView, habit: &Habit, sight: Option<u64>) -> String {
    let step = name(decision.action);
    let mut words = match (decision.prey, sight) {
        (None, _) => String::new(),
        (Some(prey), sight) => who(&prey, view, habit, sight, decision.rule),
    };
    words += &match decision.rule {
        Rule::Stuck => "no step is open to it, so it stays".into(),
        Rule::Hunt => format!("; {step} ends least far"),
        Rule::Wander => format!("no player is in its room; {step} is drawn from {}", names(decision.equal)),
        Rule::Closer => format!("; {step} is open and comes closer"),
        Rule::Through => format!("; no open step comes closer, {step} into the wall does"),
        Rule::Aside => format!("; no step comes closer, of the open ones {step} ends nearest"),
        Rule::Walled => format!("; there are only walls beside it, {step}"),
        Rule::Leave => format!("{step} into the wall, to be elsewhere"),
        Rule::ToWall => format!("no wall is beside it, {step} leads to one in the fewest steps"),
    };
    if let Some((called, order)) = order(decision.rule).filter(|_| decision.equal.iter().count() > 1) {
        let equal = names(decision.equal);
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

/// The player it goes after, or the nearest player if that one is too far away.
fn who(prey: &Prey, view: &AdversaryView, habit: &Habit, sight: Option<u64>, rule: Rule) -> String {
    let Prey { player, at, far, over } = *prey;
    let called = |player: usize| view.state.players.get(player).map(|player| player.name).unwrap_or_default();
    let name = called(player);
    let far = match habit.euclid {
        true => format!("the square root of {far}"),
        false => far.to_string(),
    };
    let over = over.map(|over| format!("; {} is as near, but no open step comes closer to it (R35)", called(over)));
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

//! A client at a terminal: what it prints (R56), and a person or a bot that decides.

use super::client::Mind;
use super::heard::Heard;
use super::machine::Machine;
use super::messages::{Message, Word, line};
use super::report::Deed;
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::tool::{Answer, Console, Page};
use gridhaunt_snarl::Action;
use gridhaunt_snarl::drawing::square;
use gridhaunt_snarl::level::Point;
use gridhaunt_snarl::name::Name;
use gridhaunt_snarl::scene::{heading_of, of_view};
use gridhaunt_snarl::view::{PlayerView, Start};

/// Somebody at a terminal.
pub(super) struct AtTerminal<'a> {
    console: &'a mut dyn Console,
    bot: Option<Machine>,
    /// The name that was wished for, then the one that is played under.
    name: Option<Name>,
    seat: Seat,
}

impl<'a> AtTerminal<'a> {
    /// A bot plays, or whoever sits there.
    pub(super) fn new(console: &'a mut dyn Console, bot: Option<Machine>, name: Option<Name>) -> Self {
        Self { console, bot, name, seat: Seat(0) }
    }

    fn say_deed(&mut self, deed: Deed) {
        if let Some(name) = self.name {
            self.console.say(&format!("Player {name} {}", deed.words()));
        }
    }
}

impl Mind for AtTerminal<'_> {
    fn name(&mut self, refused: Option<Name>) -> Option<Name> {
        if let Some(refused) = refused {
            self.console.complain(&format!("the name {refused} was refused"));
        }
        self.name = match (&mut self.bot, self.name.filter(|_| refused.is_none())) {
            (Some(bot), _) => bot.name(refused),
            (None, Some(name)) => Some(name),
            (None, None) => ask_name(self.console),
        };
        self.name
    }

    fn start(&mut self, start: &Start) {
        self.seat = start.seat;
        if let Some(bot) = &mut self.bot {
            bot.start(start);
        }
    }

    fn choose(&mut self, view: PlayerView) -> Option<Action> {
        match &mut self.bot {
            Some(bot) => bot.choose(view),
            None => by_hand(self.console, &view, self.seat),
        }
    }

    fn hear(&mut self, heard: &Heard) {
        match heard {
            Heard::Message(Message::Welcome { info }) => self.console.say(info),
            Heard::Update(update) => {
                update.message.iter().for_each(|message| self.console.say(message.trim_end_matches('.')));
            }
            // Who leaves the level is shown nothing more of it.
            Heard::Word(Word::Exit) => self.say_deed(Deed::Exited),
            Heard::Word(Word::Eject) => self.say_deed(Deed::Expelled),
            Heard::Word(Word::Invalid) => self.console.say("Invalid move"),
            Heard::Message(message @ Message::Leaderboard { .. }) => self.console.say(line(message).trim_end()),
            _ => {}
        }
    }

    fn has_enough(&mut self) -> bool {
        self.console.stopped()
    }
}

fn ask_name(console: &mut dyn Console) -> Option<Name> {
    loop {
        console.say("Your name, 1 to 32 letters and digits:");
        match Name::parse(console.read()?.trim()) {
            Some(name) => return Some(name),
            None => console.say("Invalid name"),
        }
    }
}

/// Asks a person for a move (R56); none at the end of input.
fn by_hand(console: &mut dyn Console, view: &PlayerView, seat: Seat) -> Option<Action> {
    let Some(at) = view.sight.position else { return Some(Action::Stay) };
    let number = |name: &str| view.roster.iter().position(|entry| entry.name.as_str() == name).map(|seat| seat as u8);
    let name = view.roster.get(seat.index()).map(|entry| entry.name.to_string()).unwrap_or_default();
    let (heading, text) = (heading_of(view), square(&view.sight, view.exit_locked, number));
    let (scene, prompt) = (of_view(view, seat.0, None), format!("{name} at {at}: "));
    let mut again = false;
    loop {
        let page =
            Page { heading: &heading, text: &text, scene: &scene, aside: None, prompt: &prompt, keys: &[], again };
        match console.ask(&page) {
            Answer::End => return None,
            Answer::Line(line) => match wish(&line, at).filter(|action| view.sight.legal().has(*action)) {
                Some(action) => return Some(action),
                None => console.say("Invalid move"),
            },
            Answer::Key(_) => {}
        }
        again = true;
    }
}

/// `row col`, `[row, col]`, one or two letters of `n w e s`, `null` or nothing (R56).
fn wish(line: &str, at: Point) -> Option<Action> {
    let line = line.trim();
    if line.is_empty() || line == "null" {
        return Some(Action::Stay);
    }
    let plain = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')).unwrap_or(line).replace(',', " ");
    let numbers: Option<Vec<i64>> = plain.split_whitespace().map(|word| word.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[row, column]) => Action::with_offset(row.checked_sub(at.row)?, column.checked_sub(at.column)?),
        _ => Action::from_word(line).filter(|action| line.len() <= 2 && *action != Action::Forfeit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_is_a_point_letters_or_nothing() {
        let at = Point::new(2, 4);
        for (line, action) in [
            ("", Some(Action::Stay)),
            (" null ", Some(Action::Stay)),
            ("2 4", Some(Action::Stay)),
            ("1 4", Some(Action::N)),
            ("[3, 5]", Some(Action::SE)),
            ("[2,6]", Some(Action::EE)),
            ("w", Some(Action::W)),
            ("nw", Some(Action::NW)),
            ("ns", Some(Action::Stay)),
            ("9 9", None),
            ("-9223372036854775808 0", None),
            ("2 4 6", None),
            ("forfeit", None),
            ("up", None),
        ] {
            assert_eq!(wish(line, at), action, "{line:?}");
        }
    }
}

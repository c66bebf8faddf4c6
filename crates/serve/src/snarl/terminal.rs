//! A client at a terminal: what it prints (R56), and a person or a bot that decides.

use super::client::Mind;
use super::heard::Heard;
use super::machine::Machine;
use super::messages::{Message, Word, line};
use super::report::Deed;
use gridhaunt_bots::snarl::hand;
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::shown::shown;
use gridhaunt_kernel::tool::Console;
use gridhaunt_snarl::Action;
use gridhaunt_snarl::name::Name;
use gridhaunt_snarl::view::{PlayerView, Start};
use std::time::Duration;

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

    /// Whose turn it is: a person has a clock, or learns for whom to wait.
    fn hear_turn(&mut self, player: &str, seconds: Option<u64>) {
        if self.name.is_some_and(|name| name.as_str() == player) {
            self.console.time_left(seconds.map(Duration::from_secs));
        } else if self.bot.is_none() {
            let limit = seconds.map(|seconds| format!(", at most {seconds} s")).unwrap_or_default();
            self.console.say(&format!("Waiting for {}{limit}", shown(player)));
        }
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

    fn choose(&mut self, view: PlayerView, settled: &dyn Fn() -> bool) -> Option<Action> {
        match &mut self.bot {
            Some(bot) => bot.choose(view, settled),
            None => hand(self.console, &view, self.seat, None, Some(settled)),
        }
    }

    fn hear(&mut self, heard: &Heard) {
        match heard {
            Heard::Message(Message::Welcome { info }) => self.console.say(&shown(info)),
            Heard::Update(update) => {
                update.message.iter().for_each(|message| self.console.say(shown(message).trim_end_matches('.')));
            }
            // Who leaves the level is shown nothing more of it.
            Heard::Word(Word::Exit) => self.say_deed(Deed::Exited),
            Heard::Word(Word::Eject) => self.say_deed(Deed::Expelled),
            Heard::Word(Word::Invalid) => self.console.say("Invalid move"),
            Heard::Message(message @ Message::Leaderboard { .. }) => self.console.say(&shown(line(message).trim_end())),
            Heard::Message(Message::Lobby { players, clients, seconds }) if players.len() < *clients => {
                let (here, more) = (players.join(", "), clients - players.len());
                let more = if more == 1 { "1 more player".into() } else { format!("{more} more players") };
                let says = format!("Waiting for {more}; here: {here}; the game starts in {seconds} s at the latest");
                self.console.say(&shown(&says));
            }
            Heard::Message(Message::Turn { player, seconds }) => self.hear_turn(player, *seconds),
            _ => {}
        }
    }

    fn is_person(&self) -> bool {
        self.bot.is_none()
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

//! A client at a terminal: what it prints (R56), and a person or a bot that decides.

use super::client::Mind;
use super::heard::Heard;
use super::machine::Machine;
use super::messages::{Message, Word, line};
use super::report::{Deed, HostedResult};
use gridhaunt_bots::snarl::{hand, leave};
use gridhaunt_console::Console;
use gridhaunt_kernel::Seat;
use gridhaunt_kernel::shown::shown;
use gridhaunt_snarl::Action;
use gridhaunt_snarl::name::Name;
use gridhaunt_snarl::seen::Seen;
use gridhaunt_snarl::view::{PlayerView, Start};
use std::time::Duration;

/// The mind of a client at a terminal.
pub(super) struct AtTerminal<'a> {
    console: &'a mut dyn Console,
    bot: Option<Machine>,
    /// The name that was asked for; later the name that was accepted.
    name: Option<Name>,
    seat: Seat,
    seen: Seen,
    /// The last view.
    last: Option<PlayerView>,
    /// How the level was left.
    left: String,
}

impl<'a> AtTerminal<'a> {
    /// With a bot, or with the person at the terminal if `bot` is `None`.
    pub(super) fn new(console: &'a mut dyn Console, bot: Option<Machine>, name: Option<Name>) -> Self {
        Self { console, bot, name, seat: Seat(0), seen: Seen::default(), last: None, left: String::new() }
    }

    /// Keeps the last view on the screen until a key is pressed.
    pub(super) fn stay(&mut self, what: &str) {
        if let Some(view) = self.last.as_ref().filter(|_| self.bot.is_none()) {
            leave(self.console, view, self.seat, &self.seen, &format!("{what} {}", self.left));
        }
    }

    /// Prints the result, and keeps it on the screen with the last view.
    pub(super) fn tell(&mut self, result: &HostedResult) {
        let lines: Vec<String> = result.to_string().lines().map(|line| shown(line).into_owned()).collect();
        lines.iter().for_each(|line| self.console.say(line));
        self.stay(lines.first().map_or("", String::as_str));
    }

    /// Says who expelled the player, as far as the player could see.
    fn expelled(&self) -> String {
        match &self.seen.hunters_beside()[..] {
            [] => "You were expelled.".into(),
            [one] => format!("{one}, who stood beside you, expelled you."),
            [all @ .., last] => {
                let names: Vec<String> = all.iter().map(ToString::to_string).collect();
                format!("You were expelled by {} or {last}.", names.join(", "))
            }
        }
    }

    /// Shows whose turn it is: to a person its own clock, or the name of the player to wait for.
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
            self.console.say(&format!("Player {name} {}", deed.name()));
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
            None => {
                self.see(&view);
                hand(self.console, &view, self.seat, &self.seen, None, Some(settled))
            }
        }
    }

    fn see(&mut self, view: &PlayerView) {
        self.seen.look(view.level, &view.sight);
        self.last = Some(view.clone());
    }

    fn hear(&mut self, heard: &Heard) {
        match heard {
            Heard::Message(Message::Welcome { info }) => self.console.say(&shown(info)),
            Heard::Message(Message::StartLevel { .. }) => self.left.clear(),
            Heard::Update(update) => {
                update.message.iter().for_each(|message| self.console.say(shown(message).trim_end_matches('.')));
            }
            // A player who leaves the level gets no more updates of it.
            Heard::Word(Word::Exit) => {
                self.left = "You left by the exit.".into();
                self.say_deed(Deed::Exited);
            }
            Heard::Word(Word::Eject) => {
                self.left = self.expelled();
                self.say_deed(Deed::Expelled);
                self.console.remark(&self.left);
            }
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

//! What a client knows about the game: the view of R64, as far as the protocol transmits it (R61).

use super::heard::{Heard, Seen, fit};
use super::messages::{Message, Word};
use super::report::Deed;
use gridhaunt_kernel::Seat;
use gridhaunt_snarl::Settings;
use gridhaunt_snarl::actor::ActorKind;
use gridhaunt_snarl::name::Name;
use gridhaunt_snarl::state::Status;
use gridhaunt_snarl::view::{Layout, PlayerView, RosterEntry, Sight, Start};

/// What is known so far.
#[derive(Clone, Debug)]
pub struct Outlook {
    me: Name,
    level: u8,
    round: u32,
    exit_locked: bool,
    sight: Sight,
    /// Whether the last word was `Invalid`, so that the next request belongs to the same turn.
    asked_again: bool,
    roster: Vec<RosterEntry>,
    /// The roster when the level began.
    before: Vec<RosterEntry>,
}

impl Outlook {
    /// What a player with this name knows before the game.
    #[must_use]
    pub fn new(me: Name) -> Self {
        Self {
            me,
            level: 0,
            round: 0,
            exit_locked: true,
            sight: Sight::default(),
            asked_again: false,
            roster: Vec::new(),
            before: Vec::new(),
        }
    }

    /// The name of the player.
    #[must_use]
    pub const fn name(&self) -> Name {
        self.me
    }

    /// Updates the knowledge with a message.
    pub fn hear(&mut self, heard: &Heard) {
        match heard {
            Heard::Word(word) => self.hear_word(*word),
            Heard::Update(update) => {
                self.see(update);
                if let Some(message) = &update.message {
                    self.hear_message(message);
                }
            }
            Heard::Message(Message::StartLevel { level, players }) => self.start_level(*level, players),
            Heard::Message(Message::EndLevel { key, exits, ejects }) => {
                self.roster.clone_from(&self.before);
                let left = |entry: &RosterEntry, names: &[String]| names.iter().any(|name| fit(name) == entry.name);
                for entry in self.roster.iter_mut().filter(|entry| entry.status == Status::In) {
                    entry.status = Status::Stranded;
                    entry.keys =
                        entry.keys.saturating_add(key.as_ref().is_some_and(|name| fit(name) == entry.name).into());
                    if left(entry, exits) {
                        (entry.status, entry.exits) = (Status::Exited, entry.exits.saturating_add(1));
                    } else if left(entry, ejects) {
                        (entry.status, entry.ejects) = (Status::Expelled, entry.ejects.saturating_add(1));
                    }
                }
            }
            Heard::Message(_) | Heard::Unknown => {}
        }
    }

    /// Applies an update. What it does not contain stays as it was, except for a square seen from another position.
    fn see(&mut self, seen: &Seen) {
        let position = seen.position.unwrap_or(self.sight.position);
        match &seen.layout {
            Some(layout) => self.sight.layout = layout.clone(),
            None if position != self.sight.position => self.sight.layout = Layout::default(),
            None => {}
        }
        self.sight.position = position;
        self.sight.objects.clone_from(&seen.objects);
        self.sight.actors.clone_from(&seen.actors);
        if self.roster.is_empty() {
            self.enter(&[]); // It was not told that a level has started.
        }
    }

    fn hear_word(&mut self, word: Word) {
        match word {
            Word::Move if !self.asked_again => self.round = self.round.saturating_add(1), // R61: by own turns.
            Word::Key => self.happened(self.me, Deed::FoundKey),
            Word::Exit => self.happened(self.me, Deed::Exited),
            Word::Eject => self.happened(self.me, Deed::Expelled),
            _ => {}
        }
        self.asked_again = word == Word::Invalid;
    }

    /// Reads a text such as `Player bo found the key.`; what happens to this player comes as a [`Word`] instead.
    fn hear_message(&mut self, message: &str) {
        let deeds = [Deed::FoundKey, Deed::Expelled, Deed::Exited, Deed::Disconnected];
        for deed in deeds.into_iter().filter(|deed| message.contains(deed.name())) {
            self.exit_locked &= deed != Deed::FoundKey;
            let who = message.strip_prefix("Player ").and_then(|rest| rest.split(' ').next()).map(fit);
            if let Some(who) = who.filter(|who| *who != self.me) {
                self.happened(who, deed);
            }
        }
    }

    fn happened(&mut self, who: Name, deed: Deed) {
        self.exit_locked &= deed != Deed::FoundKey;
        let Some(entry) = self.roster.iter_mut().find(|entry| entry.name == who) else { return };
        let (count, status) = match deed {
            Deed::FoundKey => (&mut entry.keys, Status::In),
            Deed::Exited => (&mut entry.exits, Status::Exited),
            Deed::Expelled => (&mut entry.ejects, Status::Expelled),
            Deed::Disconnected => (&mut entry.ejects, Status::Forfeited),
            Deed::Stranded => return,
        };
        *count = count.saturating_add(1);
        entry.status = status;
    }

    fn start_level(&mut self, level: usize, players: &[String]) {
        self.level = u8::try_from(level).unwrap_or(u8::MAX);
        (self.round, self.exit_locked) = (0, true);
        // Players who are not placed any more have forfeited (R24).
        self.roster.iter_mut().for_each(|entry| entry.status = Status::Forfeited);
        self.enter(players);
    }

    /// Marks who is in the level; only this player, if no names are given.
    fn enter(&mut self, players: &[String]) {
        let alone = [self.me.to_string()];
        let players = if players.is_empty() { &alone[..] } else { players };
        for name in players.iter().map(|name| fit(name)) {
            match self.roster.iter_mut().find(|entry| entry.name == name) {
                Some(entry) => entry.status = Status::In,
                None => self.roster.push(RosterEntry { name, status: Status::In, exits: 0, ejects: 0, keys: 0 }),
            }
        }
        self.before.clone_from(&self.roster);
    }

    /// What is known now.
    #[must_use]
    pub fn view(&self) -> PlayerView {
        PlayerView {
            sight: self.sight.clone(),
            level: self.level,
            levels: 0,
            round: self.round,
            exit_locked: self.exit_locked,
            roster: self.roster.iter().copied().collect(),
        }
    }

    /// What is known when the game begins.
    #[must_use]
    pub fn start(&self) -> Start {
        let seat = self.roster.iter().position(|entry| entry.name == self.me).unwrap_or(0);
        let names: Vec<Name> = self.roster.iter().map(|entry| entry.name).collect();
        let settings = Settings { players: names.len() as u8, names, max_rounds: 0, ..Settings::default() };
        Start { seat: Seat(seat as u8), role: ActorKind::Player, settings }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridhaunt_snarl::pieces::Piece;
    use serde_json::{Value, json};

    fn hear(outlook: &mut Outlook, value: Value) {
        outlook.hear(&Heard::read(Piece::Value(value)));
    }

    fn update(message: Value) -> Value {
        json!({"type": "player-update", "layout": [], "position": null, "objects": [], "actors": [], "message": message})
    }

    fn roster(outlook: &Outlook) -> String {
        let entry = |entry: &RosterEntry| {
            let RosterEntry { name, status, exits, ejects, keys } = entry;
            format!("{name} {} {exits}{ejects}{keys}", status.name())
        };
        outlook.view().roster.iter().map(entry).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn the_roster_is_kept_by_words_messages_and_the_end_of_the_level() {
        let mut outlook = Outlook::new(fit("ana"));
        hear(&mut outlook, json!({"type": "start-level", "level": 2, "players": ["bo", "ana", "cy"]}));
        assert_eq!((outlook.start().seat, outlook.view().level, outlook.view().levels), (Seat(1), 2, 0));
        assert_eq!(roster(&outlook), "bo in 000, ana in 000, cy in 000");
        hear(&mut outlook, json!("Key"));
        hear(&mut outlook, update("Player ana found the key.".into()));
        hear(&mut outlook, update("Player bo was expelled.".into()));
        hear(&mut outlook, update("Player cy disconnected.".into()));
        assert_eq!(roster(&outlook), "bo expelled 010, ana in 001, cy forfeited 010");
        hear(&mut outlook, json!("Exit"));
        assert_eq!(roster(&outlook), "bo expelled 010, ana exited 101, cy forfeited 010");
        hear(&mut outlook, json!({"type": "end-level", "key": "ana", "exits": ["ana"], "ejects": ["bo", "cy"]}));
        assert_eq!(roster(&outlook), "bo expelled 010, ana exited 101, cy expelled 010");
        hear(&mut outlook, json!({"type": "start-level", "level": 3, "players": ["bo", "ana"]}));
        assert_eq!(roster(&outlook), "bo in 010, ana in 101, cy forfeited 010");
        hear(&mut outlook, json!({"type": "end-level", "key": null, "exits": [], "ejects": ["bo"]}));
        assert_eq!(roster(&outlook), "bo expelled 020, ana stranded 101, cy forfeited 010");
    }

    #[test]
    fn rounds_are_counted_by_own_turns_and_the_exit_opens_with_the_key() {
        let mut outlook = Outlook::new(fit("ana"));
        hear(&mut outlook, json!({"type": "start-level", "level": 1, "players": ["ana", "bo"]}));
        for word in ["move", "Invalid", "move", "OK", "move", "Invalid", "move", "OK"] {
            hear(&mut outlook, json!(word));
        }
        assert_eq!((outlook.view().round, outlook.view().exit_locked), (2, true));
        hear(&mut outlook, update("Player bo found the key.".into()));
        assert!(!outlook.view().exit_locked);
        hear(&mut outlook, json!({"type": "start-level", "level": 2, "players": ["ana", "bo"]}));
        assert_eq!((outlook.view().round, outlook.view().exit_locked), (0, true));
        hear(&mut outlook, json!("Key"));
        assert!(!outlook.view().exit_locked);
    }
}

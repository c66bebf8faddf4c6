//! What an organiser changes: boards, and what is announced.

use crate::caller::Caller;
use crate::documents::TeamCard;
use crate::hall::Hall;
use crate::refusal::Refusal;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Value, brief};
use gridhaunt_store::EventId;

/// The most letters of an announcement.
pub const MOST_WORDS: usize = 2000;

/// What is done to the board of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// It takes no more bots.
    Close,
    /// It takes bots, until it is closed.
    Open,
    /// From now on everybody sees it as it is now.
    Freeze,
    /// Everybody sees it as it is.
    Unfreeze,
}

impl Change {
    const ALL: [Self; 4] = [Self::Close, Self::Open, Self::Freeze, Self::Unfreeze];

    /// The word for it.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Close => "close",
            Self::Open => "open",
            Self::Freeze => "freeze",
            Self::Unfreeze => "unfreeze",
        }
    }

    /// Reads it.
    ///
    /// # Errors
    /// There is no such word.
    pub(crate) fn read(word: &str) -> Result<Self, Invalid> {
        let found = Self::ALL.into_iter().find(|change| change.word() == word);
        found.ok_or_else(|| Invalid::new("change", brief(&Value::from(word)), "close, open, freeze or unfreeze"))
    }
}

impl Hall {
    /// All teams, for an organiser.
    pub(crate) fn team_cards(&self, caller: &Caller) -> Result<Vec<TeamCard>, Refusal> {
        caller.organiser()?;
        let mut cards = Vec::new();
        for team in self.store.teams()? {
            let submitted = self.store.submissions_of(team.id)?;
            cards.push(TeamCard {
                id: team.id,
                name: team.name,
                made_at: team.made_at,
                closed_at: team.closed_at,
                submissions: submitted.len() as u64,
                last: submitted.first().map(|submission| submission.state.word().into()),
            });
        }
        Ok(cards)
    }

    /// Changes the board of an event that has one. Which events take bots at all is said where the hall is opened, which looks
    /// whether they are played in a sandbox.
    pub(crate) fn change_board(&self, id: EventId, change: Change, caller: &Caller) -> Result<(), Refusal> {
        caller.organiser()?;
        let (board, now) = (self.store.board(id)?, self.store.now()?);
        let mut board = board.ok_or_else(|| Refusal::missing("event that takes bots", id))?;
        match change {
            Change::Close => board.deadline = Some(now),
            Change::Open => board.deadline = None,
            Change::Freeze => board.freeze = Some(now),
            Change::Unfreeze => board.freeze = None,
        }
        self.store.set_board(&board)?;
        (self.options.tell)(&format!("event {id}: {} by an organiser", change.word()));
        Ok(())
    }

    /// Announces something to everybody.
    pub(crate) fn announce(&self, words: &str, caller: &Caller) -> Result<(), Refusal> {
        caller.organiser()?;
        let words = words.trim();
        let many = words.chars().count();
        if many == 0 || many > MOST_WORDS {
            return Err(Invalid::new("words", format!("{many} letters"), format!("1 to {MOST_WORDS} letters")).into());
        }
        self.store.announce(words)?;
        Ok(())
    }
}

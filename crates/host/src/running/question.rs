//! A question to a program and what came of it: when it is late, whose fault that is, and what is played (B7, B11, B12).

use crate::excuse::Mark;
use crate::keeper::Held;
use crate::protocol::Choice;
use gridhaunt_kernel::fault::Verdict;
use gridhaunt_kernel::json::{Value, brief};
use gridhaunt_kernel::shown::shown;
use serde_json::json;
use std::time::{Duration, Instant};

/// Who knows the rules of the game.
#[derive(Clone, Copy)]
pub struct Judge<'a> {
    /// The code of a choice if it can be played by the seat.
    pub code: &'a dyn Fn(u8, &Choice) -> Option<u64>,
    /// What the seat may play now, in a few words; empty if it is not known.
    pub allowed: &'a dyn Fn(u8) -> String,
}

impl Judge<'_> {
    /// Nothing can be played: where no move is awaited.
    pub(crate) const NONE: Judge<'static> = Judge { code: &|_, _| None, allowed: &|_| String::new() };
}

/// What a line asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asks {
    Hello,
    Ready,
    Move,
    Pong,
}

/// A question that is open.
pub(crate) struct Question {
    pub(crate) asks: Asks,
    pub(crate) seat: u8,
    pub(super) id: String,
    pub(super) asked: Instant,
    /// When an answer is late, margin included; `None` without a clock.
    pub(super) deadline: Option<Instant>,
    /// Until when the wait goes on because the machine is to blame (B12).
    pub(super) extended: Option<Instant>,
    /// What the kernel said of the machine when the question had been open for a while (B12).
    pub(super) mark: Option<Mark>,
    pub(super) maybe: Option<(u64, Value)>,
    /// A line that was no message, and whether it was meant for one.
    pub(super) stray: Option<(String, bool)>,
    /// A message that came and was no answer, in words.
    pub(super) heard: Option<String>,
    pub(super) notes: Vec<Value>,
    pub(super) note_bytes: usize,
    pub(crate) settled: Option<Settled>,
}

/// What came of a question.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Settled {
    pub(crate) verdict: Verdict,
    /// The code that is played: of the move, or of the last legal `maybe`.
    pub(crate) code: Option<u64>,
    /// What was wanted and is not played.
    pub(crate) wanted: Option<Value>,
    /// The action that is played, as the bot said it.
    pub(crate) played: Value,
    pub(crate) used: Duration,
    /// When it came.
    pub(crate) at: Instant,
    pub(crate) words: String,
}

impl Question {
    /// A question that is asked at this moment.
    pub(super) fn new(asks: Asks, seat: u8, id: String, limit: Option<Duration>, asked: Instant) -> Self {
        Self {
            asks,
            seat,
            id,
            asked,
            deadline: limit.and_then(|limit| asked.checked_add(limit)),
            extended: None,
            mark: None,
            maybe: None,
            stray: None,
            heard: None,
            notes: Vec::new(),
            note_bytes: 0,
            settled: None,
        }
    }

    pub(super) fn settle(&mut self, verdict: Verdict, code: Option<u64>, words: String) {
        self.settle_at(Instant::now(), verdict, code, words);
    }

    pub(super) fn settle_at(&mut self, at: Instant, verdict: Verdict, code: Option<u64>, words: String) {
        self.settled_at(at, verdict, code, words);
    }

    fn settled_at(&mut self, at: Instant, verdict: Verdict, code: Option<u64>, words: String) -> &mut Settled {
        let used = at.saturating_duration_since(self.asked);
        self.settled.insert(Settled { verdict, code, wanted: None, played: Value::Null, used, at, words })
    }

    /// The first `move` decides; an action that cannot be used is `illegal` at once (B7).
    pub(super) fn decide(&mut self, choice: Choice, at: Instant, judge: Judge<'_>, held: Option<&mut Held>) {
        if self.deadline.is_some_and(|deadline| at > deadline) {
            let used = at.saturating_duration_since(self.asked);
            let excuse = self.excuse(held).unwrap_or_default();
            let (verdict, words) = if used.saturating_sub(excuse) <= self.limit() {
                let (used, excuse) = (used.as_millis(), excuse.as_millis());
                (Verdict::Host, format!("late after {used} ms, of which the machine took {excuse} ms"))
            } else {
                let (used, allowed) = (used.as_millis(), self.limit().as_millis());
                (
                    Verdict::Late,
                    format!("the move came after {used} ms, and {allowed} ms were allowed, margin included"),
                )
            };
            self.settled_at(at, verdict, None, words).wanted = Some(said(choice));
            self.fall_back();
            return;
        }
        if let Some(code) = (judge.code)(self.seat, &choice) {
            self.settled_at(at, Verdict::Ok, Some(code), String::new()).played = said(choice);
            return;
        }
        let mut words = refusal(&choice);
        let allowed = (judge.allowed)(self.seat);
        if !allowed.is_empty() {
            words = format!("{words}; allowed: {}", shown(&allowed));
        }
        self.settled_at(at, Verdict::Illegal, None, words).wanted = Some(said(choice));
    }

    /// The last legal `maybe` counts if time runs out (B7).
    pub(super) fn fall_back(&mut self) {
        if let (Some(settled), Some((code, action))) = (&mut self.settled, self.maybe.take()) {
            settled.code = Some(code);
            settled.played = action;
        }
    }

    /// Whether the machine is to blame that there is no move yet (B12): then the wait goes on for as long as the excuse
    /// reaches, so that a bot that would be late anyway is not excused.
    pub(super) fn is_excused(&mut self, now: Instant, held: Option<&mut Held>) -> bool {
        let Some(excuse) = self.excuse(held) else { return false };
        let until = self.asked + self.limit() + excuse;
        let longest = self.asked + 10 * self.limit() + Duration::from_secs(1);
        if now >= until.min(longest) {
            return false;
        }
        self.extended = Some(until.min(longest));
        true
    }

    /// What the machine took of this turn, if it is worth mentioning.
    fn excuse(&self, held: Option<&mut Held>) -> Option<Duration> {
        let (mark, held) = (self.mark.as_ref()?, held?);
        mark.excuse(held).filter(|excuse| *excuse >= Mark::LEAST)
    }

    /// What the turn may take, margin included.
    pub(super) fn limit(&self) -> Duration {
        self.deadline.map_or(Duration::MAX, |deadline| deadline.saturating_duration_since(self.asked))
    }
}

/// Why a choice cannot be played.
fn refusal(choice: &Choice) -> String {
    match (&choice.action, &choice.index) {
        (Some(action), _) => format!("{} is not allowed now", shown(&brief(action))),
        (None, Some(index)) if index.is_number() => format!("index: {index} is not a place in legal"),
        (None, Some(index)) => format!("index: {} is not a number", shown(&brief(index))),
        (None, None) => "no action and no index".into(),
    }
}

/// The open question with this word.
pub(super) fn open<'a>(questions: &'a mut [Question], id: &str, asks: Asks) -> Option<&'a mut Question> {
    let is_open = |question: &&mut Question| {
        question.settled.is_none() && question.asks == asks && question.id == id && !id.is_empty()
    };
    questions.iter_mut().find(is_open)
}

/// A choice as the bot said it.
pub(super) fn said(choice: Choice) -> Value {
    match (choice.action, choice.index) {
        (Some(action), _) => action,
        (None, Some(index)) => json!({ "index": index }),
        (None, None) => Value::Null,
    }
}

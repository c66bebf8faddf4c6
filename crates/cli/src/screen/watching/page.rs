//! The layout of the page on which a match is watched.

use super::Watching;
use crate::eye::Eye;
use crate::screen::board::{self, Drawn, part, widest, write};
use crate::screen::paper::{Line, Paper, Rect, Span};
use crate::screen::pen::Pen;
use crate::screen::{events, help, timeline};
use gridhaunt_kernel::face::Span as Reach;
use gridhaunt_kernel::{Scene, Seat};

/// Blank columns on both sides of the line between the board and the events.
const GAP: usize = 3;
/// The fewest columns of the events beside the board.
const EVENTS: usize = 28;
/// Lines reserved for the events below the board, if the screen has eight times as many.
const LOG: usize = 5;
/// Lines that are enough for the events if the board becomes larger by that.
const FEW: usize = 3;
/// From how many lines on there is a blank line above the board.
const AIRY: usize = 20;

/// The active keys and their effects.
const KEYS: [(&str, &str); 9] = [
    ("space", "play/pause"),
    ("left/right", "step"),
    ("home/end", "first/last"),
    ("+/-", "speed"),
    ("s", "seat"),
    ("k", "knows"),
    ("/", "search"),
    ("?", "help"),
    ("q", "quit"),
];

const HELP: [(&str, &str); 15] = [
    ("space", "play or pause"),
    ("left, right", "a step back or forward"),
    ("page up, page down", "ten steps"),
    ("home, end", "the first and the last step"),
    ("+, -", "faster, slower"),
    ("s, tab", "the next seat: what it sees is marked"),
    ("S, shift-tab", "the seat before"),
    ("k", "what the seat knows, instead of what it sees of the whole"),
    ("/", "search for an event; enter jumps to it"),
    ("n, N", "the next step that says so, the one before"),
    ("up, down", "move a board that is larger than the window"),
    ("shift with arrows", "the same, also left and right; c: back"),
    ("mouse", "click on the line to go there, wheel to step"),
    ("?", "this help"),
    ("q", "quit"),
];

impl Watching {
    /// Draws the page. If there is too little room, the least important parts are left out first.
    pub(crate) fn draw(&mut self, area: Rect, pen: Pen, page: &mut Paper) {
        let (columns, rows) = (usize::from(area.width), usize::from(area.height));
        let mut left = rows;
        let mut take = |lines, keep| board::take(&mut left, lines, keep);
        let status = take(1, 0);
        let notice = take(usize::from(self.notice.is_some()), 1);
        let heading = take(1, 1);
        let bar = take(1, 3);
        let mut keys = pen.keys(&KEYS.map(|(key, does)| (key.to_string(), does.to_string())), columns);
        keys.truncate(take(keys.len().min((rows / 10).max(1)), 4));
        let air = take(usize::from(rows >= AIRY), 3);

        let mut top = Vec::new();
        top.extend(Some(pen.bold(&self.heading)).filter(|_| heading > 0));
        top.extend(self.notice.as_ref().filter(|_| notice > 0).map(|notice| pen.alarm(notice)));
        write(&top, area, page);
        let body = part(area, top.len() + air, left);
        self.draw_body(body, rows, pen, page);
        let mut y = top.len() + air + left;
        self.bar = part(area, y, bar);
        timeline::draw(&self.game, self.at, self.bar, pen, page);
        y += bar;
        write(&[self.status(pen)], part(area, y, status), page);
        write(&keys, part(area, y + status, keys.len()), page);
        if let Some(from) = &mut self.help {
            let scene = &self.shown.scene(Reach::Step, None);
            help::draw(&help::Sheet { goal: "", scene, keys: &HELP }, from, pen, page);
        }
    }

    /// Draws the board with its panel, and the events beside or below it, whichever leaves more room for the board.
    fn draw_body(&mut self, body: Rect, rows: usize, pen: Pen, page: &mut Paper) {
        let (columns, room) = (usize::from(body.width), usize::from(body.height));
        let mut scene = self.scene();
        board::follow(&mut scene);
        let draw = |columns, room| board::draw(&scene, columns, room, self.pan, pen);
        let whole = draw(columns, room);
        let aside = |lines: &[Line]| widest(lines) + GAP + EVENTS <= columns && room > 2;
        let kept = LOG.min(rows / 8).min(room.saturating_sub(3));
        let Drawn { lines, pan } = if aside(&whole.lines) || whole.lines.len() + kept.min(FEW) <= room {
            whole
        } else {
            let narrow = draw(columns.saturating_sub(GAP + EVENTS), room);
            let low = draw(columns, room - kept);
            if aside(&narrow.lines) && area(&narrow.lines) >= area(&low.lines) { narrow } else { low }
        };
        self.pan = pan.unwrap_or_default();
        write(&lines, body, page);
        if aside(&lines) {
            self.draw_aside(body, widest(&lines) + GAP, pen, page);
        } else {
            // The events get the lines that the board does not need.
            let free = room.saturating_sub(lines.len());
            let air = usize::from(free > LOG);
            let events = events::lines(&self.game, self.at, columns, free - air, pen);
            write(&events, part(body, room - events.len(), events.len()), page);
        }
    }

    /// Draws the events beside the board.
    fn draw_aside(&self, body: Rect, indent: usize, pen: Pen, page: &mut Paper) {
        let x = body.x + indent as u16;
        let rule = vec![pen.muted(pen.pick("|", "│")); body.height.into()];
        write(&rule, Rect { x: x - 2, width: 1, ..body }, page);
        let aside = Rect { x, width: body.right() - x, ..body };
        write(&[pen.muted("Events")], aside, page);
        let room = usize::from(body.height) - 1;
        write(&events::lines(&self.game, self.at, aside.width.into(), room, pen), part(aside, 1, room), page);
    }

    fn scene(&self) -> Scene {
        self.eye.scene(self.shown.as_ref(), Reach::Step, &self.game.shown_in(self.at, self.eye.seat()))
    }

    /// The status line: the current step and speed, or the search text while it is typed.
    fn status(&self, pen: Pen) -> Line {
        if let Some(typed) = &self.search.typed {
            let mut line = pen.bold("search: ");
            line.spans.extend(pen.plain(typed));
            line.push_span(Span::raw(pen.pick("_", "▏")));
            return line;
        }
        let (at, steps) = (self.at, self.game.steps());
        let more = if self.goes_on { " so far" } else { "" };
        let paused = match (self.playing, self.waits) {
            (true, _) => "",
            (false, false) => ", paused",
            (false, true) => ", paused: space plays it",
        };
        let mut line = pen.plain(&format!("step {at} of {steps}{more}{paused}"));
        let mut add = |text: &str| line.spans.extend(pen.plain(&format!("   {text}")));
        if let Some(answer) = &self.search.answer {
            add(answer);
        }
        match self.eye {
            Eye::Whole => {}
            Eye::Marked(seat) => add(&format!("marked: what {} sees", self.name(seat))),
            Eye::Known(seat) => add(&format!("what {} knows", self.name(seat))),
        }
        line.spans.extend(pen.muted(&format!("   {:.1} a second", self.speed())));
        line
    }

    fn name(&self, seat: Seat) -> String {
        self.names.get(seat.index()).cloned().unwrap_or_default()
    }
}

/// The area of lines in cells.
fn area(lines: &[Line]) -> usize {
    lines.iter().map(Line::width).sum()
}

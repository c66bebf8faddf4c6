// A match as far as it is proved: what happened in every step, and which steps are shown as one frame.

class Match {
  constructor(card, remarks) {
    this.card = card;
    // What was remarked on choices, by the step before the choice.
    this.remarks = new Map(remarks.map((remark) => [remark.step, remark]));
    this.frames = [card.frame];
    this.headings = [null];
    this.events = [[]];
    this.highlights = [[]];
    this.kinds = [[]];
    this.faults = [null];
    this.ended = false;
    this.differs = null;
    this.outcome = null;
  }

  // The last step that can be shown.
  get last() {
    return this.frames.length - 1;
  }

  take(news) {
    for (const { frame, heading, events, highlights, kinds, fault } of news.steps) {
      this.frames.push(frame);
      this.headings.push(heading);
      this.events.push(events);
      this.highlights.push(highlights);
      this.kinds.push(kinds);
      this.faults.push(fault);
    }
    this.ended = news.ended;
    this.differs = news.differs;
    this.outcome = news.outcome;
  }

  // Whether frames and steps are the same thing.
  get isPlain() {
    return this.frames.every((frame, step) => step === 0 || frame !== this.frames[step - 1]);
  }

  isFrame(step) {
    return step >= this.last || this.frames[step + 1] !== this.frames[step];
  }

  // Where one comes to from a step, so many frames or steps on.
  from(step, by, single) {
    const way = Math.sign(by);
    for (let left = Math.abs(by); left > 0; left -= 1) {
      do step += way; while (step > 0 && step < this.last && !single && !this.isFrame(step));
    }
    return Math.max(0, Math.min(this.last, step));
  }

  // The step that is shown for one that lies within a frame.
  shown(step, single) {
    while (step < this.last && !single && !this.isFrame(step)) step += 1;
    return Math.max(0, Math.min(this.last, step));
  }

  // The first step of what is shown with this one.
  begin(step, single) {
    while (step > 1 && !single && this.frames[step - 1] === this.frames[step]) step -= 1;
    return step;
  }

  // How many frames there are.
  get length() {
    let frames = 1;
    for (let step = 1; step <= this.last; step += 1) frames += this.frames[step] !== this.frames[step - 1];
    return frames;
  }

  // How remarkable each step is: what happens all the time counts for little, what is rare for much.
  get surprise() {
    const times = new Map();
    for (const kind of this.kinds.flat()) times.set(kind, (times.get(kind) ?? 0) + 1);
    const worth = (kind) => Math.log2((this.last + 1) / times.get(kind));
    return this.kinds.map((kinds) => (kinds.length ? 0.5 + Math.max(...kinds.map(worth)) : 0));
  }
}

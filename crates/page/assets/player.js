// What is shown, and its going on by itself.

// Frames a second.
const SPEEDS = [1, 2, 4, 8, 15, 30, 60, 240];
// A match should take about this long, in seconds.
const SITTING = 60;
// Faster than this nobody is shown on the way.
const FASTEST_MOTION = 15;
// The address follows at most this often, in milliseconds: browsers refuse more.
const LINK_PAUSE = 500;

class Player {
  constructor(match, parts) {
    this.match = match;
    this.parts = parts;
    this.view = { step: 0, seat: null, knows: false, single: false, dark: false };
    this.speed = 2;
    this.playing = false;
    this.moves = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  // Chooses a speed at which the match is neither over at once nor endless.
  settle() {
    const frames = this.match.length;
    const found = SPEEDS.findIndex((speed) => speed >= 4 && frames / speed <= SITTING);
    this.setSpeed(found < 0 ? SPEEDS.length - 2 : Math.min(found, SPEEDS.length - 2));
  }

  setSpeed(speed) {
    this.speed = Math.max(0, Math.min(SPEEDS.length - 1, speed));
    this.parts.speed.value = this.speed;
  }

  faster(by) {
    this.setSpeed(this.speed + by);
  }

  jump(step) {
    this.pause();
    this.show({ step: this.match.shown(Math.min(step, this.match.last), this.view.single) });
  }

  go(by) {
    this.pause();
    this.show({ step: this.match.from(this.view.step, by, this.view.single) });
  }

  look(seat, knows) {
    if (seat !== null && seat >= this.match.card.seats.length) return;
    this.show({ seat, knows: seat !== null && knows }, true);
  }

  // With the eyes of a seat; a second time, with what it knows.
  glance(seat) {
    this.look(seat, this.view.seat === seat && !this.view.knows);
  }

  each(single) {
    if (this.match.isPlain) return;
    this.show({ single, step: this.match.shown(this.view.step, single) });
  }

  shade(dark) {
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    this.parts.signs.innerHTML = this.parts.engine.legend(dark);
    this.parts.legend.hidden = this.parts.signs.childElementCount === 0;
    this.show({ dark });
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.view.step >= this.match.last) this.show({ step: 0 });
    this.playing = true;
    this.parts.play.classList.add("on");
    this.parts.play.setAttribute("aria-label", "Pause");
    let [before, due] = [performance.now(), 0];
    const tick = (now) => {
      if (!this.playing) return;
      due += ((now - before) / 1000) * SPEEDS[this.speed];
      before = now;
      const frames = Math.min(Math.floor(due), 32);
      if (frames > 0) {
        due = Math.min(due - frames, 1);
        this.show({ step: this.match.from(this.view.step, frames, this.view.single) });
      }
      if (this.view.step >= this.match.last && this.match.ended) {
        this.pause();
        return;
      }
      if (this.moves && SPEEDS[this.speed] <= FASTEST_MOTION) this.showOnTheWay(due);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  showOnTheWay(share) {
    const { match, view, parts } = this;
    const next = match.from(view.step, 1, view.single);
    if (next > view.step) parts.board.between(view, next, share * share * (3 - 2 * share));
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.parts.play.classList.remove("on");
    this.parts.play.setAttribute("aria-label", "Play");
    this.show({});
  }

  // Shows something else; the room is measured anew where another board may have another size.
  show(change, refit = false) {
    Object.assign(this.view, change);
    const { match, view, parts } = this;
    if (refit) parts.board.fit(view);
    else parts.board.show(view);
    parts.panel.show(parts.engine.beside(view));
    this.showResult();
    if (refit) this.measure();
    parts.timeline.show(view.step, match.card.steps);
    const begin = match.begin(view.step, view.single);
    parts.events.show(begin, view.step);
    const words = this.words();
    parts.where.textContent = words.short;
    parts.scrubber.setAttribute("aria-valuetext", words.long);
    parts.eye.value = view.seat === null ? "" : `${view.knows ? "knows" : "sees"} ${view.seat}`;
    parts.single.checked = view.single;
    parts.dark.setAttribute("aria-pressed", view.dark);
    parts.logTitle.textContent = view.seat === null ? "Events" : "What really happened";
    if (!this.playing) parts.spoken.textContent = words.long;
    this.writeLinkSoon();
  }

  // What stands over the scrubber.
  measure() {
    const { match, parts } = this;
    parts.timeline.measure(parts.events.passing ?? match.surprise, match.card.steps, match.faults, match.remarks);
  }

  words() {
    const { match, view } = this;
    const short = `Step ${view.step} of ${match.card.steps}`;
    const heading = match.headings[view.step];
    const told = match.events.slice(match.begin(view.step, view.single), view.step + 1).flat();
    return { short, long: [short, heading, ...told.slice(0, 6)].filter(Boolean).join(". ") };
  }

  showResult() {
    const { match, parts, view } = this;
    const isOver = match.ended && match.outcome !== null && view.step === match.last;
    if (isOver && parts.result.childElementCount === 0) parts.result.replaceChildren(...resultOf(match));
    parts.result.hidden = !isOver;
  }

  writeLinkSoon() {
    clearTimeout(this.linking);
    this.linking = setTimeout(() => writeLink(this.view), this.playing ? LINK_PAUSE : 50);
  }
}

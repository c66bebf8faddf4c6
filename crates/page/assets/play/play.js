// A match that a person plays: sheets come from a source, choices go there.

// How long a step of the others is shown at least, in milliseconds; how many pictures a move has.
const [GLANCE, MOMENTS] = [170, 4];
// The most news that are kept in the list.
const MOST_NEWS = 200;

class Play {
  constructor(source, parts) {
    this.source = source;
    this.parts = parts;
    this.sheet = null;
    this.hints = false;
    this.calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.field = new Field(parts.board, parts.zoom, { take: (entries) => this.choices.among(entries), swipe: (way, along) => this.swipe(way, along) });
    this.field.calm = this.calm;
    this.field.changed = () => this.redraw();
    this.choices = new Choices(parts.pad, parts.list, parts.number, (offer) => this.take(offer));
    this.panel = new Panel(parts.panel);
    this.queue = Promise.resolve();
    new ResizeObserver(() => this.redraw()).observe(parts.board);
  }

  get look() {
    return { cell: this.field.cell, dark: document.documentElement.dataset.theme === "dark", moments: this.calm ? 0 : MOMENTS };
  }

  // One thing after the other: whoever comes while something is under way waits for it.
  soon(act) {
    this.queue = this.queue.then(act).catch((error) => this.parts.warn(error.message ?? String(error)));
    return this.queue;
  }

  async ask(request) {
    const answer = await this.source.ask(request);
    if (answer?.error) throw new Error(answer.error);
    return answer;
  }

  // Begins a match with a request: `begin` or `go_on`.
  begin(request) {
    this.run = {};
    return this.soon(async () => {
      const sheet = await this.ask({ ...request, look: this.look });
      this.parts.banner.hidden = true;
      this.parts.result.hidden = true;
      this.parts.result.replaceChildren();
      this.parts.news.replaceChildren();
      this.choices.clear();
      this.field.clear();
      [this.told, this.latest] = [-1, ""];
      this.wasAsked = false;
      this.parts.goal.textContent = sheet.goal;
      await this.showLegend();
      await this.show({ ...sheet, moments: [] });
      this.parts.begun?.(sheet);
      this.goOn(this.run);
    });
  }

  // Shows a sheet; where its board needs cells of another size, the same sheet with those.
  async show(drawn) {
    const fits = this.field.fit(drawn);
    const sheet = fits ? drawn : { ...(await this.ask({ do: "show", look: this.look })), moments: [], news: drawn.news };
    this.sheet = sheet;
    const { parts } = this;
    // What is under way is no choice yet.
    parts.turn.dataset.state = "theirs";
    await this.field.show(sheet);
    this.choices.show(sheet);
    this.panel.show(sheet.panel);
    if (sheet.step !== this.told) this.tell(sheet);
    this.told = sheet.step;
    parts.undo.disabled = !sheet.undo;
    parts.undo.hidden = sheet.hidden;
    // Looking back shows everything, which a seat may not see while something is hidden.
    parts.watch.hidden = sheet.hidden && !sheet.over;
    parts.skip.hidden = sheet.live || sheet.asks || sheet.over || !this.wasAsked;
    if (sheet.asks) this.wasAsked = true;
    parts.turn.dataset.state = sheet.over ? "over" : sheet.asks ? "mine" : "theirs";
    this.prompt();
    if (sheet.over) this.end();
    else if (this.hints) this.hint();
  }

  // What the last step was to the seat: the latest over the others.
  tell({ step, news }) {
    const told = news.map(capital);
    const lines = told.map((text) => {
      const line = element("li");
      line.append(element("span", "step", String(step)), element("span", "", text));
      return line;
    });
    this.parts.news.prepend(...lines);
    while (this.parts.news.childElementCount > MOST_NEWS) this.parts.news.lastElementChild.remove();
    if (told.length > 0) this.latest = told.join(" ");
  }

  prompt(words = "") {
    const { sheet, parts } = this;
    const whose = sheet.over ? "The match is over." : sheet.asks ? "Your turn." : "The others play …";
    parts.whose.textContent = whose;
    // Who never chose anything is told how.
    const how = sheet.asks && !this.hasChosen ? `Choose a marked place or a button.${sheet.hidden ? " You see what your seat sees, and nothing else." : ""}` : "";
    parts.prompt.textContent = words || this.latest || how;
  }

  take(offer) {
    if (!this.sheet?.asks || this.taking) return;
    [this.taking, this.hasChosen, this.latest] = [true, true, ""];
    this.choices.isOpen = false;
    const [run, { step }] = [(this.run = {}), this.sheet];
    this.soon(async () => {
      try {
        // What was chosen on a board that is gone is no choice on the one that came.
        if (this.sheet.asks && this.sheet.step === step) await this.show(await this.ask({ do: "step", offer, look: this.look }));
      } finally {
        this.taking = false;
      }
      this.goOn(run);
    });
  }

  // Lets the others play, each step for a moment, until the person is asked.
  goOn(run) {
    const { sheet } = this;
    if (sheet.asks || sheet.over || run !== this.run) return;
    this.soon(async () => {
      await new Promise((go) => setTimeout(go, GLANCE));
      if (run !== this.run) return;
      await this.show(await this.ask({ do: "step", look: this.look }));
      this.goOn(run);
    });
  }

  // The source went on by itself, as a table does when somebody's time is over.
  catchUp() {
    if (this.taking) return;
    const run = (this.run = {});
    this.soon(async () => {
      if (this.sheet && this.source.isAhead) await this.show(await this.ask({ do: "step", look: this.look }));
      if (this.sheet) this.goOn(run);
    });
  }

  // Does not wait for the others, unless they are people.
  skip() {
    if (!this.sheet || this.sheet.asks || this.sheet.over || this.sheet.live) return;
    this.run = {};
    this.soon(async () => this.show({ ...(await this.ask({ do: "hurry", look: this.look })), moments: [] }));
  }

  undo() {
    if (!this.sheet?.undo || this.taking) return;
    this.run = {};
    this.soon(async () => {
      const sheet = await this.ask({ do: "undo", look: this.look });
      this.parts.result.hidden = true;
      this.parts.result.replaceChildren();
      this.latest = "Your last choice was taken back.";
      await this.show({ ...sheet, moments: [], news: [] });
    });
  }

  setHints(on) {
    this.hints = on;
    if (on) this.hint();
    else this.advise(null);
  }

  // What the best bot would do here.
  hint() {
    if (!this.sheet?.asks) return;
    const { step } = this.sheet;
    this.soon(async () => {
      if (!this.sheet.asks || this.sheet.step !== step) return;
      const { offer } = await this.ask({ do: "hint" });
      const entry = offer === null ? null : this.choices.entryOf(offer);
      this.advise(entry);
      if (entry !== null) this.prompt(`Hint: ${this.choices.nameOf(entry)}.`);
    });
  }

  advise(entry) {
    this.field.point(entry, "advised");
    this.choices.mark(entry, "advised");
  }

  // Takes the step in a direction, or aims where targets are further away.
  steer(way) {
    if (!this.sheet?.asks) return;
    if (this.choices.aims) {
      this.choices.aim(way);
      this.field.point(this.choices.pointed, "pointed");
      this.choices.mark(this.choices.pointed, "pointed");
      if (this.choices.pointed !== null) this.prompt(`${this.choices.entries[this.choices.pointed].label}: Enter goes there.`);
      return;
    }
    const entry = this.choices.that(way);
    if (entry === null) this.prompt("There is no way there.");
    else this.choices.take(entry);
  }

  // Takes the step of a swipe; where none leads aslant, the one that is nearest.
  swipe([right, down], along) {
    if (!this.sheet?.asks) return;
    const entry = this.choices.that([right, down]) ?? this.choices.that(along === "across" ? [right, 0] : [0, down]);
    if (entry === null) this.prompt("There is no way there.");
    else this.choices.take(entry);
  }

  enter() {
    if (this.sheet?.asks && this.choices.pointed !== null) this.choices.take(this.choices.pointed);
  }

  still() {
    if (!this.sheet?.asks) this.skip();
    else if (this.choices.still !== null) this.choices.take(this.choices.still);
  }

  // What a letter does: the entry with that key.
  keyed(key) {
    const entry = this.choices.entries.findIndex((known) => known.key === key);
    return entry < 0 || !this.sheet?.asks ? null : () => this.choices.take(entry);
  }

  redraw() {
    if (!this.sheet) return;
    // Whoever waits for others is drawn anew all the same.
    this.source.release?.();
    clearTimeout(this.drawing);
    this.drawing = setTimeout(() => this.soon(async () => {
      if (!this.sheet) return;
      await this.show(await this.ask({ do: "show", look: { ...this.look, moments: 0 } }));
    }), 60);
  }

  async showLegend() {
    const { legend } = await this.ask({ do: "legend", dark: this.look.dark });
    this.parts.signs.innerHTML = legend;
    this.parts.legend.hidden = legend === "";
  }

  // The page became light or dark.
  shade() {
    this.source.release?.();
    if (this.sheet) this.soon(() => this.showLegend());
    this.redraw();
  }

  record() {
    return this.ask({ do: "record" });
  }

  end() {
    const { sheet, parts } = this;
    const { outcome, seats, seat } = sheet;
    if (!outcome || parts.result.childElementCount > 0) return;
    const verdict = outcome.winners.length === 0 ? "A draw" : outcome.winners.includes(seat) ? "You won" : "You lost";
    const [head, ...rest] = resultOf({ card: { seats, score: outcome.score }, outcome });
    parts.result.append(element("h2", "verdict", verdict), element("p", "who", head.textContent), ...rest);
    parts.result.hidden = false;
  }
}

"use strict";
// A person at a table: what the seat knows comes over a WebSocket, and choices go back. The page is that of the site.
{
  const { Play, partsOf, listenToHands, followTheme } = window.gridhaunt;
  const find = (name) => document.getElementById(name);
  const { secret } = document.body.dataset;
  // How long it is waited before the hall is called again, in milliseconds, at first and at most.
  const [FIRST_PAUSE, LONGEST_PAUSE] = [250, 8000];

  // The table as a source of sheets.
  class Table {
    constructor(tell) {
      this.tell = tell;
      this.look = { cell: 32, dark: 0, moments: 0 };
      this.news = [];
      this.pause = FIRST_PAUSE;
      // The last step whose news came, and how often a sheet came.
      [this.told, this.came, this.given] = [0, 0, 0];
      this.connect();
    }

    connect() {
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      const { look } = this;
      const words = new URLSearchParams({ ...look, told: this.told });
      this.socket = new WebSocket(`${scheme}://${location.host}/seat/${secret}/socket?${words}`);
      this.socket.addEventListener("open", () => {
        this.pause = FIRST_PAUSE;
        if (this.look !== look) this.send({ look: this.look });
        this.tell({ isThere: true });
      });
      this.socket.addEventListener("message", ({ data }) => this.hear(JSON.parse(data)));
      this.socket.addEventListener("close", () => {
        if (this.isOver) return;
        this.tell({ isThere: false });
        setTimeout(() => this.connect(), this.pause);
        this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
      });
    }

    send(message) {
      if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    }

    hear(message) {
      if (message.type === "wrong") {
        this.tell({ wrong: message.words });
        this.release();
        return;
      }
      this.tell({ view: message });
      this.isOver = message.result !== null;
      this.told = message.step;
      this.news.push(...message.news);
      this.codes = message.offers.map(({ code }) => code);
      this.legend = message.legend;
      if (message.sheet) {
        const over = message.sheet.over || this.isOver;
        // A way that was not shown yet stays to be shown.
        const moments = message.sheet.moments.length > 0 || this.came === this.given ? message.sheet.moments : this.sheet.moments;
        this.sheet = { ...message.sheet, board: message.picture, moments, over, asks: message.sheet.asks && !over, live: true };
        this.came += 1;
      }
      this.answer();
      // The table goes on when a person's time is over, whatever the person looks at.
      const { shown } = this;
      if (shown && this.isAhead && (this.sheet.step !== shown.step || !this.sheet.asks || this.sheet.over)) this.ahead?.();
    }

    // Whether there is a sheet that was not shown.
    get isAhead() {
      return this.came > this.given;
    }

    // Goes on with whoever waits, when it is what they wait for.
    answer() {
      if (!this.sheet || !this.waiting?.isEnough()) return;
      const { resolve } = this.waiting;
      this.waiting = null;
      resolve();
    }

    until(isEnough) {
      return new Promise((resolve) => {
        this.waiting = { resolve, isEnough };
        this.answer();
      });
    }

    // Nobody waits any longer: they go on with what there is.
    release() {
      if (this.waiting) this.waiting.isEnough = () => true;
      this.answer();
    }

    // Has the hall draw otherwise from now on.
    async redraw({ cell, moments, dark }) {
      this.look = { cell, moments, dark: Number(dark) };
      this.send({ look: this.look });
      await this.until(() => this.sheet.cell === cell && this.sheet.dark === dark);
    }

    give() {
      this.given = this.came;
      this.shown = { step: this.sheet.step, codes: this.codes };
      return { ...this.sheet, news: this.news.splice(0) };
    }

    async ask({ do: what, offer, look, dark }) {
      if (what === "hint") return { offer: null };
      if (what === "legend") {
        if (this.sheet.dark !== dark) await this.redraw({ ...this.look, dark });
        return { legend: this.legend };
      }
      if (what === "step") {
        const seen = offer === undefined ? this.given : this.came;
        if (offer !== undefined) this.send({ step: this.shown.step, code: this.shown.codes[offer] });
        await this.until(() => this.came > seen);
        return this.give();
      }
      // What is shown once more is shown without its way, what comes after it with it.
      await this.redraw({ ...look, moments: what === "show" ? this.look.moments : look.moments });
      return this.give();
    }
  }

  // The clocks of everybody at the table, which run on between messages.
  class Clocks {
    constructor(place) {
      this.place = place;
      this.all = [];
      setInterval(() => this.show(), 250);
    }

    take({ clocks, seat }) {
      const now = performance.now();
      this.all = clocks.map((clock) => ({ ...clock, isOwn: clock.seat === seat, since: now }));
      this.place.replaceChildren(...this.all.map(({ seat: name, isOwn }) => {
        const clock = document.createElement("div");
        clock.className = isOwn ? "clock own" : "clock";
        const [label, left] = [document.createElement("span"), document.createElement("strong")];
        label.textContent = isOwn ? `${name} (you)` : name;
        clock.append(label, left);
        return clock;
      }));
      this.show();
    }

    show() {
      this.all.forEach(({ left_ms: left, bank_ms: bank, since }, n) => {
        const runs = left !== null && !this.areStopped;
        const used = runs ? performance.now() - since : 0;
        const turn = Math.max(0, (left ?? 0) - used);
        const kept = Math.max(0, bank - Math.max(0, used - (left ?? 0)));
        const clock = this.place.children[n];
        clock.classList.toggle("runs", runs);
        clock.classList.toggle("short", runs && turn + kept < 10_000);
        clock.lastElementChild.textContent = left === null ? minutes(kept) : `${minutes(turn)} + ${minutes(kept)}`;
      });
    }
  }

  const minutes = (ms) => {
    const seconds = Math.ceil(ms / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };

  const clocks = new Clocks(find("clocks"));

  function tell({ isThere, wrong, view }) {
    if (wrong) find("state").textContent = `${wrong[0].toUpperCase()}${wrong.slice(1)}.`;
    if (isThere !== undefined) {
      find("state").textContent = isThere ? "" : "Cut off. Connecting again …";
      document.body.classList.toggle("away", !isThere);
    }
    if (!view) return;
    clocks.areStopped = view.result !== null;
    clocks.take(view);
    if (view.sheet) find("invitation")?.remove();
    else if (find("waiting")) find("waiting").textContent = view.awaits.length > 0 ? `Waiting for ${view.awaits.join(", ")} …` : "Waiting for the others …";
    if (view.result === null) return;
    // A match that came to its end says so in its own place.
    find("state").textContent = view.sheet?.outcome ? "" : view.result;
    find("after").hidden = !view.match;
    if (view.match) find("after").href = view.match;
  }

  const table = new Table(tell);
  const begun = () => {
    document.documentElement.dataset.ready = "playing";
  };
  const play = new Play(table, partsOf({ begun }));
  const toggle = followTheme(() => play.shade());
  const help = () => find("keys").showModal();
  find("help").addEventListener("click", help);
  listenToHands(play, { help, dark: toggle });
  // A page that came over plain http from elsewhere may not write to the clipboard.
  for (const button of document.querySelectorAll(".copy")) {
    button.hidden = !navigator.clipboard;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.previousElementSibling.textContent);
      button.textContent = "Copied";
    });
  }
  document.querySelector("#turn .row").append(find("after"));
  table.ahead = () => play.catchUp();
  window.gridhaunt.play = play;
  play.begin({ do: "begin" });
}

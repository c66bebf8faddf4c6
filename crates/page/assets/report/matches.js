// All matches, to be filtered; those whose replay is here can be watched.

// So many are shown at a time.
const AT_ONCE = 100;

class MatchList {
  constructor(results, names, watch) {
    this.names = names;
    this.matches = results.matches.map((match) => ({ match, words: this.words(match) }));
    this.watch = watch;
    this.place = element("div", "matches");
    this.list = element("ol", "list");
    this.count = element("output", "count");
    this.more = element("button", "quiet", "Show more");
    this.more.addEventListener("click", () => this.show(this.shown + 10 * AT_ONCE));
    this.search = element("input");
    [this.search.type, this.search.placeholder, this.search.autocomplete, this.search.spellcheck] = ["search", "Names, round, result …", "off", false];
    this.search.setAttribute("aria-label", "Filter matches");
    const byName = [...results.standings].sort((a, b) => a.name.localeCompare(b.name, "en"));
    const choice = (label, all, options) => {
      const made = element("select");
      made.setAttribute("aria-label", label);
      made.append(new Option(all, ""), ...options.map(([text, value]) => new Option(text, value)));
      made.addEventListener("change", () => this.sift());
      return made;
    };
    const entrants = byName.map(({ name, entrant }) => [name, entrant]);
    this.one = choice("Entrant", "everybody", entrants);
    this.other = choice("Opponent", "against anybody", entrants.map(([name, entrant]) => [`against ${name}`, entrant]));
    this.map = choice("Map", "all maps", results.event.maps.map((name, n) => [name, n]));
    this.faulty = element("input");
    this.faulty.type = "checkbox";
    this.search.addEventListener("input", () => this.sift());
    this.faulty.addEventListener("change", () => this.sift());
    const bar = element("div", "filters");
    bar.append(this.search, this.one, this.other);
    if (results.event.maps.length > 1) bar.append(this.map);
    if (results.matches.some(({ faults }) => faults)) {
      const label = element("label", "check");
      label.append(this.faulty, element("span", "", "With faults"));
      bar.append(label);
    }
    bar.append(this.count);
    this.place.append(bar, this.list, this.more);
    this.list.addEventListener("click", ({ target }) => {
      const row = target.closest("[data-match]");
      if (row) this.watch(row.dataset.match);
    });
    this.sift();
  }

  words(match) {
    const names = match.seats.map(({ entrant }) => this.names.get(entrant));
    return [match.label, match.result, ...names].join("\n").toLowerCase();
  }

  // Shows the matches of two entrants.
  pick(one, other) {
    [this.one.value, this.other.value, this.search.value, this.map.value, this.faulty.checked] = [one, other, "", "", false];
    this.sift();
  }

  sift() {
    const words = this.search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const [one, other] = [this.one.value, this.other.value].map((value) => (value === "" ? null : Number(value)));
    const sits = ({ seats }, who) => who === null || seats.some(({ entrant }) => entrant === who);
    this.passing = this.matches.filter(({ match, words: told }) =>
      words.every((word) => told.includes(word)) && sits(match, one) && sits(match, other) &&
      (this.map.value === "" || match.map === Number(this.map.value)) && (!this.faulty.checked || match.faults > 0)).map(({ match }) => match);
    const all = this.matches.length;
    this.count.textContent = this.passing.length === all ? counted(all, "match", "matches") : `${whole(this.passing.length)} of ${counted(all, "match", "matches")}`;
    this.list.replaceChildren();
    this.shown = 0;
    this.show(AT_ONCE);
  }

  show(upTo) {
    this.list.append(...this.passing.slice(this.shown, upTo).map((match) => this.row(match)));
    this.shown = Math.min(upTo, this.passing.length);
    this.more.hidden = this.shown === this.passing.length;
  }

  row(match) {
    const row = element("li", match.counts ? "match" : "match open");
    const where = element("span", "where", `${match.label ? `${capital(match.label)} · ` : ""}match ${match.id}`);
    const who = element("span", match.seats.length === 2 ? "against" : "table");
    const best = Math.min(...match.seats.map(({ rank }) => rank));
    const isDraw = match.seats.every(({ rank }) => rank === best);
    const seat = ({ entrant, place, rank }) => {
      const made = named(this.names.get(entrant), rank === best && !isDraw ? "who won" : "who");
      made.title = `${this.names.get(entrant)} (${place})`;
      return made;
    };
    if (match.seats.length === 2) {
      const [left, right] = match.seats;
      who.append(seat(left), element("span", "figure", `${figure(left.score)} : ${figure(right.score)}`), seat(right));
    } else {
      for (const seated of [...match.seats].sort((a, b) => a.rank - b.rank)) {
        const made = element("span", "seat");
        made.append(element("span", "rank", `${seated.rank}.`), seat(seated), element("span", "figure", figure(seated.score)));
        who.append(made);
      }
    }
    const told = element("span", "result", match.result);
    if (match.faults) told.append(" ", element("span", "badge", counted(match.faults, "fault")));
    if (!match.counts) told.append(" ", element("span", "badge", "block not finished"));
    row.append(where, who, told, element("span", "steps", counted(match.steps, "step")));
    if (match.replay) {
      const button = element("button", "quiet open");
      button.append(drawn("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, drawn("path", { class: "solid", d: "M6 3.5v13l11-6.5z" })), element("span", "", "Watch"));
      button.setAttribute("aria-label", `Watch ${match.seats.map(({ entrant }) => this.names.get(entrant)).join(" against ")}, match ${match.id}`);
      row.dataset.match = match.id;
      row.append(button);
    } else {
      row.append(element("span", "steps gone", "no replay"));
    }
    return row;
  }
}

// A score as a game counts it: at most two decimals.
const figure = (score) => String(Math.round(100 * score) / 100);

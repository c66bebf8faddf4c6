// What is played, by whom, and where: a form made of what the engine says about its games.

// So many settings are shown at once, the others on demand.
const FIRST_FIELDS = 6;

const words = (name) => name.replaceAll("_", " ");

class SetUp {
  // `begin(request)` is called with the match that was chosen.
  constructor(dialog, source, games, begin) {
    this.dialog = dialog;
    this.source = source;
    this.games = games;
    this.part = (name) => dialog.querySelector(`[name="${name}"]`);
    this.part("game").append(...games.map(({ name, title }) => new Option(title, name)));
    this.part("game").addEventListener("change", () => this.choose(this.part("game").value));
    this.part("opening").addEventListener("change", () => {
      this.fillFields(this.opening?.settings ?? {});
      this.ask();
    });
    for (const place of this.fieldPlaces) {
      place.addEventListener("change", () => {
        this.part("opening").value = "";
        this.ask();
      });
    }
    this.part("seed").addEventListener("change", () => this.ask());
    this.seating = new Seating(this.part("seat"), dialog.querySelector(".bots"));
    dialog.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit(begin);
    });
    dialog.querySelector(".cancel").addEventListener("click", () => dialog.close());
  }

  get fieldPlaces() {
    return [this.dialog.querySelector(".fields"), this.dialog.querySelector(".more-fields")];
  }

  get game() {
    return this.games.find(({ name }) => name === this.part("game").value) ?? this.games[0];
  }

  get opening() {
    return this.game.openings[Number(this.part("opening").value)];
  }

  // Opens the form with what is played now.
  async open({ game, settings, seat, bots }) {
    await this.choose(game, settings);
    this.seating.preset({ seat, bots });
    this.dialog.showModal();
  }

  choose(name, settings) {
    this.part("game").value = name;
    const { openings, about } = this.game;
    this.dialog.querySelector(".about").textContent = about;
    const text = JSON.stringify(settings ?? openings[0]?.settings ?? {});
    const known = openings.findIndex((opening) => JSON.stringify(opening.settings) === text);
    this.part("opening").replaceChildren(
      ...openings.map((opening, n) => new Option(`${opening.name}: ${opening.about}`, n)),
      new Option("Settings of your own", ""),
    );
    this.part("opening").value = known < 0 ? "" : String(known);
    this.extra = JSON.parse(text);
    this.fillFields(this.extra);
    return this.ask();
  }

  fillFields(settings) {
    this.extra = settings;
    const [first, more] = this.fieldPlaces;
    const rows = this.game.fields.map((field) => this.field(field, settings[field.name]));
    first.replaceChildren(...rows.slice(0, FIRST_FIELDS));
    more.replaceChildren(...rows.slice(FIRST_FIELDS));
    more.closest("details").hidden = rows.length <= FIRST_FIELDS;
  }

  field({ name, kind, about, words: allowed, least, most, default: usual }, value) {
    const row = element("label", "field");
    row.title = about;
    const input = kind === "word" || kind === "flag" ? element("select") : element("input");
    if (kind === "word" || kind === "flag") {
      const choices = kind === "flag" ? ["true", "false"] : allowed;
      input.append(new Option(`usual (${usual})`, ""), ...choices.map((word) => new Option(words(word), word)));
    } else {
      input.type = "number";
      [input.min, input.max, input.step, input.placeholder] = [least, most, kind === "integer" ? 1 : "any", usual];
      input.inputMode = kind === "integer" ? "numeric" : "decimal";
    }
    input.value = value === undefined ? "" : String(value);
    input.dataset.field = name;
    input.dataset.kind = kind;
    row.append(element("span", "", capital(words(name))), input, element("small", "hint", `${about}.`));
    return row;
  }

  // The settings as they stand in the form, with those of the opening that no field holds.
  get settings() {
    const shown = new Set(this.game.fields.map(({ name }) => name));
    const settings = Object.fromEntries(Object.entries(this.extra).filter(([name]) => !shown.has(name)));
    for (const { value, dataset } of this.dialog.querySelectorAll("[data-field]")) {
      if (value === "") continue;
      settings[dataset.field] = dataset.kind === "word" ? value : dataset.kind === "flag" ? value === "true" : Number(value);
    }
    return settings;
  }

  // Asks the engine whether this can be played, and who sits there.
  async ask() {
    const asked = (this.asked = {});
    const answer = await this.source.ask({ do: "set_up", game: this.game.name, settings: this.settings, seed: this.part("seed").value.trim() || "7" });
    if (asked !== this.asked) return;
    const wrong = this.dialog.querySelector(".wrong");
    wrong.textContent = answer.error ? `${capital(words(answer.error))}.` : "";
    for (const input of this.dialog.querySelectorAll("[data-field]")) input.setAttribute("aria-invalid", String(input.dataset.field === answer.field));
    this.dialog.querySelector(".main").disabled = Boolean(answer.error);
    if (!answer.error) this.seating.fill(answer);
  }

  submit(begin) {
    const seed = this.part("seed").value.trim() || freshSeed();
    this.dialog.close();
    begin({ game: this.game.name, settings: this.settings, seed, seat: this.seating.own, bots: this.seating.bots });
  }
}

// A random seed, short enough to type.
function freshSeed() {
  return String(crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000_000);
}

// Playing on from a moment of a replay: which seat one takes, and who plays the others.

class TakeOver {
  // `goOn(request)` is called with what was chosen, `leave()` when somebody changes their mind.
  constructor(dialog, source, goOn, leave = () => {}) {
    this.dialog = dialog;
    this.source = source;
    const part = (name) => dialog.querySelector(name);
    this.seating = new Seating(part("[name=seat]"), part(".bots"));
    this.title = part("h2");
    this.gone = part(".gone");
    part("[name=seat]").addEventListener("change", () => this.tellWhoIsGone());
    part("form").addEventListener("submit", (event) => {
      event.preventDefault();
      const { seating: { own: seat, bots }, replay, step } = this;
      dialog.close("taken");
      goOn({ replay, step, seat, bots });
    });
    part(".cancel").addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => dialog.returnValue === "taken" || leave());
  }

  // Asks who shall play on, with a seat that may be given.
  async open(replay, step, seat) {
    const answer = await this.source.ask({ do: "take_over", replay });
    if (answer.error) throw new Error(answer.error);
    [this.replay, this.step] = [replay, step];
    this.title.textContent = `Play on from step ${step}`;
    this.seating.fill(answer);
    this.seating.preset({ seat: seat ?? answer.seats.find(({ plays, player }) => plays && player === "human")?.seat });
    this.tellWhoIsGone();
    this.dialog.returnValue = "";
    this.dialog.showModal();
  }

  // Programs and people are not in the page: bots sit down in their place.
  tellWhoIsGone() {
    const gone = new Map();
    for (const { name, player, bot } of this.seating.others) {
      if (player && player !== bot) gone.set(player, [...(gone.get(player) ?? []), name]);
    }
    const words = [...gone].map(([player, names]) => `${player} (${names.join(", ")})`);
    this.gone.textContent = words.length ? `Not in this page: ${words.join("; ")}. A bot of the page plays on there.` : "";
    this.gone.hidden = words.length === 0;
  }
}

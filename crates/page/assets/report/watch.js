// A match in the viewer. The address names it.

class Watch {
  constructor(results, names) {
    this.byId = new Map(results.matches.filter(({ replay }) => replay).map((match) => [match.id, match]));
    this.names = names;
    this.dialog = find("watch");
    this.order = [];
    this.frame = new Frame(find("screen"), () => unpackedText(find("viewer")), (said) => said === "leave" && this.leave());
    find("watch-close").addEventListener("click", () => this.leave());
    find("watch-before").addEventListener("click", () => this.beside(-1));
    find("watch-after").addEventListener("click", () => this.beside(1));
    this.dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      this.leave();
    });
    addEventListener("popstate", () => this.follow());
  }

  // Opens a match of a list, and remembers the list to go on in it.
  open(id, list) {
    this.order = list.filter(({ replay }) => replay).map((match) => match.id);
    history.pushState({ watching: true }, "", `#match=${id}`);
    this.follow();
  }

  beside(by) {
    const id = this.order[this.order.indexOf(this.now) + by];
    if (id === undefined) return;
    history.replaceState(history.state, "", `#match=${id}`);
    this.follow();
  }

  leave() {
    if (history.state?.watching) history.back();
    else {
      history.replaceState(null, "", "#");
      this.follow();
    }
  }

  // Shows what the address says.
  follow() {
    const match = this.byId.get(location.hash.replace(/^#match=/, ""));
    if (!match) return this.close();
    if (this.order.length === 0) this.order = [...this.byId.keys()];
    if (this.now === match.id && this.dialog.open) return undefined;
    this.now = match.id;
    find("watched").replaceChildren(...match.seats.flatMap(({ entrant }, n) => [n ? " against " : "", named(this.names.get(entrant))]));
    find("watched-where").textContent = [match.label, `match ${match.id}`].filter(Boolean).join(" · ");
    const at = this.order.indexOf(match.id);
    find("watch-before").disabled = at <= 0;
    find("watch-after").disabled = at < 0 || at === this.order.length - 1;
    if (!this.dialog.open) this.dialog.showModal();
    return this.load(match.id);
  }

  close() {
    this.now = null;
    this.frame.clear();
    if (this.dialog.open) this.dialog.close();
  }

  async load(id) {
    const replay = await unpackedText(find(`replay-${id}`));
    if (this.now === id) await this.frame.show("The match", { ...carriedParts(), replay: asBlock(replay) });
  }
}

// Who sits where: the person, and the bots on the other seats by their role.

class Seating {
  constructor(seat, bots) {
    this.seat = seat;
    this.place = bots;
    this.seats = [];
    seat.addEventListener("change", () => this.hideOwn());
  }

  // Shows seats and roles as the engine gives them. Where bots of a replay go on, that is the first choice.
  fill({ seats, roles }) {
    const [own, before] = [this.seat.value, this.bots];
    this.seats = seats.filter(({ plays }) => plays);
    this.seat.replaceChildren(...this.seats.map(({ seat, name, role }) => new Option(name.startsWith(role) ? name : `${name} (${role})`, seat)));
    if (this.seats.some(({ seat }) => String(seat) === own)) this.seat.value = own;
    this.place.replaceChildren(...roles.map((role) => this.role(role, before[role.name])));
    this.hideOwn();
  }

  role({ name, bot, bots }, before) {
    const row = element("label", "field");
    const select = element("select");
    const staying = [...new Set(this.seats.filter((seat) => seat.role === name && seat.player && seat.player === seat.bot).map(({ player }) => player))];
    if (staying.length > 0) select.append(new Option(`${staying.join(", ")}, as before`, ""));
    select.append(...bots.map((card) => new Option(card.name, card.name)));
    select.dataset.role = name;
    if (staying.length === 0) select.value = bots.some((card) => card.name === before) ? before : bot;
    const about = element("small", "hint");
    const tell = () => {
      const known = bots.find((card) => card.name === select.value);
      about.textContent = known ? `${capital(known.about)}.` : "Who played there goes on.";
    };
    select.addEventListener("change", tell);
    tell();
    row.append(element("span", "", `Bot for ${name}`), select, about);
    return row;
  }

  preset({ seat, bots }) {
    if (this.seats.some((known) => known.seat === seat)) this.seat.value = String(seat);
    for (const select of this.selects) {
      const bot = bots?.[select.dataset.role];
      if (bot !== undefined) select.value = bot;
    }
    this.hideOwn();
  }

  get selects() {
    return [...this.place.querySelectorAll("[data-role]")];
  }

  // The seats that are not the person's.
  get others() {
    return this.seats.filter(({ seat }) => seat !== this.own);
  }

  // A role whose only seat is the person's needs no bot.
  hideOwn() {
    const roles = new Set(this.others.map(({ role }) => role));
    for (const select of this.selects) select.closest(".field").hidden = !roles.has(select.dataset.role);
  }

  get own() {
    return Number(this.seat.value);
  }

  // The bots that were chosen, by role.
  get bots() {
    return Object.fromEntries(this.selects.filter(({ value }) => value !== "").map(({ dataset, value }) => [dataset.role, value]));
  }
}

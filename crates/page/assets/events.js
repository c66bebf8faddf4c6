// What happened, step by step: what matters, or everything. The list is filled while the match is being proved.

class EventList {
  constructor(place, count, filter, matters, jump, sifted) {
    this.place = place;
    this.count = count;
    this.matters = matters;
    this.rows = [];
    this.taken = 0;
    this.now = [];
    place.addEventListener("click", ({ target }) => {
      const row = target.closest("[data-step]");
      if (row) jump(Number(row.dataset.step));
    });
    place.addEventListener("keydown", (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      const step = this.beside(by);
      if (step !== undefined) jump(step);
    });
    for (const [choice, kind] of [[filter, "input"], [matters, "change"]]) {
      choice.addEventListener(kind, () => {
        this.sift();
        sifted();
      });
    }
    filter.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      const step = this.beside(event.shiftKey ? -1 : 1) ?? this.visible()[0]?.step;
      if (step !== undefined) jump(step);
    });
    this.filter = filter;
  }

  // Adds what was proved since.
  take(match) {
    for (; this.taken <= match.last; this.taken += 1) {
      for (const text of match.events[this.taken]) this.add(this.taken, text, match.highlights[this.taken].includes(text));
      const remark = match.remarks.get(this.taken);
      if (remark) this.add(this.taken, `${seatName(match.card, remark.seat)} ${remark.note.text}`, true);
    }
    this.sift();
  }

  add(step, text, matters) {
    const row = element("div", "event");
    row.append(element("span", "step"), element("span", "", text));
    row.dataset.step = step;
    row.id = `event-${this.rows.length}`;
    row.setAttribute("role", "option");
    this.place.append(row);
    this.rows.push({ step, row, matters, words: text.toLowerCase() });
  }

  // Shows the rows that pass; the first of a step has its number.
  sift() {
    const words = this.filter.value.trim().toLowerCase();
    let [shown, last] = [0, 0];
    for (const { step, row, matters, words: told } of this.rows) {
      row.hidden = (this.matters.checked && !matters) || (words !== "" && !told.includes(words));
      if (row.hidden) continue;
      row.firstElementChild.textContent = step === last ? "" : String(step);
      [shown, last] = [shown + 1, step];
    }
    this.count.textContent = shown === this.rows.length ? String(shown) : `${shown} of ${this.rows.length}`;
  }

  // How many events of each step pass the filter; nothing where there is none.
  get passing() {
    if (this.filter.value.trim() === "") return null;
    const passing = new Float64Array(this.taken);
    for (const { step } of this.visible()) passing[step] = 1;
    return passing;
  }

  visible() {
    return this.rows.filter(({ row }) => !row.hidden);
  }

  // The step of the next event, or of the one before.
  beside(by) {
    const steps = this.visible().map(({ step }) => step);
    return by > 0 ? steps.find((step) => step > this.step) : steps.findLast((step) => step < this.begin);
  }

  // Marks the events of what is shown, and brings them into sight.
  show(begin, step) {
    [this.begin, this.step] = [begin, step];
    for (const row of this.now) {
      row.classList.remove("now");
      row.removeAttribute("aria-selected");
    }
    this.now = step === 0 ? [] : this.between(begin, step);
    for (const row of this.now) {
      row.classList.add("now");
      row.setAttribute("aria-selected", "true");
    }
    const seen = this.now.find((row) => !row.hidden) ?? this.before(begin);
    this.place.removeAttribute("aria-activedescendant");
    if (!seen) {
      this.place.scrollTop = 0;
      return;
    }
    this.place.setAttribute("aria-activedescendant", seen.id);
    const { place } = this;
    const last = this.now.findLast((row) => !row.hidden) ?? seen;
    const [top, bottom] = [seen.offsetTop, last.offsetTop + last.offsetHeight];
    if (top < place.scrollTop || bottom > place.scrollTop + place.clientHeight) place.scrollTop = top - place.clientHeight / 3;
  }

  // The first row of a step, or of the first one after it.
  firstOf(step) {
    let [low, high] = [0, this.rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rows[middle].step < step) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  between(begin, step) {
    return this.rows.slice(this.firstOf(begin), this.firstOf(step + 1)).map(({ row }) => row);
  }

  before(step) {
    return this.rows[this.firstOf(step) - 1]?.row;
  }
}

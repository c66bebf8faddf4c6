// The search: every word must stand in a section; what stands in a heading counts more.

(() => {
  const [MOST, AROUND] = [40, 90];
  const [input, found, count] = ["words", "found", "count"].map((name) => document.getElementById(name));
  const sections = window.gridhauntSearch.map(([address, title, heading, text]) => ({
    address, title, heading, text, low: [title.toLowerCase(), heading.toLowerCase(), text.toLowerCase()],
  }));

  function worth({ low: [title, heading, text] }, words) {
    let sum = 0;
    for (const word of words) {
      const here = (title.includes(word) ? 6 : 0) + (heading.includes(word) ? 8 : 0) + Math.min(4, text.split(word).length - 1);
      if (here === 0) return 0;
      sum += here;
    }
    return sum;
  }

  // The text around the first word, with all words marked.
  function excerpt({ text, low: [, , low] }, words) {
    const at = Math.max(0, Math.min(...words.map((word) => low.indexOf(word)).filter((place) => place >= 0), Infinity));
    const from = Number.isFinite(at) ? Math.max(0, at - AROUND) : 0;
    const part = text.slice(from, from + 3 * AROUND);
    const place = document.createElement("p");
    if (from > 0) place.append("… ");
    const low_part = part.toLowerCase();
    for (let here = 0; here < part.length;) {
      const next = words.map((word) => [low_part.indexOf(word, here), word.length]).filter(([n]) => n >= 0).sort((a, b) => a[0] - b[0])[0];
      if (!next) {
        place.append(part.slice(here));
        break;
      }
      const mark = document.createElement("mark");
      mark.textContent = part.slice(next[0], next[0] + next[1]);
      place.append(part.slice(here, next[0]), mark);
      here = next[0] + next[1];
    }
    return place;
  }

  function show() {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const hits = words.length === 0 ? [] : sections.map((section) => ({ section, worth: worth(section, words) })).filter((hit) => hit.worth > 0);
    hits.sort((a, b) => b.worth - a.worth);
    count.textContent = words.length === 0 ? "" : hits.length === 0 ? "Nothing has all of these words." : `${hits.length} ${hits.length === 1 ? "place" : "places"}`;
    found.replaceChildren(...hits.slice(0, MOST).map(({ section }) => {
      const [line, link] = [document.createElement("li"), document.createElement("a")];
      link.href = section.address;
      link.textContent = section.heading ? `${section.title}: ${section.heading}` : section.title;
      line.append(link, excerpt(section, words));
      return line;
    }));
    history.replaceState(null, "", words.length === 0 ? "#" : `#${new URLSearchParams({ q: input.value })}`);
  }

  input.value = new URLSearchParams(location.hash.slice(1)).get("q") ?? "";
  input.addEventListener("input", show);
  input.form.addEventListener("submit", (event) => {
    event.preventDefault();
    found.querySelector("a")?.click();
  });
  show();
})();

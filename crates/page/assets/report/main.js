// Puts the report together.

const find = (name) => document.getElementById(name);

function warn(words) {
  find("banner").textContent = words;
  find("banner").hidden = false;
}

function part(id, title, ...content) {
  const made = element("section", "card");
  made.id = id;
  const head = element("h2", "", title);
  head.id = `${id}-title`;
  made.setAttribute("aria-labelledby", head.id);
  made.append(head, ...content);
  return made;
}

function subtitle({ event, standings }) {
  const words = [event.title, event.kind, counted(standings.length, "entrant")];
  if (event.maps.length > 1) words.push(counted(event.maps.length, "map"));
  words.push(counted(event.blocks_done, "block"), counted(event.matches_played, "match", "matches"));
  return words.join(" · ");
}

function progress({ state, blocks_done: done, blocks_planned: planned, open }) {
  if (state === "finished") return [];
  const made = element("div", "progress");
  const of = open ? `${whole(done)} of ${whole(planned)} blocks planned so far` : `${whole(done)} of ${whole(planned)} blocks`;
  const bar = element("progress");
  [bar.max, bar.value] = [Math.max(1, planned), done];
  bar.setAttribute("aria-label", "Blocks done");
  made.append(element("strong", "", `Not finished: ${state}`), bar, element("span", "", of));
  return [made];
}

function build(results) {
  const names = new Map(results.standings.map(({ entrant, name }) => [entrant, name]));
  const watch = new Watch(results, names);
  const list = new MatchList(results, names, (id) => watch.open(id, list.passing));
  const leftOut = results.matches.filter(({ replay }) => !replay).length;
  const parts = [];
  const standings = element("div");
  standings.append(podium(results), wide(standingsTable(results), "Standings"));
  const verdict = results.event.verdict ? [element("p", "verdict", results.event.verdict)] : [];
  parts.push(part("standings", "Standings", ...verdict, ...progress(results.event), standings));
  if (results.bracket?.rounds.length) parts.push(part("bracket", "Bracket", bracketTree(results.bracket, names)));
  if (results.rounds.length) parts.push(part("rounds", "Rounds", swissRounds(results.rounds, names)));
  if (results.standings.some(({ rating }) => rating)) parts.push(part("ratings", "Ratings", wide(ratingsChart(results.standings), "Ratings")));
  if (results.cross.length) {
    const pick = (one, other) => {
      list.pick(one, other);
      find("matches").scrollIntoView();
    };
    parts.push(part("cross", "Cross table", ...crossTable(results, pick)));
  }
  if (results.maps.length > 1) parts.push(part("maps", "Maps", sharesTable("Points by map", results.standings, results.maps)));
  if (results.roles.length > 1) {
    const roles = results.roles.map(({ role, rows }) => ({ name: capital(role), rows }));
    parts.push(part("roles", "Roles", ...advantages(results.roles), sharesTable("Points by role", results.standings, roles)));
  }
  const left = leftOut ? [element("p", "note", `The replays of ${counted(leftOut, "match", "matches")} are not in this file.`)] : [];
  parts.push(part("matches", "Matches", ...left, list.place), part("about", "How it was played", about(results, leftOut)));
  return { parts, watch, list };
}

function shade(dark) {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  find("dark").setAttribute("aria-pressed", dark);
}

async function main() {
  if (!("DecompressionStream" in window)) {
    find("waiting").textContent = "This browser is too old to open the page: it needs one of 2023 or later.";
    return;
  }
  const prefers = matchMedia("(prefers-color-scheme: dark)");
  shade(prefers.matches);
  prefers.addEventListener("change", () => shade(prefers.matches));
  const toggle = () => shade(document.documentElement.dataset.theme !== "dark");
  find("dark").addEventListener("click", toggle);
  addEventListener("keydown", ({ key, target, ctrlKey, metaKey, altKey }) => {
    if (key === "d" && !ctrlKey && !metaKey && !altKey && !target.matches("input, select")) toggle();
  });
  await loadFonts().catch(() => {});
  const results = JSON.parse(find("results").textContent);
  const { parts, watch, list } = build(results);
  find("title").replaceChildren(named(results.event.name, ""));
  document.title = results.event.name;
  find("subtitle").textContent = subtitle(results);
  find("parts").append(...parts.map((part) => {
    const link = element("a", "", part.querySelector("h2").textContent);
    link.href = `#${part.id}`;
    return link;
  }));
  find("report").replaceChildren(...parts);
  watch.follow();
  if (!watch.now && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  document.documentElement.dataset.ready = "shown";
  window.gridhaunt = { results, watch, list };
}

main().catch((error) => warn(`The page has stopped: ${error.message ?? error}`));

// How it was played: what a reader must know to trust the tables.

function about({ event, order, standings, matches }, leftOut) {
  const place = element("div", "about");
  const facts = element("dl");
  const fact = (name, ...words) => {
    if (words.every((word) => word === "")) return;
    const told = element("dd");
    told.append(...words.flatMap((word, n) => (n ? [element("br"), word] : [word])));
    facts.append(element("dt", "", name), told);
  };
  fact("Game", `${event.title}, version ${event.rules} of its rules`);
  fact("Kind", event.kind);
  fact(event.maps.length === 1 ? "Map" : "Maps", ...event.maps);
  fact("Clock", event.clock);
  fact("Sandbox", event.sandboxes.join(", "));
  fact("Played on", event.machines.join(", "));
  fact("Begun", event.created);
  fact("Blocks", `${whole(event.blocks_done)} of ${whole(event.blocks_planned)} planned${event.open ? " so far" : ""}`);
  fact("Matches", whole(event.matches_played));
  if (event.voids) fact("Voids", `${counted(event.voids, "attempt")} counted nothing, because the machine was at fault`);
  const benched = standings.filter(({ benched }) => benched);
  if (benched.length) fact("Benched", ...benched.map(({ name, benched }) => `${name}: ${benched}`));
  if (event.struck.length) {
    const reasons = new Map();
    for (const { why } of event.struck) reasons.set(why, (reasons.get(why) ?? 0) + 1);
    fact("Struck", ...[...reasons].map(([why, times]) => `${counted(times, "block")}: ${why}`));
  }
  if (event.secret) fact("Secret", event.secret);
  place.append(facts);
  const notes = element("ul", "notes");
  const note = (words) => notes.append(element("li", "", words));
  note("A block is one map with one seed, played once for every rotation of who sits where: luck of the map and of the corner cancels inside it. Blocks, not matches, are what is counted as independent.");
  note(event.by === "score"
    ? "The points of a match are the score as a share of what there was; those of a block are the mean of its matches."
    : "The points of a match are wins and half the draws over the other entrants at the table, from 0 to 1; those of a block are the mean of its matches.");
  note("In the cross table two at a table have the points of their blocks; where more sit at a table, it counts who of the two ranked better.");
  if (standings.some(({ rating }) => rating)) note("Ratings are on Elo's scale with a mean of 1500: 400 more means ten times the odds. The bars are intervals of 95 %; where two overlap much, the order may be chance.");
  note(`The order of the standings: ${order.join("; then ")}.`);
  if (matches.some(({ counts }) => !counts)) note("Matches of blocks that are not finished are listed, and count nothing yet.");
  if (leftOut) note(`The replays of ${counted(leftOut, "match", "matches")} are not in this file.`);
  place.append(notes);
  return place;
}

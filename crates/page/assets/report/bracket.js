// A bracket as a tree, and the rounds of a Swiss event.

const BOX = { width: 220, line: 26, gap: 18, between: 44, head: 30 };

function bracketTree({ rounds, third }, names) {
  const tall = 2 * BOX.line;
  const first = rounds[0].ties.length;
  const height = BOX.head + first * (tall + BOX.gap) + (third ? tall + BOX.gap + BOX.head : 0);
  const width = rounds.length * (BOX.width + BOX.between) - BOX.between;
  const tree = drawn("svg", { class: "bracket", viewBox: `-1 -1 ${width + 2} ${height + 2}`, width: width + 2, height: height + 2, role: "img", "aria-label": "The bracket as a tree" });
  let middles = rounds[0].ties.map((_, n) => BOX.head + n * (tall + BOX.gap) + tall / 2);
  rounds.forEach(({ label, ties }, round) => {
    const x = round * (BOX.width + BOX.between);
    if (round > 0) {
      const joined = ties.map((_, n) => [middles[2 * n], middles[2 * n + 1]].filter((y) => y !== undefined));
      const centres = joined.map((ends) => ends.reduce((sum, y) => sum + y, 0) / Math.max(1, ends.length));
      joined.forEach((ends, n) => {
        for (const y of ends) {
          tree.append(drawn("path", { class: "branch", d: `M${x - BOX.between} ${y}h${BOX.between / 2}V${centres[n]}h${BOX.between / 2}` }));
        }
      });
      middles = centres;
    }
    tree.append(drawn("text", { class: "label", x, y: 16 }, capital(label)));
    ties.forEach((tie, n) => tree.append(tieBox(tie, names, x, middles[n] - tall / 2)));
  });
  if (third) {
    const [x, y] = [(rounds.length - 1) * (BOX.width + BOX.between), height - tall - BOX.gap / 2];
    tree.append(drawn("text", { class: "label", x, y: y - 10 }, "Third place"), tieBox(third, names, x, y));
  }
  return wide(tree, "Bracket");
}

function tieBox({ entrants, points: sums, winner, blocks, bye, walkover, by_seed: bySeed }, names, x, y) {
  const kind = bye ? " bye" : walkover ? " walkover" : "";
  const box = drawn("g", { class: `tie${kind}`, transform: `translate(${x} ${y})` });
  box.append(drawn("rect", { width: BOX.width, height: 2 * BOX.line, rx: 6 }), drawn("path", { d: `M0 ${BOX.line}h${BOX.width}` }));
  entrants.forEach((entrant, n) => {
    const won = entrant !== null && entrant === winner;
    const words = entrant === null ? (bye ? "bye" : walkover ? "nobody" : NOTHING) : names.get(entrant);
    // What decided it where points did not.
    const how = !won ? "" : walkover ? "walkover" : bySeed ? "better seed" : "";
    const line = drawn("g", { class: won ? "won" : winner === null ? "" : "lost" });
    const baseline = n * BOX.line + 18;
    const figure = entrant !== null && blocks > 0 ? points(sums[n]) : "";
    const said = [how, figure].filter(Boolean).join(" · ");
    line.append(drawn("title", {}, how ? `${words}: ${how}` : words), drawn("text", { x: 10, y: baseline, class: "bidi" }, fitted(words, BOX.width - (how ? 134 : 64), 14)));
    if (said) line.append(drawn("text", { x: BOX.width - 10, y: baseline, "text-anchor": "end", class: "figure" }, said));
    box.append(line);
  });
  return box;
}

function swissRounds(rounds, names) {
  const place = element("div", "rounds");
  for (const { label, tables } of rounds) {
    const card = element("section", "round");
    card.append(element("h3", "", capital(label)));
    const list = element("ul");
    for (const { entrants, points: sums, bye } of tables) {
      if (bye) {
        const line = element("li", "bye");
        line.append(named(names.get(entrants[0])), element("span", "figure", `bye, ${points(sums[0])}`));
        list.append(line);
        continue;
      }
      const line = element("li", entrants.length === 2 ? "pair" : "");
      if (entrants.length === 2) {
        line.append(named(names.get(entrants[0])), element("span", "figure", sums ? `${points(sums[0])} : ${points(sums[1])}` : "·"), named(names.get(entrants[1])));
      } else {
        entrants.forEach((entrant, n) => {
          const who = element("span", "seat");
          who.append(named(names.get(entrant)), element("span", "figure", sums ? points(sums[n]) : "·"));
          line.append(who);
        });
      }
      list.append(line);
    }
    card.append(list);
    place.append(card);
  }
  return place;
}

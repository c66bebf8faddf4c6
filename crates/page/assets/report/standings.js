// Who stands where: the first three, and everybody.

const PLOT = 220;
// Room for half a label of the scale at both ends.
const EDGE = 18;

function podium({ standings, event }) {
  const place = element("ol", "podium");
  for (const standing of standings.filter(({ mean }) => mean !== null).slice(0, 3)) {
    const card = element("li", `step-${standing.place}`);
    const words = [`${percent(standing.mean)} % of the points`];
    if (standing.rating) words.push(`rating ${ratingWords(standing.rating)}`);
    card.append(element("span", "rank", String(standing.place)), named(standing.name), element("span", "label", words.join(" · ")));
    place.append(card);
  }
  place.setAttribute("aria-label", event.state === "finished" ? "The first three" : "Leading so far");
  return place;
}

function ratingWords({ elo, low, high }) {
  return `${elo.toFixed(0)} ± ${((high - low) / 2).toFixed(0)}`;
}

function faultWords(faults) {
  return Object.entries(faults).sort(([, a], [, b]) => b - a).map(([kind, times]) => `${kind} ${whole(times)}`).join(", ");
}

const faultsOf = ({ faults }) => Object.values(faults).reduce((sum, times) => sum + times, 0);

function nameOf(standing) {
  const made = element("span", "entrant");
  made.append(named(standing.name));
  if (standing.benched) {
    const badge = element("span", "badge", "benched");
    badge.title = standing.benched;
    made.append(badge);
  }
  return made;
}

function shareBar(mean) {
  const made = element("span", "share");
  made.append(element("span", "", percent(mean)));
  const bar = drawn("svg", { class: "bar", viewBox: "0 0 60 8", width: 60, height: 8, "aria-hidden": "true" });
  bar.append(drawn("rect", { class: "empty", width: 60, height: 8, rx: 2 }), drawn("rect", { class: "full", width: 60 * (mean ?? 0), height: 8, rx: 2 }));
  made.append(bar);
  return made;
}

function standingsTable(results) {
  const { standings } = results;
  const axis = axisOver(standings.flatMap(({ rating }) => rating ?? []), 4);
  const at = (value) => EDGE + axis.at(value, PLOT - 2 * EDGE);
  const lines = (height) => axis.ticks.map((tick) => drawn("path", { class: "tick", d: `M${at(tick)} 0v${height}` }));
  const scale = () => drawn("svg", { class: "plot", viewBox: `0 0 ${PLOT} 14`, width: PLOT, height: 14, "aria-hidden": "true" },
    ...axis.ticks.map((tick) => drawn("text", { x: at(tick), y: 11, "text-anchor": "middle" }, String(Math.round(tick)))));
  const plot = ({ rating }) => {
    const made = drawn("svg", { class: "plot", viewBox: `0 0 ${PLOT} 30`, width: PLOT, height: 30, "aria-hidden": "true" }, ...lines(30));
    if (rating) made.append(interval(rating, at, 15, 4));
    return made;
  };
  const decimals = decimalsOf(standings.map(({ points }) => points));
  const any = (test) => standings.some(test);
  const number = (head, value, about, rest = {}) => ({ head, about, kind: "number", by: value, cell: (row) => whole(value(row)), ...rest });
  const columns = [
    { head: "#", kind: "number place", about: "Place", order: "up", by: ({ place }) => place, cell: ({ place }) => String(place) },
    { head: "Entrant", kind: "name", order: "text", isHead: true, by: ({ name }) => name, cell: nameOf },
    { head: "Points %", kind: "number", about: "The mean of its points over blocks", by: ({ mean }) => mean, cell: ({ mean }) => shareBar(mean) },
    number("Points", ({ points }) => points, "The sum of its points over blocks", { cell: ({ points }) => points.toFixed(decimals) }),
    number("Blocks", ({ blocks }) => blocks, "Finished blocks"),
    any(({ buchholz }) => buchholz !== null) &&
      number("Buchholz", ({ buchholz }) => buchholz, "The sum of its opponents' points", { cell: ({ buchholz }) => buchholz?.toFixed(2) ?? NOTHING }),
    any(({ rating }) => rating) && {
      head: "Rating", kind: "number", about: "On Elo's scale, with the interval of 95 %", by: ({ rating }) => rating?.elo ?? null,
      cell: ({ rating }) => (rating ? rating.elo.toFixed(0) : NOTHING),
    },
    any(({ rating }) => rating) && {
      head: "±", kind: "number", about: "Half the interval of 95 %", order: "up", by: ({ rating }) => (rating ? rating.high - rating.low : null),
      cell: ({ rating }) => (rating ? ((rating.high - rating.low) / 2).toFixed(0) : NOTHING),
    },
    any(({ rating }) => rating) && { head: "Interval", kind: "plotted", below: scale, cell: plot },
    number("Games", ({ games }) => games, "Matches in finished blocks"),
    number("W", ({ wins }) => wins, "Won, against every other entrant at the table"),
    number("D", ({ draws }) => draws, "Drawn"),
    number("L", ({ losses }) => losses, "Lost"),
    any(faultsOf) && {
      head: "Faults", kind: "number", about: "Faults of the program, by kind", by: faultsOf,
      cell: (row) => {
        const cell = element("span", faultsOf(row) ? "faults" : "muted", whole(faultsOf(row)));
        if (faultsOf(row)) cell.title = faultWords(row.faults);
        return cell;
      },
    },
    any(faultsOf) && { head: "Kinds of faults", kind: "kinds", cell: ({ faults }) => faultWords(faults) },
    any(({ voids }) => voids) && number("Voids", ({ voids }) => voids, "Attempts that counted nothing, because the machine was at fault"),
    any(({ time }) => time) && {
      head: "Mean time", kind: "number", about: "The mean time of a choice", order: "up", by: ({ time }) => time?.mean_us ?? null, cell: ({ time }) => (time ? duration(time.mean_us) : NOTHING),
    },
    any(({ time }) => time) && {
      head: "Worst", kind: "number", about: "The longest time of a choice", order: "up", by: ({ time }) => time?.worst_us ?? null, cell: ({ time }) => (time ? duration(time.worst_us) : NOTHING),
    },
  ].filter(Boolean);
  return sortable("Standings", columns, standings, { rowClass: ({ place, benched }) => `${place <= 3 ? `step-${place}` : ""} ${benched ? "out" : ""}` });
}

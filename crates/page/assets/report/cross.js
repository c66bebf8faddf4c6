// Who has points from whom, as a table of colours: blue for much, orange for little, and the numbers themselves where there is room.

// So many entrants have room for numbers, and for large ones.
const [WITH_NUMBERS, LARGE] = [50, 20];

function crossTable({ standings, cross }, pick) {
  const found = new Map(cross.map((meeting) => [`${meeting.entrant} ${meeting.against}`, meeting]));
  const many = standings.length;
  const table = element("table", `cross ${many > WITH_NUMBERS ? "tiny" : many > LARGE ? "small" : "large"}`);
  table.append(element("caption", "unseen", "Points in per cent of the entrant of the row against the entrant of the column"));
  const words = element("output", "told", " ");
  const head = element("tr");
  head.append(element("td"));
  standings.forEach((standing) => {
    const cell = element("th", "number", String(standing.place));
    cell.scope = "col";
    cell.title = standing.name;
    head.append(cell);
  });
  const body = standings.map((standing) => {
    const line = element("tr");
    const name = element("th", "name");
    name.scope = "row";
    name.append(element("span", "rank", String(standing.place)), named(standing.name));
    line.append(name);
    for (const other of standings) line.append(crossCell(standing, other, found.get(`${standing.entrant} ${other.entrant}`), many <= WITH_NUMBERS));
    return line;
  });
  const [top, rows] = [element("thead"), element("tbody")];
  top.append(head);
  rows.append(...body);
  table.append(top, rows);

  const names = new Map(standings.map(({ entrant, name }) => [entrant, name]));
  const meetingAt = ({ target }) => found.get(target.closest("td")?.dataset.pair);
  table.addEventListener("pointerover", (event) => {
    const meeting = meetingAt(event);
    if (!meeting) return;
    words.replaceChildren(named(names.get(meeting.entrant)), " against ", named(names.get(meeting.against)),
      `: ${percent(meeting.points)} % over ${counted(meeting.blocks, "block")}`);
  });
  table.addEventListener("pointerleave", () => words.replaceChildren(" "));
  table.addEventListener("click", (event) => {
    const meeting = meetingAt(event);
    if (meeting) pick(meeting.entrant, meeting.against);
  });
  const key = element("div", "key");
  const scale = element("span", "ramp");
  for (let level = 0; level <= 10; level += 1) scale.append(heated(element("span"), level / 10));
  key.append(element("span", "", "0 %"), scale, element("span", "", "100 % of the points"), words);
  return [key, wide(table, "Cross table")];
}

// Colours a cell by points from 0 to 1; the style makes a colour of it.
function heated(cell, points) {
  const strength = Math.min(1, Math.abs(2 * points - 1));
  const isMuch = points >= 0.5;
  cell.classList.add("heat", isMuch ? "much" : "little");
  // Where black is easier to read on a dark page, and white on a light one.
  if (strength > (isMuch ? 0.77 : 0.71)) cell.classList.add("strong");
  if (isMuch && strength > 0.93) cell.classList.add("full");
  cell.style.setProperty("--strength", `${Math.round(100 * strength)}%`);
  return cell;
}

function crossCell(standing, other, meeting, numbered) {
  if (standing === other) return element("td", "self");
  if (!meeting) return element("td", "never");
  const cell = heated(element("td", "", numbered ? percent(meeting.points, 0) : ""), meeting.points);
  cell.dataset.pair = `${meeting.entrant} ${meeting.against}`;
  if (!numbered) cell.append(element("span", "unseen", percent(meeting.points, 0)));
  return cell;
}

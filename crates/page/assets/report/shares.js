// How everybody does on each map and in each role.

function sharesTable(caption, standings, parts) {
  const columns = [
    { head: "#", kind: "number place", order: "up", by: ({ place }) => place, cell: ({ place }) => String(place) },
    { head: "Entrant", kind: "name", isHead: true, order: "text", by: ({ name }) => name, cell: nameOf },
  ];
  const hasOffsets = parts.some(({ rows }) => rows.some(({ offset }) => offset));
  for (const { name, rows } of parts) {
    const found = new Map(rows.map((row) => [row.entrant, row]));
    const of = ({ entrant }) => found.get(entrant);
    columns.push({
      head: name, kind: "number part", about: "Points in per cent", by: (row) => of(row)?.points ?? null,
      cell: (row) => (of(row) ? heated(element("span", "chip", percent(of(row).points)), of(row).points) : NOTHING),
    });
    if (hasOffsets) {
      columns.push({
        head: "against overall", kind: "number", about: "By how much it is better here than overall, on Elo's scale", by: (row) => of(row)?.offset?.elo ?? null,
        cell: (row) => (of(row)?.offset ? difference(of(row).offset) : NOTHING),
      });
    }
    columns.push({ head: "W–D–L", kind: "number", cell: (row) => (of(row) ? `${of(row).wins}–${of(row).draws}–${of(row).losses}` : NOTHING) });
  }
  return wide(sortable(caption, columns, standings), caption);
}

const difference = ({ elo, low, high }) => `${signed(elo)} ± ${((high - low) / 2).toFixed(0)}`;

function advantages(roles) {
  return roles.filter(({ advantage }) => advantage).map(({ role, advantage }) => {
    const proved = advantage.low > 0 || advantage.high < 0;
    return element("p", "note", `${capital(role)}: ${difference(advantage)} Elo against the mean of the roles${proved ? "" : ", which may be chance"}.`);
  });
}

// How everybody does on each map and in each role.

function sharesTable(caption, standings, parts) {
  const columns = [
    { head: "#", kind: "number place", order: "up", by: ({ place }) => place, cell: ({ place }) => String(place) },
    { head: "Entrant", kind: "name", isHead: true, order: "text", by: ({ name }) => name, cell: nameOf },
  ];
  const hasRatings = parts.some(({ rows }) => rows.some(({ rating }) => rating));
  for (const { name, rows } of parts) {
    const found = new Map(rows.map((row) => [row.entrant, row]));
    const of = ({ entrant }) => found.get(entrant);
    columns.push({
      head: name, kind: "number part", about: "Points in per cent", by: (row) => of(row)?.points ?? null,
      cell: (row) => (of(row) ? heated(element("span", "chip", percent(of(row).points)), of(row).points) : NOTHING),
    });
    if (hasRatings) {
      columns.push({ head: "Rating", kind: "number", by: (row) => of(row)?.rating?.elo ?? null, cell: (row) => (of(row)?.rating ? ratingWords(of(row).rating) : NOTHING) });
    }
    columns.push({ head: "W–D–L", kind: "number", cell: (row) => (of(row) ? `${of(row).wins}–${of(row).draws}–${of(row).losses}` : NOTHING) });
  }
  return wide(sortable(caption, columns, standings), caption);
}

function advantages(roles) {
  return roles.filter(({ advantage }) => advantage).map(({ role, advantage: { elo, low, high } }) => {
    const proved = low > 0 || high < 0;
    const words = `${signed(elo)} ± ${((high - low) / 2).toFixed(0)} Elo`;
    return element("p", "note", `${capital(role)}: ${words} against the mean of the roles${proved ? "" : ", which may be chance"}.`);
  });
}

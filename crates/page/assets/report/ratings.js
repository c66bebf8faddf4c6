// Ratings with their intervals, large enough for a screen in front of a class.

const [ROW, LABELS, WIDTH, NUMBERS] = [26, 220, 1100, 110];

function ratingsChart(standings) {
  const rated = standings.filter(({ rating }) => rating).sort((a, b) => b.rating.elo - a.rating.elo);
  const axis = axisOver(rated.map(({ rating }) => rating), 8);
  const [plot, height] = [WIDTH - LABELS - NUMBERS, rated.length * ROW];
  const at = (value) => LABELS + axis.at(value, plot);
  const chart = drawn("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${height + 26}`, role: "img", "aria-label": "Ratings with their intervals of 95 %" });
  for (const tick of axis.ticks) {
    chart.append(drawn("path", { class: "tick", d: `M${at(tick)} 0V${height}` }),
      drawn("text", { class: "scale", x: at(tick), y: height + 18, "text-anchor": "middle" }, String(Math.round(tick))));
  }
  rated.forEach(({ name, rating }, row) => {
    const y = row * ROW + ROW / 2;
    const title = drawn("title", {}, `${name}: ${ratingWords(rating)}`);
    const label = drawn("text", { x: LABELS - 14, y: y + 5, "text-anchor": "end", class: "bidi" }, fitted(name, LABELS - 14, 14));
    const number = drawn("text", { x: WIDTH, y: y + 5, "text-anchor": "end", class: "figure" }, ratingWords(rating));
    chart.append(drawn("g", {}, title, label, interval(rating, at, y, 5), number));
  });
  return chart;
}

// Drawings: SVG whose colours come from the style, so that they turn dark with the page.

function drawn(name, attributes = {}, ...content) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

// An axis over all intervals, with round ticks.
function axisOver(ratings, most) {
  const ends = ratings.flatMap(({ low, high, elo }) => [low, high, elo]).filter(Number.isFinite);
  let [low, high] = ends.length ? [Math.min(...ends), Math.max(...ends)] : [1400, 1600];
  const room = Math.max(10, 0.03 * (high - low));
  [low, high] = [low - room, high + room];
  const raw = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find((times) => times * power >= raw) * power;
  const ticks = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) ticks.push(tick);
  return { ticks, at: (value, width) => ((value - low) / (high - low)) * width };
}

// An interval: a bar with ends and a dot on it.
function interval({ elo, low, high }, at, y, half) {
  const [left, middle, right] = [at(low), at(elo), at(high)];
  return drawn("g", { class: "interval" },
    drawn("path", { d: `M${left} ${y}H${right}M${left} ${y - half}v${2 * half}M${right} ${y - half}v${2 * half}` }),
    drawn("circle", { cx: middle, cy: y, r: half }));
}

const ruler = document.createElement("canvas").getContext("2d");

// As much of a name as there is room for, in pixels.
function fitted(name, room, size) {
  ruler.font = `700 ${size}px Inter, sans-serif`;
  const fits = (text) => ruler.measureText(text).width <= room;
  if (fits(name)) return name;
  const letters = [...name].slice(0, 200);
  while (letters.length > 0 && !fits(`${letters.join("")}…`)) letters.pop();
  return `${letters.join("")}…`;
}

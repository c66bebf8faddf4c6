// Numbers and names as a reader meets them.

const NOTHING = "–";
const grouped = new Intl.NumberFormat("en");

const whole = (number) => grouped.format(number);
const percent = (share, digits = 1) => (share === null || share === undefined ? NOTHING : (100 * share).toFixed(digits));
const points = (sum) => String(Math.round(100 * sum) / 100);
// So many decimals write all of these numbers, at most two.
const decimalsOf = (numbers) => Math.max(0, ...numbers.map((number) => (points(number).split(".")[1] ?? "").length));
const counted = (number, one, many = `${one}s`) => `${whole(number)} ${number === 1 ? one : many}`;
const signed = (number) => (number < 0 ? `−${(-number).toFixed(0)}` : `+${number.toFixed(0)}`);

function duration(microseconds) {
  if (microseconds < 1000) return `${microseconds} µs`;
  if (microseconds < 999_500) return `${(microseconds / 1000).toPrecision(3)} ms`;
  return `${(microseconds / 1e6).toFixed(2)} s`;
}

// A name in a box of its own: however it is written, it turns round nothing beside it.
function named(name, className = "who") {
  const made = element("bdi", className, name);
  made.title = name;
  return made;
}

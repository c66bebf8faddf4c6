// Keys while one plays: as in a terminal.

const KEY_WAYS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-1, -1], PageUp: [1, -1], End: [-1, 1], PageDown: [1, 1],
  4: [-1, 0], 6: [1, 0], 8: [0, -1], 2: [0, 1], 7: [-1, -1], 9: [1, -1], 1: [-1, 1], 3: [1, 1],
};

function listenToHands(play, { help, dark }) {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || document.querySelector("dialog[open]")) return;
    if ((event.ctrlKey || event.metaKey) && event.key === "z") {
      event.preventDefault();
      play.undo();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.target.matches("input, select, textarea")) return;
    // A button keeps its space and its enter.
    if ([" ", "Enter"].includes(event.key) && event.target.matches("button, summary, a")) return;
    const way = event.shiftKey ? null : KEY_WAYS[event.key];
    const act = { "?": help, "!": () => play.hint(), q: dark, " ": () => play.still(), 5: () => play.still(), Enter: () => play.enter() }[event.key]
      ?? (way ? () => play.steer(way) : play.keyed(event.key));
    if (!act) return;
    event.preventDefault();
    act();
  });
}

// The viewer within the page that plays, to which it talks in messages: a frame of a file is a stranger to it.

addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !find("keys").open && !event.target.matches("input, select")) parent.postMessage("leave", "*");
});

addEventListener("message", ({ source, data }) => {
  if (source !== parent) return;
  const ready = (act) => (window.gridhaunt ? act() : setTimeout(() => ready(act), 20));
  if (["dark", "light"].includes(data)) ready(() => window.gridhaunt.player.shade(data === "dark"));
  if (data === "playable") ready(() => {
    find("play-on").hidden = false;
  });
});

find("play-on").addEventListener("click", () => {
  const { step, seat } = window.gridhaunt.player.view;
  parent.postMessage({ playOn: step, seat }, "*");
});

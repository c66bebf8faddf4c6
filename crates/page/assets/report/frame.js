// The viewer within a report, to which it talks in messages: a frame of a file is a stranger to it.

// The key to leave leads back to the report.
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !find("keys").open && !event.target.matches("input, select")) parent.postMessage("leave", "*");
});

// It is as dark as the report.
addEventListener("message", ({ source, data }) => {
  if (source !== parent || !["dark", "light"].includes(data)) return;
  const dress = () => (window.gridhaunt ? window.gridhaunt.player.shade(data === "dark") : setTimeout(dress, 20));
  dress();
});

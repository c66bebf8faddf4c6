// One key, one thing to do.

function listenToKeys(player, dialog, filter, matters) {
  const by = (event) => (event.shiftKey ? 10 : 1);
  const keys = {
    " ": () => player.toggle(),
    ArrowLeft: (event) => player.go(-by(event)),
    ArrowRight: (event) => player.go(by(event)),
    Home: () => player.jump(0),
    End: () => player.jump(Infinity),
    "+": () => player.faster(1),
    "=": () => player.faster(1),
    "-": () => player.faster(-1),
    w: () => player.look(null, false),
    d: () => player.shade(!player.view.dark),
    s: () => player.each(!player.view.single),
    m: () => matters.click(),
    "/": () => filter.focus(),
    "?": () => dialog.showModal(),
    Escape: ({ target }) => target.matches("input, select") || around.tell("leave"),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    if (event.target.matches("input[type=search]")) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    // A select keeps its arrows and letters, a button its space.
    if (event.target.matches("select") && event.key !== "Escape") return;
    if (event.key === " " && event.target.matches("button, input[type=checkbox]")) return;
    const act = keys[event.key] ?? (/^\d$/.test(event.key) ? () => player.glance(Number(event.key)) : null);
    if (!act) return;
    event.preventDefault();
    act(event);
  });
}

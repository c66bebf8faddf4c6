// Puts the page together: unpacks the engine, opens the replay, proves it a little at a time and lets one look.

// How long the page may be busy with proving before it draws again, in milliseconds.
const BUSY = 24;

const find = (name) => document.getElementById(name);

function warn(words) {
  find("banner").textContent = words;
  find("banner").hidden = false;
}

// Proves the whole match; the page stays alive meanwhile.
async function prove(engine, match, each) {
  while (!match.ended) {
    const until = performance.now() + BUSY;
    do match.take(engine.advance(16)); while (!match.ended && performance.now() < until);
    each();
    await new Promise((go) => setTimeout(go));
  }
}

function fillChoices(card) {
  find("speed").append(...SPEEDS.map((speed, n) => new Option(`${speed} / s`, n)));
  const seats = (how) => {
    const group = element("optgroup");
    group.label = `What a seat ${how}`;
    group.append(...card.seats.map((_, seat) => new Option(`what ${seatName(card, seat)} ${how}`, `${how} ${seat}`)));
    return group;
  };
  find("eye").append(new Option("the whole board", ""), seats("sees"));
  if (card.hidden) find("eye").append(seats("knows"));
}

// Seats that never came into play have nothing to show, which is known when all is proved.
function dropIdle({ card, outcome }) {
  if (!outcome) return;
  const idle = (option) => option.value && !outcome.in_play.includes(Number(option.value.split(" ")[1]));
  [...find("eye").options].filter(idle).forEach((option) => option.remove());
}

function listen(player) {
  const on = (name, act, kind = "click") => find(name).addEventListener(kind, act);
  on("play", () => player.toggle());
  on("back", () => player.go(-1));
  on("forward", () => player.go(1));
  on("first", () => player.jump(0));
  on("last", () => player.jump(Infinity));
  on("dark", () => player.shade(!player.view.dark));
  on("help", () => find("keys").showModal());
  on("scrubber", ({ target }) => player.jump(Number(target.value)), "input");
  on("speed", ({ target }) => player.setSpeed(Number(target.value)), "change");
  on("single", ({ target }) => player.each(target.checked), "change");
  on("eye", ({ target }) => {
    const [how, seat] = target.value.split(" ");
    player.look(how ? Number(seat) : null, how === "knows");
  }, "change");
  on("save-picture", () => {
    const { view, match, parts } = player;
    const name = `${match.card.game}-${match.card.seed}-step-${view.step}.svg`;
    save(name, "image/svg+xml", parts.engine.picture(view, Math.max(parts.board.cell, 24)));
  });
  on("save-replay", () => {
    const { card } = player.match;
    save(`${card.game}-${card.seed}.jsonl`, "application/x-ndjson", find("replay").textContent);
  });
  listenToKeys(player, find("keys"), find("filter"), find("matters"));
  new ResizeObserver(() => player.show({}, true)).observe(find("board"));
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", () => player.shade(dark.matches));
  addEventListener("hashchange", () => follow(player, readLink()));
}

// Goes where the address says, as far as that is proved.
function follow(player, { step, seat, knows, single }) {
  const known = seat !== null && seat < player.match.card.seats.length ? seat : null;
  const shown = player.match.shown(Math.min(step ?? player.view.step, player.match.last), single);
  player.show({ step: shown, seat: known, knows: known !== null && knows, single }, true);
}

async function main() {
  if (!("DecompressionStream" in window)) {
    find("waiting").textContent = "This browser is too old to open the page: it needs one of 2023 or later.";
    return;
  }
  find("waiting").textContent = "Setting up the board …";
  const [bytes] = await Promise.all([unpacked(find("engine")), loadFonts().catch(() => {})]);
  const engine = await Engine.load(bytes);
  const card = engine.open(find("replay").textContent);
  if (card.error) {
    find("waiting").textContent = "There is no board to show.";
    warn(`This replay cannot be played: ${card.error}.`);
    return;
  }
  // A page without remarks has an empty block.
  const remarks = JSON.parse(find("remarks").textContent || "[]");
  engine.remark(remarks);
  const match = new Match(card, remarks);
  find("title").textContent = card.title;
  find("subtitle").textContent = [lineUp(card), `seed ${card.seed}`].join(" · ");
  fillChoices(card);
  const parts = {
    engine,
    board: new Board(find("board"), engine),
    panel: new Panel(find("panel")),
    timeline: new Timeline(find("scrubber"), find("skyline")),
    events: new EventList(find("events"), find("log-count"), find("filter"), find("matters"), (step) => player.jump(step), () => player.show({}, true)),
    play: find("play"), where: find("where"), scrubber: find("scrubber"), eye: find("eye"), single: find("single"),
    dark: find("dark"), spoken: find("spoken"), result: find("result"), speed: find("speed"), logTitle: find("log-title"),
    legend: find("legend"), signs: find("signs"),
  };
  const player = new Player(match, parts);
  const wanted = readLink();
  // Remarks are seen with the eyes of their seat.
  if (wanted.seat === null && remarks.length > 0) wanted.seat = remarks[0].seat;
  player.shade(matchMedia("(prefers-color-scheme: dark)").matches);
  listen(player);
  const playOn = new PlayOn(find("play-on"), find("playing"), player);
  around.listen((said) => {
    if (["dark", "light"].includes(said)) player.shade(said === "dark");
    else if (said === "playable") playOn.leaveToAround();
  });
  follow(player, wanted);
  await prove(engine, match, () => {
    parts.events.take(match);
    player.measure();
    parts.timeline.show(player.view.step, card.steps);
  });
  find("single-choice").hidden = match.isPlain;
  dropIdle(match);
  player.settle();
  if (player.view.step === 0 && !player.playing) follow(player, wanted);
  else player.show({});
  if (match.differs) warn(`This replay does not verify: ${match.differs}. It is shown as far as it is right, up to step ${match.last}.`);
  document.documentElement.dataset.ready = match.differs ? "differs" : "proved";
  window.gridhaunt = { engine, match, player };
}

main().catch((error) => warn(`The page has stopped: ${error.message ?? error}`));

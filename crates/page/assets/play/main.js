// Puts the page together on which a person plays.

const find = (name) => document.getElementById(name);

function warn(text) {
  find("banner").textContent = text;
  find("banner").hidden = false;
}

function partsOf(play) {
  const names = ["board", "zoom", "pad", "list", "number", "panel", "news", "goal", "whose", "prompt", "turn", "undo", "skip", "watch", "result", "banner", "legend", "signs"];
  return { ...Object.fromEntries(names.map((name) => [name, find(name)])), warn, ...play };
}

// Sets up everything that a page with the body of play has; buttons that it leaves out are nobody's. `leave()` is called
// when somebody opens a replay here, and then does not play on.
async function playPage({ engine, viewer, worker, fonts, leave }) {
  if (!("DecompressionStream" in window)) {
    find("waiting").textContent = "This browser is too old to open the page: it needs one of 2023 or later.";
    return null;
  }
  const packed = await engine;
  const address = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));
  const source = await LocalSource.load(new Worker(address), packed);
  URL.revokeObjectURL(address);
  const games = await source.ask({ do: "games" });
  let now = null;
  const gameNow = () => games.find(({ name }) => name === now?.game);
  const play = new Play(source, partsOf({ begun }));
  const setUp = new SetUp(find("set-up"), source, games, begin);
  const takeOver = new TakeOver(find("take-over"), source, goOn, () => now || leave?.());
  const lookBack = new LookBack(find("look-back"), viewer, { engine: packed, ...fonts }, playOn);
  const toggle = followTheme(() => play.shade());

  function begin(match) {
    now = match;
    writeAddress(match);
    return play.begin({ do: "begin", ...match });
  }

  // The first match of a game: what a newcomer plays.
  function first(game) {
    return { game: game.name, settings: game.openings[0]?.settings ?? {}, seed: freshSeed(), seat: 0, bots: {} };
  }

  function begun(sheet) {
    const game = gameNow();
    find("title").textContent = game.title;
    document.title = `Play ${game.title} · Gridhaunt`;
    find("subtitle").textContent = `you are ${sheet.name} · seed ${sheet.seed}`;
    if (find("rules")) [find("rules").href, find("rules").hidden] = [`games/${encodeURIComponent(game.name)}.html`, false];
    document.documentElement.dataset.ready = "playing";
  }

  // Asks with whom to play on from a moment of a replay.
  function playOn(replay, step, seat) {
    return takeOver.open(replay, step, seat).catch((error) => warn(error.message));
  }

  function goOn({ replay, step, seat, bots }) {
    const { game, settings, seed } = JSON.parse(replay.slice(0, replay.indexOf("\n")));
    find("look-back").close();
    now = { game, settings, seed: String(seed), seat, bots };
    writeAddress({ game });
    return play.begin({ do: "go_on", replay, step, seat, bots });
  }

  async function saveRecord() {
    const { record, name } = await play.record();
    save(name, "application/x-ndjson", record);
  }

  async function openReplay(file) {
    if (/\.(zst|gz)$/.test(file.name)) warn("This replay is packed: unpack it first, or use gridhaunt replay convert.");
    else lookBack.open(await file.text());
  }

  const on = (name, act, kind = "click") => find(name)?.addEventListener(kind, act);
  on("undo", () => play.undo());
  on("skip", () => play.skip());
  on("hints", ({ target }) => play.setHints(target.checked), "change");
  on("new", () => setUp.open(now ?? first(games[0])));
  on("again", () => now && begin({ ...now, seed: freshSeed() }));
  on("save-record", saveRecord);
  on("watch", async () => lookBack.open((await play.record()).record));
  on("open", () => find("file").click());
  on("file", ({ target }) => {
    if (target.files[0]) openReplay(target.files[0]);
    target.value = "";
  }, "change");
  on("help", () => find("keys").showModal());
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) openReplay(file);
  });
  listenToHands(play, { help: () => find("keys").showModal(), dark: toggle });

  // Begins the match that the address names.
  async function follow() {
    const asked = readAddress();
    const game = games.find(({ name }) => name === asked.game) ?? games[0];
    const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined && value !== null));
    await begin({ ...first(game), ...given, game: game.name });
    if (asked.game && asked.game !== game.name) warn(`There is no game ${asked.game}. This is ${game.title}.`);
  }

  function shadeAll(dark) {
    shade(dark);
    play.shade();
  }

  Object.assign(window.gridhaunt ??= {}, { play, source, setUp, lookBack });
  return { playOn, follow, shade: shadeAll };
}

// A page of its own, on which the address names the match.
async function addressedPage(parts) {
  const page = await playPage(parts);
  if (!page) return;
  addEventListener("hashchange", page.follow);
  await page.follow();
}

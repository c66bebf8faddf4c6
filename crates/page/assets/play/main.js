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

async function playPage({ engine, viewer, worker, fonts }) {
  if (!("DecompressionStream" in window)) {
    find("waiting").textContent = "This browser is too old to open the page: it needs one of 2023 or later.";
    return;
  }
  const packed = await engine;
  const address = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));
  const source = await LocalSource.load(new Worker(address), packed);
  URL.revokeObjectURL(address);
  const games = await source.ask({ do: "games" });
  let now = null;
  const gameNow = () => games.find(({ name }) => name === now?.game);
  const play = new Play(source, partsOf({ scoreOf: () => gameNow()?.score, begun }));
  const setUp = new SetUp(find("set-up"), source, games, begin);
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
    find("rules").href = `games/${encodeURIComponent(game.name)}.html`;
    find("rules").hidden = false;
    document.documentElement.dataset.ready = "playing";
  }

  async function playOn(replay, step, seat) {
    const header = JSON.parse(replay.slice(0, replay.indexOf("\n")));
    const chosen = seat ?? (header.game === now?.game && now?.seat !== undefined ? now.seat : 0);
    find("look-back").close();
    now = { game: header.game, settings: header.settings, seed: String(header.seed), seat: chosen, bots: {} };
    history.replaceState(null, "", `#game=${encodeURIComponent(header.game)}`);
    await play.begin({ do: "go_on", replay, step, seat: chosen });
  }

  async function saveRecord() {
    const { record, name } = await play.record();
    save(name, "application/x-ndjson", record);
  }

  async function openReplay(file) {
    if (/\.(zst|gz)$/.test(file.name)) warn("This replay is packed: unpack it first, or use gridhaunt replay convert.");
    else lookBack.open(await file.text());
  }

  const on = (name, act, kind = "click") => find(name).addEventListener(kind, act);
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
  const follow = () => {
    const asked = readAddress();
    const game = games.find(({ name }) => name === asked.game) ?? games[0];
    const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined && value !== null));
    return begin({ ...first(game), ...given, game: game.name });
  };
  addEventListener("hashchange", follow);
  await follow();
  Object.assign(window.gridhaunt, { play, source, setUp, lookBack });
}

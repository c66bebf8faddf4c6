// The address names the match: #game=tag&seed=7&seat=0, with settings and bots where they are not the usual ones.

function readAddress() {
  const words = new URLSearchParams(location.hash.slice(1));
  const json = (name) => {
    try {
      const value = JSON.parse(words.get(name) ?? "null");
      return value && typeof value === "object" && !Array.isArray(value) ? value : undefined;
    } catch {
      return undefined;
    }
  };
  const seat = /^\d{1,3}$/.test(words.get("seat") ?? "") ? Number(words.get("seat")) : undefined;
  const seed = /^\d{1,20}$/.test(words.get("seed") ?? "") ? words.get("seed") : undefined;
  return { game: words.get("game"), seed, seat, settings: json("settings"), bots: json("bots") };
}

function writeAddress({ game, seed, seat, settings, bots = {} }) {
  // A page that another one made has no address.
  if (location.protocol === "blob:") return;
  const chosen = Object.keys(bots).length > 0 ? JSON.stringify(bots) : undefined;
  const named = Object.entries({ game, seed, seat, settings: settings && JSON.stringify(settings), bots: chosen });
  history.replaceState(null, "", `#${new URLSearchParams(named.filter(([, value]) => value !== undefined))}`);
}

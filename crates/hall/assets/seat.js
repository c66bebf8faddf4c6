"use strict";
// A person at a table: what the seat knows comes over a WebSocket, and choices go back.
{
  const root = document.getElementById("seat");
  const board = document.getElementById("board");
  const state = document.getElementById("state");
  const lines = document.getElementById("lines");
  const offers = document.getElementById("offers");
  const dark = matchMedia("(prefers-color-scheme: dark)").matches ? "?dark=1" : "";
  let socket, until, waiting = 250, over = false;

  const tell = (words) => {
    const line = document.createElement("li");
    line.textContent = words;
    lines.prepend(line);
  };
  const show = (view) => {
    if (view.picture) {
      board.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(view.picture);
      board.hidden = false;
      document.getElementById("invitation")?.remove();
    }
    view.news.forEach(tell);
    offers.replaceChildren(...view.offers.map(({ code, label }, at) => {
      const button = document.createElement("button");
      button.textContent = at < 9 ? `${at + 1}  ${label}` : label;
      button.addEventListener("click", () => {
        socket.send(JSON.stringify({ step: view.step, code }));
        offers.replaceChildren();
      });
      return button;
    }));
    until = view.left_ms === null ? undefined : performance.now() + view.left_ms;
    over = view.result !== null;
    if (over) {
      state.textContent = `${view.result}. `;
      const link = document.createElement("a");
      link.href = `/seat/${root.dataset.secret}/replay.jsonl`;
      link.textContent = "Save the replay";
      state.append(link);
    } else if (!view.picture) state.textContent = view.awaits.length ? `Waiting for ${view.awaits.join(", ")} …` : "Waiting …";
    else tick();
  };
  const tick = () => {
    if (over || board.hidden) return;
    if (offers.childElementCount && until !== undefined) state.textContent = `Your turn: ${Math.max(0, Math.ceil((until - performance.now()) / 1000))} s`;
    else state.textContent = "The others choose …";
  };
  const connect = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/seat/${root.dataset.secret}/socket${dark}`);
    socket.addEventListener("open", () => { waiting = 250; });
    socket.addEventListener("message", ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "view") show(message);
      else tell(message.words);
    });
    socket.addEventListener("close", () => {
      if (over) return;
      state.textContent = "Cut off; connecting again …";
      offers.replaceChildren();
      setTimeout(connect, waiting);
      waiting = Math.min(2 * waiting, 8000);
    });
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const at = "123456789".indexOf(event.key);
    if (at >= 0) offers.children[at]?.click();
  });
  setInterval(tick, 500);
  connect();
}

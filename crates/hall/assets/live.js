"use strict";
// A match while it is played: pictures and lines come as server-sent events.
{
  const root = document.getElementById("live");
  const board = document.getElementById("board");
  const state = document.getElementById("state");
  const lines = document.getElementById("lines");
  const dark = matchMedia("(prefers-color-scheme: dark)").matches ? "?dark=1" : "";
  const source = new EventSource(`/api/v1/live/${root.dataset.match}${dark}`);
  source.addEventListener("news", ({ data }) => {
    const news = JSON.parse(data);
    board.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(news.picture);
    for (const { step, words } of news.lines) {
      const line = document.createElement("li");
      line.textContent = `${step}  ${words}`;
      lines.prepend(line);
    }
    state.textContent = news.over ? `Over after ${news.step} steps. ` : `Step ${news.step}`;
    if (news.over) {
      source.close();
      const link = document.createElement("a");
      link.href = `/matches/${root.dataset.match}`;
      link.textContent = "See it again";
      state.append(link);
    }
  });
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) state.textContent = "It is not played here any more.";
    else state.textContent = "Cut off; connecting again …";
  });
}

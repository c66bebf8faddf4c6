
// Every page: light or dark before anything is drawn, and a worker that keeps the site for the time without a network.

shade(kept() ? kept() === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);

document.addEventListener("DOMContentLoaded", () => {
  const { top } = document.body.dataset;
  // The page on which one plays draws its board anew, and so listens itself.
  if (!document.body.classList.contains("playing")) {
    followTheme();
    document.addEventListener("keydown", (event) => {
      if (event.key === "/" && !event.target.matches("input, textarea")) location.href = `${top}search.html`;
    });
  }
  // On wide pages the list of all pages is open.
  const list = document.querySelector("nav.list details");
  if (list && matchMedia("(min-width: 1000px)").matches) list.open = true;
  document.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  if (location.protocol.startsWith("http") && "serviceWorker" in navigator) navigator.serviceWorker.register(`${top}sw.js`).catch(() => {});
});

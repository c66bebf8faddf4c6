// Light or dark: as the system has it, until somebody chooses. The choice is kept where the browser lets us.

const THEME = "gridhaunt-theme";

function kept() {
  try {
    return localStorage.getItem(THEME);
  } catch {
    return null;
  }
}

function shade(dark) {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  for (const button of document.querySelectorAll(".shade")) button.setAttribute("aria-pressed", String(dark));
}

function followTheme(changed = () => {}) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  shade(kept() ? kept() === "dark" : system.matches);
  system.addEventListener("change", () => {
    if (kept()) return;
    shade(system.matches);
    changed();
  });
  const toggle = () => {
    const dark = document.documentElement.dataset.theme !== "dark";
    shade(dark);
    try {
      localStorage.setItem(THEME, dark ? "dark" : "light");
    } catch {
      // Then it is chosen again next time.
    }
    changed();
  };
  for (const button of document.querySelectorAll(".shade")) button.addEventListener("click", toggle);
  return toggle;
}

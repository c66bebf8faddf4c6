// The player within the page of a match, which says from where to play on.

async function carriedPage() {
  await loadFonts().catch(() => {});
  const { engine, ...fonts } = carriedParts();
  const leave = () => around.tell("leave");
  const page = await playPage({ engine, fonts, viewer: () => unpackedText(find("viewer")), worker: find("worker").textContent, leave });
  find("leave").addEventListener("click", leave);
  around.listen((said) => {
    if (["dark", "light"].includes(said)) page.shade(said === "dark");
    else if (typeof said?.goOn === "string") page.playOn(said.goOn, said.step, said.seat);
  });
}

carriedPage().catch((error) => warn(`The page has stopped: ${error.message ?? error}`));

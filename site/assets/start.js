// Begins on the page on which one plays.

(() => {
  const { engine, viewer, worker, fonts } = window.gridhauntParts;
  const unpacked = async () => {
    const bytes = Uint8Array.from(atob(viewer), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  };
  window.gridhaunt.addressedPage({ engine, viewer: unpacked, worker, fonts }).catch((error) => {
    const banner = document.getElementById("banner");
    banner.textContent = `The page has stopped: ${error.message ?? error}`;
    banner.hidden = false;
  });
})();

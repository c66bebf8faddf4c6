// What the page carries, packed: text of base64 over gzip.

async function unpacked(block) {
  const bytes = Uint8Array.from(atob(block.textContent.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

const unpackedText = async (block) => new TextDecoder().decode(await unpacked(block));

const fontBlocks = () => [...document.querySelectorAll("script.font")];

// Letters of our own, so that the page looks the same everywhere; without them it is read in those of the machine.
async function loadFonts() {
  await Promise.all(fontBlocks().map(async (block) => {
    const face = new FontFace("Inter", await unpacked(block), { weight: block.dataset.weight });
    document.fonts.add(await face.load());
  }));
}

// The engine and the letters, as they stand in a page that is carried in this one.
function carriedParts() {
  const [regular, semibold, bold] = fontBlocks().map((block) => block.textContent);
  return { engine: document.getElementById("engine").textContent, regular, semibold, bold };
}

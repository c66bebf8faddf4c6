// The engine and its bots, away from the page: a request comes in, its answer goes out.

let engine;

async function load(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const { instance } = await WebAssembly.instantiate(await new Response(stream).arrayBuffer(), {});
  engine = instance.exports;
}

function answer(request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const inbox = engine.inbox(bytes.length);
  new Uint8Array(engine.memory.buffer, inbox, bytes.length).set(bytes);
  const length = engine.play();
  return JSON.parse(new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.outbox(), length)));
}

self.addEventListener("message", async ({ data: { id, engine: packed, request } }) => {
  try {
    if (packed) await load(packed);
    postMessage({ id, answer: request ? answer(request) : null });
  } catch (error) {
    postMessage({ id, failed: `The engine has stopped: ${error.message ?? error}` });
  }
});

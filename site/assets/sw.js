// Keeps the site for the time without a network: all files are fetched once, and again when the site has changed.

const VERSION = "gridhaunt-" + "{{version}}";
const FILES = ["{{files}}"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (names) => Promise.all(names.filter((name) => name.startsWith("gridhaunt-") && name !== VERSION).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(old).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith((async () => {
    const cache = await caches.open(VERSION);
    const address = new URL(event.request.url);
    if (address.pathname.endsWith("/")) address.pathname += "index.html";
    const kept = await cache.match(address.href, { ignoreSearch: true });
    if (kept) return kept;
    const fetched = await fetch(event.request);
    if (fetched.ok) cache.put(event.request, fetched.clone());
    return fetched;
  })());
});

// Where sheets come from. A source has one method: `ask(request)` promises the answer. Here the engine answers from a
// worker of this page; a server can be another source, with the same sheets.

class LocalSource {
  // Takes a worker and the engine, packed as base64 over gzip.
  static async load(worker, engine) {
    const source = new LocalSource(worker);
    await source.send({ engine });
    return source;
  }

  constructor(worker) {
    this.worker = worker;
    this.waiting = new Map();
    this.last = 0;
    worker.addEventListener("message", ({ data: { id, answer, failed } }) => {
      const { resolve, reject } = this.waiting.get(id);
      this.waiting.delete(id);
      if (failed) reject(new Error(failed));
      else resolve(answer);
    });
    worker.addEventListener("error", ({ message }) => {
      for (const { reject } of this.waiting.values()) reject(new Error(message || "the worker did not start"));
      this.waiting.clear();
    });
  }

  send(message) {
    const id = (this.last += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, ...message });
    });
  }

  ask(request) {
    return this.send({ request });
  }
}

// The engine: the rules of every game as WebAssembly, asked with numbers, answering with text.

class Engine {
  static async load(bytes) {
    const { instance } = await WebAssembly.instantiate(bytes, {});
    return new Engine(instance.exports);
  }

  constructor(names) {
    this.names = names;
  }

  ask(question, ...numbers) {
    const length = this.names[question](...numbers);
    const bytes = new Uint8Array(this.names.memory.buffer, this.names.outbox(), length);
    return new TextDecoder().decode(bytes);
  }

  // Hands a text over before a question about it.
  hand(text) {
    const bytes = new TextEncoder().encode(text);
    const inbox = this.names.inbox(bytes.length);
    new Uint8Array(this.names.memory.buffer, inbox, bytes.length).set(bytes);
  }

  open(replay) {
    this.hand(replay);
    return JSON.parse(this.ask("open"));
  }

  // Has the notes of remarks shown where their seat is looked at.
  remark(remarks) {
    this.hand(JSON.stringify(remarks));
    return JSON.parse(this.ask("remark"));
  }

  advance(steps) {
    return JSON.parse(this.ask("advance", steps));
  }

  board(look, cell) {
    return this.ask("board", ...Engine.numbers(look), +look.dark, cell);
  }

  // A moment on the way to another step; nothing where nobody moves.
  moment(look, cell, to, share) {
    return this.ask("moment", ...Engine.numbers(look), +look.dark, cell, to, Math.round(1000 * share));
  }

  picture(look, cell) {
    return this.ask("picture", ...Engine.numbers(look), +look.dark, cell);
  }

  beside(look) {
    return JSON.parse(this.ask("beside", ...Engine.numbers(look), +look.dark)) ?? [];
  }

  axes(look) {
    return JSON.parse(this.ask("axes", ...Engine.numbers(look)));
  }

  legend(dark) {
    return this.ask("legend", +dark);
  }

  hash(step) {
    return JSON.parse(this.ask("hash", step));
  }

  static numbers({ step, single, seat, knows }) {
    return [step, +single, seat ?? -1, +knows];
  }
}

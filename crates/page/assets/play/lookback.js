// A replay in the viewer, in a frame that this page makes itself. From any moment of it one can play on.

class LookBack {
  // `viewer()` promises the page of the viewer with open places, `parts` is what they are filled with; `playOn(replay, step, seat)`
  // is called when somebody wants to play on.
  constructor(dialog, viewer, parts, playOn) {
    this.dialog = dialog;
    this.viewer = viewer;
    this.parts = parts;
    dialog.querySelector(".close").addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => this.screen.replaceChildren());
    addEventListener("message", ({ source, data }) => {
      const frame = this.screen.firstElementChild;
      if (!frame || source !== frame.contentWindow) return;
      if (data === "leave") dialog.close();
      const whole = (number) => (Number.isInteger(number) && number >= 0 ? number : null);
      if (typeof data === "object" && whole(data?.playOn) !== null) playOn(this.replay, data.playOn, whole(data.seat));
    });
  }

  get screen() {
    return this.dialog.querySelector(".screen");
  }

  async open(replay) {
    this.replay = replay;
    this.template ??= await this.viewer();
    // `<` stands in strings alone, where it may be escaped, and nothing else ends the block.
    const parts = { ...this.parts, replay: replay.replaceAll("<", "\\u003c") };
    const page = this.template.split(/\{\{(\w+)\}\}/).map((part, n) => (n % 2 ? parts[part] ?? "" : part));
    const address = URL.createObjectURL(new Blob(page, { type: "text/html" }));
    const frame = element("iframe");
    frame.title = "The match";
    frame.src = address;
    frame.addEventListener("load", () => {
      URL.revokeObjectURL(address);
      frame.contentWindow.postMessage(document.documentElement.dataset.theme, "*");
      frame.contentWindow.postMessage("playable", "*");
      frame.focus();
    });
    this.screen.replaceChildren(frame);
    if (!this.dialog.open) this.dialog.showModal();
  }
}

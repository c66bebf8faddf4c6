// A replay in the viewer. From any moment of it one can play on.

class LookBack {
  // `viewer()` promises the page of the viewer with open places, `parts` is what they are filled with; `playOn(replay, step, seat)`
  // is called when somebody wants to play on.
  constructor(dialog, viewer, parts, playOn) {
    this.dialog = dialog;
    this.parts = parts;
    const whole = (number) => (Number.isInteger(number) && number >= 0 ? number : null);
    this.frame = new Frame(dialog.querySelector(".screen"), viewer, (said) => {
      if (said === "leave") dialog.close();
      else if (typeof said === "object" && whole(said?.playOn) !== null) playOn(this.replay, said.playOn, whole(said.seat));
    });
    dialog.querySelector(".close").addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => this.frame.clear());
  }

  open(replay) {
    this.replay = replay;
    if (!this.dialog.open) this.dialog.showModal();
    return this.frame.show("The match", { ...this.parts, replay: asBlock(replay) }, "playable");
  }
}

// Playing on from the moment that is shown: the page around this one does it where it can, else the player that this page
// carries.

class PlayOn {
  constructor(button, dialog, player) {
    this.isAround = false;
    const carried = find("player");
    button.hidden = carried.textContent.trim() === "";
    const frame = new Frame(dialog, () => unpackedText(carried), (said) => said === "leave" && dialog.close());
    dialog.addEventListener("close", () => frame.clear());
    // Only its own button leaves the player.
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    button.addEventListener("click", () => {
      player.pause();
      const { step, seat } = player.view;
      if (this.isAround) {
        around.tell({ playOn: step, seat });
        return;
      }
      frame.show("Playing on", carriedParts(), { goOn: find("replay").textContent, step, seat });
      dialog.showModal();
    });
    this.button = button;
  }

  // The page around this one plays.
  leaveToAround() {
    this.isAround = true;
    this.button.hidden = false;
  }
}

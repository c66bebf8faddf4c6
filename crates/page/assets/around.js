// The page around this one, where it is in a frame of ours.

const around = {
  unheard: [],

  // Calls `hear(message)` with all that was said so far, and then with whatever is said.
  listen(hear) {
    this.hear = hear;
    this.unheard.splice(0).forEach(hear);
  },

  tell(message) {
    if (parent !== window) parent.postMessage(message, "*");
  },
};

addEventListener("message", ({ source, data }) => {
  if (source !== parent || parent === window) return;
  if (around.hear) around.hear(data);
  else around.unheard.push(data);
});

// A page of ours in a frame of this one, made of what this one carries. They talk in messages: a frame of a file is a
// stranger to its page.

class Frame {
  // `page()` promises the text of the page with open places; `heard(message)` is called with what it says.
  constructor(screen, page, heard) {
    this.screen = screen;
    this.page = page;
    addEventListener("message", ({ source, data }) => {
      if (source && source === screen.firstElementChild?.contentWindow) heard(data);
    });
  }

  // Fills the places and shows the page. It is told whether it is dark here, and the messages.
  async show(title, parts, ...messages) {
    const shown = (this.shown = {});
    const text = await (this.text ??= this.page());
    if (shown !== this.shown) return;
    const page = text.split(/\{\{(\w+)\}\}/).map((part, n) => (n % 2 ? parts[part] ?? "" : part));
    const address = URL.createObjectURL(new Blob(page, { type: "text/html" }));
    const frame = element("iframe");
    frame.title = title;
    frame.src = address;
    frame.addEventListener("load", () => {
      URL.revokeObjectURL(address);
      for (const message of [document.documentElement.dataset.theme, ...messages]) frame.contentWindow.postMessage(message, "*");
      frame.focus();
    });
    this.screen.replaceChildren(frame);
  }

  clear() {
    this.shown = null;
    this.screen.replaceChildren();
  }
}

// JSON as a block of a page: `<` stands in strings alone, where it may be escaped, and nothing else ends the block.
const asBlock = (json) => json.replaceAll("<", "\\u003c");

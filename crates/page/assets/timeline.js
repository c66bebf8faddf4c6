// The scrubber, and over it where something happened: the rarer, the higher; with a filter, what passes it.

class Timeline {
  constructor(scrubber, skyline) {
    this.scrubber = scrubber;
    this.skyline = skyline;
    this.heights = [];
  }

  // Takes how high each step is to stand, and puts steps together where there are more of them than room.
  measure(worths, steps) {
    const { width } = this.skyline.getBoundingClientRect();
    const columns = Math.max(1, Math.min(steps + 1, Math.floor(width / 3)));
    this.heights = new Float64Array(columns);
    worths.forEach((worth, step) => {
      const column = Math.min(columns - 1, Math.floor((step * columns) / (steps + 1)));
      this.heights[column] = Math.max(this.heights[column], worth);
    });
  }

  draw(share) {
    const { skyline, heights } = this;
    const { width, height } = skyline.getBoundingClientRect();
    const zoom = window.devicePixelRatio || 1;
    [skyline.width, skyline.height] = [Math.round(width * zoom), Math.round(height * zoom)];
    const ink = getComputedStyle(skyline);
    const [past, future] = [ink.getPropertyValue("--accent"), ink.getPropertyValue("--mark")];
    const most = Math.max(1, ...heights);
    const paint = skyline.getContext("2d");
    paint.scale(zoom, zoom);
    heights.forEach((worth, column) => {
      if (worth === 0) return;
      const high = Math.max(2, height * (worth / most));
      paint.fillStyle = column <= share * (heights.length - 1) ? past : future;
      const wide = width / heights.length;
      paint.fillRect(column * wide + wide / 2 - Math.min(wide - 1, 5) / 2, height - high, Math.max(1, Math.min(wide - 1, 5)), high);
    });
  }

  show(step, steps) {
    const share = steps > 0 ? step / steps : 0;
    this.scrubber.max = steps;
    this.scrubber.value = step;
    this.scrubber.style.setProperty("--share", share);
    this.draw(share);
  }
}

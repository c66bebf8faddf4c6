// The scrubber, and over it how much happened when.

class Timeline {
  constructor(scrubber, skyline) {
    this.scrubber = scrubber;
    this.skyline = skyline;
  }

  draw(match, step) {
    const { skyline } = this;
    const { width, height } = skyline.getBoundingClientRect();
    const zoom = window.devicePixelRatio || 1;
    [skyline.width, skyline.height] = [Math.round(width * zoom), Math.round(height * zoom)];
    const steps = Math.max(1, match.card.steps);
    const columns = Math.max(1, Math.min(steps + 1, Math.floor(width / 3)));
    const counts = new Float64Array(columns);
    match.events.forEach((events, at) => {
      counts[Math.min(columns - 1, Math.floor((at * columns) / (steps + 1)))] += events.length;
    });
    const most = Math.max(1, ...counts);
    const ink = getComputedStyle(skyline);
    const paint = skyline.getContext("2d");
    paint.scale(zoom, zoom);
    const now = Math.floor((step * columns) / (steps + 1));
    counts.forEach((count, column) => {
      if (count === 0) return;
      const high = Math.max(2, (height - 1) * Math.sqrt(count / most));
      paint.fillStyle = ink.getPropertyValue(column <= now ? "--accent" : "--line");
      paint.fillRect((column * width) / columns + 0.5, height - high, Math.max(1, width / columns - 1), high);
    });
  }

  show(match, step) {
    this.scrubber.max = match.card.steps;
    this.scrubber.value = step;
    const share = match.card.steps > 0 ? step / match.card.steps : 0;
    this.scrubber.style.setProperty("--done", `${100 * share}%`);
    this.draw(match, step);
  }
}

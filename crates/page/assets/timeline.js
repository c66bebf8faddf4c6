// The scrubber, and over it where something happened: the rarer, the higher; with a filter, what passes it. Faults of
// programs have a mark of their own, and so have choices that cost much.

class Timeline {
  constructor(scrubber, skyline) {
    this.scrubber = scrubber;
    this.skyline = skyline;
    this.heights = [];
    this.faults = [];
    this.costly = [];
  }

  // Takes how high each step is to stand, and puts steps together where there are more of them than room.
  measure(worths, steps, faults, remarks) {
    const { width } = this.skyline.getBoundingClientRect();
    const columns = Math.max(1, Math.min(steps + 1, Math.floor(width / 3)));
    this.heights = new Float64Array(columns);
    const columnOf = (step) => Math.min(columns - 1, Math.floor((step * columns) / (steps + 1)));
    worths.forEach((worth, step) => {
      this.heights[columnOf(step)] = Math.max(this.heights[columnOf(step)], worth);
    });
    this.faults = [...new Set(faults.flatMap((fault, step) => (fault ? [columnOf(step)] : [])))];
    this.costly = [...new Set([...remarks.keys()].map(columnOf))];
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
    // A program that was late, wrong or lost: a triangle that points down, over everything else.
    paint.fillStyle = ink.getPropertyValue("--fault");
    for (const column of this.faults) {
      const middle = ((column + 0.5) * width) / heights.length;
      paint.beginPath();
      paint.moveTo(middle - 4, 0);
      paint.lineTo(middle + 4, 0);
      paint.lineTo(middle, 7);
      paint.fill();
    }
    // A choice that cost much: a diamond.
    for (const column of this.costly) {
      const middle = ((column + 0.5) * width) / heights.length;
      paint.beginPath();
      for (const [x, y] of [[0, 0], [4, 4.5], [0, 9], [-4, 4.5]]) paint.lineTo(middle + x, y);
      paint.fill();
    }
  }

  show(step, steps) {
    const share = steps > 0 ? step / steps : 0;
    this.scrubber.max = steps;
    this.scrubber.value = step;
    this.scrubber.style.setProperty("--share", share);
    this.draw(share);
  }
}

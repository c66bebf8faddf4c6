// Shortest ways, for boards and graphs alike.

/**
 * The first move of a cheapest way from `start` to one of `goals`, -1 if there is none or it is there already.
 * Of goals as near as each other the lowest counts.
 * @param {number} start
 * @param {Set<number>} goals
 * @param {(node: number) => [number, number, number][]} ways the moves from a node: move, node, cost
 */
export function firstStep(start, goals, ways) {
  const best = new Map([[start, 0]]);
  const queue = [[0, start, -1]];
  while (queue.length > 0) {
    const [cost, node, first] = pop(queue);
    if (goals.has(node)) return first;
    if (cost > best.get(node)) continue;
    for (const [move, to, price] of ways(node)) {
      if (!best.has(to) || cost + price < best.get(to)) {
        best.set(to, cost + price);
        push(queue, [cost + price, to, node === start ? move : first]);
      }
    }
  }
  return -1;
}

function before(a, b) {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** Adds to a heap, the least on top. */
function push(heap, item) {
  let at = heap.push(item) - 1;
  while (at > 0 && before(heap[at], heap[(at - 1) >> 1]) < 0) {
    const up = (at - 1) >> 1;
    [heap[at], heap[up]] = [heap[up], heap[at]];
    at = up;
  }
}

/** Takes the least from a heap. */
function pop(heap) {
  const least = heap[0];
  const last = heap.pop();
  if (heap.length > 0) heap[0] = last;
  for (let at = 0; ; ) {
    let next = at;
    for (const child of [2 * at + 1, 2 * at + 2]) {
      if (child < heap.length && before(heap[child], heap[next]) < 0) next = child;
    }
    if (next === at) return least;
    [heap[at], heap[next]] = [heap[next], heap[at]];
    at = next;
  }
}

/** Open list of a search: a binary heap, least element first. */
export class PriorityQueue<T> {
  private readonly heap: T[] = [];

  /**
   * Creates an empty queue.
   * @param before a total order; the order of ties would be undefined
   */
  constructor(private readonly before: (a: T, b: T) => boolean) {}

  push(item: T): void {
    let at = this.heap.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.swapIfBefore(at, parent)) return;
      at = parent;
    }
  }

  /** Removes and returns the least item. */
  pop(): T | undefined {
    const [least] = this.heap;
    const last = this.heap.pop();
    if (last === undefined || this.heap.length === 0) return least;
    this.heap[0] = last;
    for (let at = 0; ;) {
      const child = this.lesserChild(at);
      if (child === null || !this.swapIfBefore(child, at)) return least;
      at = child;
    }
  }

  private lesserChild(at: number): number | null {
    const [left, right] = [this.heap[2 * at + 1], this.heap[2 * at + 2]];
    if (left === undefined) return null;
    return right !== undefined && this.before(right, left) ? 2 * at + 2 : 2 * at + 1;
  }

  private swapIfBefore(a: number, b: number): boolean {
    const [x, y] = [this.heap[a], this.heap[b]];
    if (x === undefined || y === undefined || !this.before(x, y)) return false;
    this.heap[a] = y;
    this.heap[b] = x;
    return true;
  }
}

/**
 * The `limit` rows with the highest scores, of equal scores the later row. Kept in a bounded heap whose root is the
 * worst kept row.
 */
export class TopK {
  private readonly rows: Int32Array;
  private readonly scores: Float64Array;
  private size = 0;

  constructor(private readonly limit: number) {
    this.rows = new Int32Array(limit);
    this.scores = new Float64Array(limit);
  }

  /** Minimum score of a row to be kept. */
  get threshold(): number {
    return this.size < this.limit ? -Infinity : (this.scores[0] ?? -Infinity);
  }

  offer(row: number, score: number): void {
    if (this.size < this.limit) {
      this.size += 1;
      this.siftUp(this.size - 1, row, score);
    } else if (this.isLess(0, row, score)) this.siftDown(row, score);
  }

  /** Kept rows, best first; of equal scores the later row first. */
  sorted(): { readonly row: number; readonly score: number }[] {
    return Array.from({ length: this.size }, (_, i) => ({ row: this.rows[i] ?? 0, score: this.scores[i] ?? 0 })).sort(
      (a, b) => b.score - a.score || b.row - a.row,
    );
  }

  /** Whether the heap node at `place` ranks below a row. */
  private isLess(node: number, row: number, score: number): boolean {
    const own = this.scores[node] ?? 0;
    return own < score || (own === score && (this.rows[node] ?? 0) < row);
  }

  private siftUp(from: number, row: number, score: number): void {
    let node = from;
    while (node > 0) {
      const parent = (node - 1) >> 1;
      if (this.isLess(parent, row, score)) break;
      this.put(node, this.rows[parent] ?? 0, this.scores[parent] ?? 0);
      node = parent;
    }
    this.put(node, row, score);
  }

  private siftDown(row: number, score: number): void {
    let node = 0;
    for (;;) {
      let child = 2 * node + 1;
      if (child >= this.size) break;
      const next = child + 1;
      if (next < this.size && this.isLess(next, this.rows[child] ?? 0, this.scores[child] ?? 0)) child = next;
      if (!this.isLess(child, row, score)) break;
      this.put(node, this.rows[child] ?? 0, this.scores[child] ?? 0);
      node = child;
    }
    this.put(node, row, score);
  }

  private put(node: number, row: number, score: number): void {
    this.rows[node] = row;
    this.scores[node] = score;
  }
}

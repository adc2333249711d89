/** The rows of the highest scores, of equal ones the later, in a heap whose root is the least of them. */
export class TopK {
  private readonly rows: Int32Array;
  private readonly scores: Float64Array;
  private size = 0;

  constructor(private readonly limit: number) {
    this.rows = new Int32Array(limit);
    this.scores = new Float64Array(limit);
  }

  /** What a row must score at least to be held. */
  get threshold(): number {
    return this.size < this.limit ? -Infinity : (this.scores[0] ?? -Infinity);
  }

  offer(row: number, score: number): void {
    if (this.size < this.limit) {
      this.size += 1;
      this.siftUp(this.size - 1, row, score);
    } else if (this.isLess(0, row, score)) this.siftDown(row, score);
  }

  /** Best first; of two with one score the later row. */
  sorted(): { readonly row: number; readonly score: number }[] {
    return Array.from({ length: this.size }, (_, i) => ({ row: this.rows[i] ?? 0, score: this.scores[i] ?? 0 })).sort(
      (a, b) => b.score - a.score || b.row - a.row,
    );
  }

  /** Whether what stands at a place comes behind a row. */
  private isLess(place: number, row: number, score: number): boolean {
    const own = this.scores[place] ?? 0;
    return own < score || (own === score && (this.rows[place] ?? 0) < row);
  }

  private siftUp(from: number, row: number, score: number): void {
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (this.isLess(above, row, score)) break;
      this.put(place, this.rows[above] ?? 0, this.scores[above] ?? 0);
      place = above;
    }
    this.put(place, row, score);
  }

  private siftDown(row: number, score: number): void {
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= this.size) break;
      const next = below + 1;
      if (next < this.size && this.isLess(next, this.rows[below] ?? 0, this.scores[below] ?? 0)) below = next;
      if (!this.isLess(below, row, score)) break;
      this.put(place, this.rows[below] ?? 0, this.scores[below] ?? 0);
      place = below;
    }
    this.put(place, row, score);
  }

  private put(place: number, row: number, score: number): void {
    this.rows[place] = row;
    this.scores[place] = score;
  }
}

/** The rows of the highest scores, in a heap whose root is the least of them. */
export class BestRows {
  private readonly rows: Int32Array;
  private readonly scores: Float64Array;
  private held = 0;

  constructor(private readonly limit: number) {
    this.rows = new Int32Array(limit);
    this.scores = new Float64Array(limit);
  }

  offer(row: number, score: number): void {
    if (this.held < this.limit) {
      this.held += 1;
      this.rise(this.held - 1, row, score);
    } else if (score >= (this.scores[0] ?? 0)) this.sink(row, score);
  }

  /** Best first; of two with one score the later row. */
  sorted(): { readonly row: number; readonly score: number }[] {
    return Array.from({ length: this.held }, (_, i) => ({ row: this.rows[i] ?? 0, score: this.scores[i] ?? 0 })).sort(
      (a, b) => b.score - a.score || b.row - a.row,
    );
  }

  private rise(from: number, row: number, score: number): void {
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if ((this.scores[above] ?? 0) <= score) break;
      this.put(place, this.rows[above] ?? 0, this.scores[above] ?? 0);
      place = above;
    }
    this.put(place, row, score);
  }

  private sink(row: number, score: number): void {
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= this.held) break;
      if (below + 1 < this.held && (this.scores[below + 1] ?? 0) < (this.scores[below] ?? 0)) below += 1;
      if ((this.scores[below] ?? 0) >= score) break;
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

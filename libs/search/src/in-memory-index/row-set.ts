/** A set of rows, a bit each. */
export class RowSet {
  /** Number of rows in it. */
  size = 0;
  private readonly words: Uint32Array;

  /** @param end all rows are below it */
  constructor(readonly end: number) {
    this.words = new Uint32Array(Math.ceil(end / 32));
  }

  /** The rows below `end` that pass. */
  static of(end: number, passes: (row: number) => boolean): RowSet {
    const rows = new RowSet(end);
    for (let row = 0; row < end; row += 1) if (passes(row)) rows.add(row);
    return rows;
  }

  has(row: number): boolean {
    return ((this.words[row >>> 5] ?? 0) & (1 << (row & 31))) !== 0;
  }

  /** Those of its rows that pass. */
  filter(passes: (row: number) => boolean): RowSet {
    return RowSet.of(this.end, (row) => this.has(row) && passes(row));
  }

  /** Visits its rows in ascending order. */
  forEach(visit: (row: number) => void): void {
    for (let i = 0; i < this.words.length; i += 1) {
      let word = this.words[i] ?? 0;
      while (word !== 0) {
        const bit = 31 - Math.clz32(word & -word);
        visit(i * 32 + bit);
        word &= word - 1;
      }
    }
  }

  /** Adds a row that is not in it. */
  add(row: number): void {
    const i = row >>> 5;
    this.words[i] = (this.words[i] ?? 0) | (1 << (row & 31));
    this.size += 1;
  }
}

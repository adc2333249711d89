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

  get bytes(): number {
    return this.words.byteLength;
  }

  /** Those of its rows that pass. */
  filter(passes: (row: number) => boolean): RowSet {
    const rows = new RowSet(this.end);
    this.forEach((row) => {
      if (passes(row)) rows.add(row);
    });
    return rows;
  }

  /** The rows that are in both. */
  intersect(other: RowSet): RowSet {
    const rows = new RowSet(Math.min(this.end, other.end));
    for (let i = 0; i < rows.words.length; i += 1) {
      const word = (this.words[i] ?? 0) & (other.words[i] ?? 0);
      rows.words[i] = word;
      rows.size += bitCount(word);
    }
    return rows;
  }

  /** The same rows, with those from `end` of this set up to a later end that pass. */
  extend(end: number, passes: (row: number) => boolean): RowSet {
    const rows = new RowSet(end);
    rows.words.set(this.words);
    rows.size = this.size;
    for (let row = this.end; row < end; row += 1) if (passes(row)) rows.add(row);
    return rows;
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

/** Number of bits that are set in a word of 32 (Warren, Hacker's Delight, figure 5-2). */
function bitCount(word: number): number {
  let sums = word - ((word >>> 1) & 0x55555555);
  sums = (sums & 0x33333333) + ((sums >>> 2) & 0x33333333);
  return Math.imul((sums + (sums >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

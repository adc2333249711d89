const INITIAL_CAPACITY = 4;

/** Posting list of a term: rows of memories in ascending order, with term frequencies. */
export class PostingList {
  size = 0;
  private rows = new Uint32Array(INITIAL_CAPACITY);
  private frequencies = new Uint16Array(INITIAL_CAPACITY);

  get bytes(): number {
    return this.rows.byteLength + this.frequencies.byteLength;
  }

  /**
   * Appends a posting.
   * @param row higher than all rows in the list
   */
  push(row: number, frequency: number): void {
    if (this.size === this.rows.length) this.resize(Math.ceil(this.size * 1.5));
    this.rows[this.size] = row;
    this.frequencies[this.size] = frequency;
    this.size += 1;
  }

  /** Term frequency in a memory; 0 if it does not contain the term. */
  frequencyIn(row: number): number {
    let from = 0;
    let to = this.size;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.rows[middle] ?? 0) < row) from = middle + 1;
      else to = middle;
    }
    return from < this.size && this.rows[from] === row ? (this.frequencies[from] ?? 0) : 0;
  }

  forEach(visit: (row: number, frequency: number) => void): void {
    const { rows, frequencies, size } = this;
    for (let i = 0; i < size; i += 1) visit(rows[i] ?? 0, frequencies[i] ?? 0);
  }

  /**
   * Removes the postings of rows for which `isThere` is false.
   * @returns whether any were removed
   */
  filter(isThere: (row: number) => boolean): boolean {
    let kept = 0;
    for (let i = 0; i < this.size; i += 1) {
      const row = this.rows[i] ?? 0;
      if (!isThere(row)) continue;
      this.rows[kept] = row;
      this.frequencies[kept] = this.frequencies[i] ?? 0;
      kept += 1;
    }
    const changed = kept < this.size;
    this.size = kept;
    return changed;
  }

  private resize(size: number): void {
    const { rows, frequencies } = this;
    this.rows = new Uint32Array(size);
    this.rows.set(rows);
    this.frequencies = new Uint16Array(size);
    this.frequencies.set(frequencies);
  }
}

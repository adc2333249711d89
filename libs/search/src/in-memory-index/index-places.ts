import { ID_BYTES } from '../filter/id-table.js';
import type { IndexedRows } from './memory-selection.js';

/** Place of a memory that is not in the index. */
export const UNINDEXED = 0xffffffff;

/** Where the memories of rows are. */
export interface Places {
  /** Row of the index by row, or UNINDEXED. */
  readonly places: Uint32Array;
  /** Rows without a place. */
  readonly unindexed: ReadonlySet<number>;
}

/** Where the memories of other rows, such as those of vectors, are in an index: 4 bytes each. */
export class IndexPlaces {
  /** Row of the index by row. */
  private places = new Uint32Array(0);
  private size = 0;
  /** Rows without a place. */
  private readonly unindexed = new Set<number>();
  private replaced = 0;

  constructor(private readonly index: IndexedRows) {}

  /**
   * Places of all rows, up to date with the index.
   * @param ids ids of the memories by row
   * @param isGone whether a row is no longer used
   */
  read(ids: Uint8Array, size: number, isGone: (row: number) => boolean): Places {
    this.follow(ids);
    if (size > this.places.length) {
      const { places } = this;
      this.places = new Uint32Array(ids.length / ID_BYTES);
      this.places.set(places);
    }
    for (const row of this.unindexed) if (isGone(row) || this.place(ids, row)) this.unindexed.delete(row);
    for (; this.size < size; this.size += 1)
      if (!this.place(ids, this.size) && !isGone(this.size)) this.unindexed.add(this.size);
    return { places: this.places, unindexed: this.unindexed };
  }

  /** A changed text gives its memory another row in the index, beside an earlier or later one of its vector. */
  private follow(ids: Uint8Array): void {
    const { replacedRows } = this.index;
    if (replacedRows.length === this.replaced) return;
    const moved = new Set(replacedRows.slice(this.replaced));
    this.replaced = replacedRows.length;
    for (let row = 0; row < this.size; row += 1)
      if (moved.has(this.places[row] ?? UNINDEXED) && !this.place(ids, row)) this.unindexed.add(row);
  }

  /** Sets the place of a row. @returns whether it has one */
  private place(ids: Uint8Array, row: number): boolean {
    const place = this.index.rowAt(ids, row * ID_BYTES);
    const isIndexed = place !== undefined && this.index.isPresent(place);
    this.places[row] = isIndexed ? place : UNINDEXED;
    return isIndexed;
  }
}

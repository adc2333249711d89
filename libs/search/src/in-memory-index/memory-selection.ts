import { parse } from 'uuid';
import { ID_BYTES } from '../filter/id-table.js';
import type { MemorySet } from '../filter/search-filter.js';
import { uuidArray } from '../filter/uuid-array.js';
import { TopK } from '../vector-maths/top-k.js';
import type { RowSet } from './row-set.js';

/** What a selection needs of its index. */
export interface IndexedRows {
  /** Latest row of the memory whose id lies at `at` among others; undefined if it was never indexed. */
  rowAt(ids: Uint8Array, at: number): number | undefined;
  idOf(row: number): string;
  /** Whether a row is that of an indexed memory still. */
  isPresent(row: number): boolean;
  /** Event time in unix nanoseconds, rounded to a double. */
  eventTimeAt(row: number): number;
  /** Rows whose memory has a later one, in order of arrival. */
  readonly replacedRows: readonly number[];
}

/**
 * The memories of an in-memory index that pass a filter. Memories without a term are not in the index, and so not in
 * the set either, but may have vectors: see `nearestMemories`.
 */
export class MemorySelection implements MemorySet {
  constructor(
    readonly index: IndexedRows,
    readonly rows: RowSet,
  ) {}

  get size(): number {
    return this.rows.size;
  }

  has(memoryId: string): boolean {
    return this.hasAt(parse(memoryId), 0);
  }

  hasAt(ids: Uint8Array, at: number): boolean {
    const row = this.index.rowAt(ids, at);
    return row !== undefined && this.rows.has(row);
  }

  toUuidArray(): Buffer {
    const ids = new Uint8Array(this.size * ID_BYTES);
    let at = 0;
    this.rows.forEach((row) => {
      ids.set(parse(this.index.idOf(row)), at);
      at += ID_BYTES;
    });
    return uuidArray(ids);
  }

  /** The `limit` memories with the latest event times, latest first. */
  newest(limit: number): string[] {
    const newest = new TopK(limit);
    this.rows.forEach((row) => {
      newest.offer(row, this.index.eventTimeAt(row));
    });
    return newest.sorted().map(({ row }) => this.index.idOf(row));
  }
}

import { parse, stringify } from 'uuid';
import { EMPTY, emptySlots, ID_BYTES, slotOf } from '../filter/id-table.js';
import type { MemorySet } from '../filter/search-filter.js';

const INITIAL_ROWS = 64;
/** Estimated size of a cached id string. */
const BYTES_OF_WRITTEN = 180;

/**
 * Assigns rows to memories in order of arrival, with lookup by memory id: 24 bytes per memory, where a Map takes 150.
 */
export class MemoryRows {
  /** Number of assigned rows; rows of removed memories stay empty. */
  size = 0;
  /** Rows whose memory has a later one, in order of arrival. */
  readonly replaced: number[] = [];
  private ids = new Uint8Array(INITIAL_ROWS * ID_BYTES);
  /** Caches of id strings by row, and of rows by id string. */
  private readonly written = new Map<number, string>();
  private readonly rows = new Map<string, number>();
  /** Latest row of each id, see `slotOf`. */
  private slots = emptySlots(INITIAL_ROWS * 2);

  get bytes(): number {
    return this.ids.byteLength + this.slots.byteLength + this.written.size * BYTES_OF_WRITTEN;
  }

  /** Assigns a row to a memory. An older row of the same memory is no longer found. */
  add(memoryId: string): number {
    if ((this.size + 1) * ID_BYTES > this.ids.length) this.grow();
    const row = this.size;
    const id = parse(memoryId);
    this.ids.set(id, row * ID_BYTES);
    const slot = slotOf(this.slots, this.ids, id, 0);
    const former = this.slots[slot] ?? EMPTY;
    if (former !== EMPTY) this.replaced.push(former);
    this.slots[slot] = row;
    this.rows.delete(memoryId);
    this.size += 1;
    return row;
  }

  /** Latest row of a memory, by its UUID in lower case; undefined if there is none. */
  rowOf(memoryId: string): number | undefined {
    return this.rows.get(memoryId) ?? this.find(memoryId);
  }

  private find(memoryId: string): number | undefined {
    const row = this.rowAt(parse(memoryId), 0);
    if (row !== undefined) this.rows.set(memoryId, row);
    return row;
  }

  /** Id string of a row, cached: questions ask for the same few hundred memories again and again. */
  idOf(row: number): string {
    let id = this.written.get(row);
    if (id === undefined) this.written.set(row, (id = stringify(this.ids, row * ID_BYTES)));
    return id;
  }

  isOneOf(row: number, memoryIds: MemorySet): boolean {
    return memoryIds.hasAt(this.ids, row * ID_BYTES);
  }

  /** Latest row of the memory whose id lies at `at` among others; undefined if there is none. */
  rowAt(ids: Uint8Array, at: number): number | undefined {
    const row = this.slots[slotOf(this.slots, this.ids, ids, at)] ?? EMPTY;
    return row === EMPTY ? undefined : row;
  }

  /** Compares the ids of two rows bytewise, as Postgres does; negative if the first is smaller. */
  compareIds(a: number, b: number): number {
    for (let i = 0; i < ID_BYTES; i += 1) {
      const difference = (this.ids[a * ID_BYTES + i] ?? 0) - (this.ids[b * ID_BYTES + i] ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  private grow(): void {
    const { ids, size } = this;
    this.ids = new Uint8Array(ids.length * 2);
    this.ids.set(ids);
    this.slots = emptySlots(this.slots.length * 2);
    for (let row = 0; row < size; row += 1) this.slots[slotOf(this.slots, this.ids, this.ids, row * ID_BYTES)] = row;
  }
}

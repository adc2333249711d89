import { parse, stringify } from 'uuid';
import { ID_BYTES, type MemoryIdSet } from '../filter/memory-id-set.js';

const INITIAL_ROWS = 64;
const EMPTY = -1;
/** Estimated size of a cached id string. */
const BYTES_OF_WRITTEN = 180;

/**
 * Assigns rows to memories in order of arrival, with lookup by memory id: 24 bytes per memory, where a Map takes 150.
 */
export class MemoryRows {
  /** Number of assigned rows; rows of removed memories stay empty. */
  size = 0;
  private ids = new Uint8Array(INITIAL_ROWS * ID_BYTES);
  /** Caches of id strings by row, and of rows by id string. */
  private readonly written = new Map<number, string>();
  private readonly rows = new Map<string, number>();
  /** Open-addressing hash table with linear probing. The hash is the last bytes of the id, which are random. */
  private places = new Int32Array(INITIAL_ROWS * 2).fill(EMPTY);

  get bytes(): number {
    return this.ids.byteLength + this.places.byteLength + this.written.size * BYTES_OF_WRITTEN;
  }

  /** Assigns a row to a memory. An older row of the same memory is no longer found. */
  add(memoryId: string): number {
    if ((this.size + 1) * ID_BYTES > this.ids.length) this.grow();
    const row = this.size;
    const id = parse(memoryId);
    this.ids.set(id, row * ID_BYTES);
    this.places[this.slotOf(id)] = row;
    this.rows.delete(memoryId);
    this.size += 1;
    return row;
  }

  /** Latest row of a memory, by its UUID in lower case; undefined if there is none. */
  rowOf(memoryId: string): number | undefined {
    return this.rows.get(memoryId) ?? this.find(memoryId);
  }

  private find(memoryId: string): number | undefined {
    const mask = this.places.length - 1;
    let slot = Number.parseInt(memoryId.slice(-8), 16) & mask;
    for (;;) {
      const row = this.places[slot] ?? EMPTY;
      if (row === EMPTY) return undefined;
      if (this.idOf(row) === memoryId) {
        this.rows.set(memoryId, row);
        return row;
      }
      slot = (slot + 1) & mask;
    }
  }

  /** Id string of a row, cached: questions ask for the same few hundred memories again and again. */
  idOf(row: number): string {
    let id = this.written.get(row);
    if (id === undefined) this.written.set(row, (id = stringify(this.ids, row * ID_BYTES)));
    return id;
  }

  isOneOf(row: number, memoryIds: MemoryIdSet): boolean {
    return memoryIds.hasAt(this.ids, row * ID_BYTES);
  }

  /** Compares the ids of two rows bytewise, as Postgres does; negative if the first is smaller. */
  compareIds(a: number, b: number): number {
    for (let i = 0; i < ID_BYTES; i += 1) {
      const difference = (this.ids[a * ID_BYTES + i] ?? 0) - (this.ids[b * ID_BYTES + i] ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /** Slot of an id in the hash table, or the free slot where it belongs. */
  private slotOf(id: Uint8Array): number {
    const mask = this.places.length - 1;
    let slot = (((id[12] ?? 0) << 24) | ((id[13] ?? 0) << 16) | ((id[14] ?? 0) << 8) | (id[15] ?? 0)) & mask;
    for (;;) {
      const row = this.places[slot] ?? EMPTY;
      if (row === EMPTY || this.isIdOf(row, id)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  private isIdOf(row: number, id: Uint8Array): boolean {
    for (let i = ID_BYTES - 1; i >= 0; i -= 1) if (this.ids[row * ID_BYTES + i] !== id[i]) return false;
    return true;
  }

  private grow(): void {
    const { ids, size } = this;
    this.ids = new Uint8Array(ids.length * 2);
    this.ids.set(ids);
    this.places = new Int32Array(this.places.length * 2).fill(EMPTY);
    for (let row = 0; row < size; row += 1) {
      const id = this.ids.subarray(row * ID_BYTES, (row + 1) * ID_BYTES);
      this.places[this.slotOf(id)] = row;
    }
  }
}

import { parse, stringify } from 'uuid';
import { EMPTY, emptySlots, ID_BYTES, slotOf } from './id-table.js';
import type { MemorySet } from './search-filter.js';

/** A set of memory ids, kept as bytes: tens of thousands are read and looked up without making strings of them. */
export class MemoryIdSet implements MemorySet {
  readonly size: number;
  private readonly slots: Int32Array;

  /** @param bytes the ids one after another, each of 16 bytes; an id may occur several times */
  constructor(private readonly bytes: Uint8Array) {
    const given = bytes.length / ID_BYTES;
    this.slots = emptySlots(2 ** Math.ceil(Math.log2(2 * given + 1)));
    let size = 0;
    for (let n = 0; n < given; n += 1) {
      const slot = slotOf(this.slots, bytes, bytes, n * ID_BYTES);
      if (this.slots[slot] === EMPTY) size += 1;
      this.slots[slot] = n;
    }
    this.size = size;
  }

  /** Whether the 16 bytes from `at` are an id of the set. */
  hasAt(ids: Uint8Array, at: number): boolean {
    return this.slots[slotOf(this.slots, this.bytes, ids, at)] !== EMPTY;
  }

  has(memoryId: string): boolean {
    return this.hasAt(parse(memoryId), 0);
  }

  /** The ids as text, in no order. */
  toIds(): string[] {
    return [...this.slots].flatMap((n) => (n === EMPTY ? [] : stringify(this.bytes, n * ID_BYTES)));
  }
}

/** The set of ids given as text. */
export function idSetOf(memoryIds: Iterable<string>): MemoryIdSet {
  return new MemoryIdSet(Buffer.from([...memoryIds].join('').replaceAll('-', ''), 'hex'));
}

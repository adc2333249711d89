import { parse } from 'uuid';
import { EMPTY, emptySlots, ID_BYTES, slotOf } from './id-table.js';
import type { MemorySet } from './search-filter.js';
import { uuidArray } from './uuid-array.js';

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

  /** The ids as a parameter `$n::uuid[]`, in no order; one that was given several times may be there as often. */
  toUuidArray(): Buffer {
    return uuidArray(this.bytes);
  }
}

/** The set of ids given as text. */
export function idSetOf(memoryIds: Iterable<string>): MemoryIdSet {
  return new MemoryIdSet(Buffer.from([...memoryIds].join('').replaceAll('-', ''), 'hex'));
}

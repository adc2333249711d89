import { parse, stringify } from 'uuid';

/** Length of a memory id. */
export const ID_BYTES = 16;
const EMPTY = -1;

/**
 * A set of memory ids, kept as bytes: tens of thousands are read and looked up without making strings of them. A hash
 * table with linear probing, whose hash is the last bytes of an id, which are random.
 */
export class MemoryIdSet {
  /** Number of ids. */
  readonly size: number;
  private readonly places: Int32Array;

  /** @param bytes the ids one after another, each of 16 bytes; an id may occur several times */
  constructor(private readonly bytes: Uint8Array) {
    const given = bytes.length / ID_BYTES;
    this.places = new Int32Array(2 ** Math.ceil(Math.log2(2 * given + 1))).fill(EMPTY);
    let size = 0;
    for (let n = 0; n < given; n += 1) {
      const slot = this.slotOf(bytes, n * ID_BYTES);
      if (this.places[slot] === EMPTY) size += 1;
      this.places[slot] = n;
    }
    this.size = size;
  }

  /** Whether the 16 bytes from `at` are an id of the set. */
  hasAt(ids: Uint8Array, at: number): boolean {
    return this.places[this.slotOf(ids, at)] !== EMPTY;
  }

  has(memoryId: string): boolean {
    return this.hasAt(parse(memoryId), 0);
  }

  /** The ids as text, in no order. */
  toIds(): string[] {
    return [...this.places].flatMap((n) => (n === EMPTY ? [] : stringify(this.bytes, n * ID_BYTES)));
  }

  /** Slot of an id, or the free one where it belongs. */
  private slotOf(ids: Uint8Array, at: number): number {
    const mask = this.places.length - 1;
    let slot = hashAt(ids, at) & mask;
    for (;;) {
      const n = this.places[slot] ?? EMPTY;
      if (n === EMPTY || this.isSame(n, ids, at)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  private isSame(n: number, ids: Uint8Array, at: number): boolean {
    for (let i = ID_BYTES - 1; i >= 0; i -= 1) if (this.bytes[n * ID_BYTES + i] !== ids[at + i]) return false;
    return true;
  }
}

/** The set of ids given as text. */
export function idSetOf(memoryIds: Iterable<string>): MemoryIdSet {
  return new MemoryIdSet(Buffer.from([...memoryIds].join('').replaceAll('-', ''), 'hex'));
}

function hashAt(id: Uint8Array, at: number): number {
  return ((id[at + 12] ?? 0) << 24) | ((id[at + 13] ?? 0) << 16) | ((id[at + 14] ?? 0) << 8) | (id[at + 15] ?? 0);
}

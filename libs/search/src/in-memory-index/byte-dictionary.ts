const INITIAL_ENTRIES = 64;
const INITIAL_BYTES = 1_024;
const EMPTY = -1;

/**
 * Numbers distinct byte strings in the order of their arrival: 13 bytes each beside its own, where a Map of strings
 * takes a hundred. A hash table with linear probing (FNV-1a).
 */
export class ByteDictionary {
  /** Number of entries; their numbers are below it. */
  size = 0;
  private heap = new Uint8Array(INITIAL_BYTES);
  /** Where each entry begins in the heap; the next one begins where it ends. */
  private starts = new Uint32Array(INITIAL_ENTRIES);
  private places = new Int32Array(INITIAL_ENTRIES * 2).fill(EMPTY);

  get bytes(): number {
    return this.heap.byteLength + this.starts.byteLength + this.places.byteLength;
  }

  /** Number of an entry; undefined if it is not there. */
  find(entry: Uint8Array): number | undefined {
    const number = this.places[this.slotOf(entry)] ?? EMPTY;
    return number === EMPTY ? undefined : number;
  }

  /** Number of an entry, which is added if it is not there. */
  add(entry: Uint8Array): number {
    const slot = this.slotOf(entry);
    const known = this.places[slot] ?? EMPTY;
    if (known !== EMPTY) return known;
    const number = this.size;
    this.reserve(entry.length);
    const start = this.starts[number] ?? 0;
    this.heap.set(entry, start);
    this.starts[number + 1] = start + entry.length;
    this.places[slot] = number;
    this.size += 1;
    if (this.size * 3 > this.places.length * 2) this.rehash();
    return number;
  }

  /** The bytes of all entries, and where each begins and the last one ends; valid until the next `add`. */
  get entries(): { readonly heap: DataView; readonly starts: Uint32Array } {
    const { heap, starts, size } = this;
    return { heap: new DataView(heap.buffer, heap.byteOffset, heap.byteLength), starts: starts.subarray(0, size + 1) };
  }

  /** Slot of an entry, or the free one where it belongs. */
  private slotOf(entry: Uint8Array): number {
    const mask = this.places.length - 1;
    let slot = hashOf(entry, 0, entry.length) & mask;
    for (;;) {
      const number = this.places[slot] ?? EMPTY;
      if (number === EMPTY || this.isSame(number, entry)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  private isSame(number: number, entry: Uint8Array): boolean {
    const start = this.starts[number] ?? 0;
    if ((this.starts[number + 1] ?? 0) - start !== entry.length) return false;
    for (let i = 0; i < entry.length; i += 1) if (this.heap[start + i] !== entry[i]) return false;
    return true;
  }

  private reserve(length: number): void {
    const end = (this.starts[this.size] ?? 0) + length;
    if (end > this.heap.length) {
      const { heap } = this;
      this.heap = new Uint8Array(Math.ceil(end * 1.5));
      this.heap.set(heap);
    }
    if (this.size + 2 <= this.starts.length) return;
    const { starts } = this;
    this.starts = new Uint32Array(Math.ceil(starts.length * 1.5));
    this.starts.set(starts);
  }

  private rehash(): void {
    this.places = new Int32Array(this.places.length * 2).fill(EMPTY);
    const mask = this.places.length - 1;
    for (let number = 0; number < this.size; number += 1) {
      let slot = hashOf(this.heap, this.starts[number] ?? 0, this.starts[number + 1] ?? 0) & mask;
      while (this.places[slot] !== EMPTY) slot = (slot + 1) & mask;
      this.places[slot] = number;
    }
  }
}

/** FNV-1a, with a last mixing step, because the lowest bits of it alone are uneven. */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let i = from; i < to; i += 1) hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193);
  return hash ^ (hash >>> 15);
}

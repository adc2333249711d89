import { EMPTY, emptySlots, hashAt, ID_BYTES, isSameId } from '../filter/id-table.js';

const INITIAL_SLOTS = 512;

/** Rows by the id of their memory, which may have several: a hash table with linear probing, 8 to 16 bytes a row. */
export class RowsById {
  private slots = emptySlots(INITIAL_SLOTS);
  private count = 0;

  get bytes(): number {
    return this.slots.byteLength;
  }

  /**
   * Adds a row.
   * @param ids ids of all rows, 16 bytes each
   */
  add(ids: Uint8Array, row: number): void {
    if (2 * (this.count + 1) > this.slots.length) this.grow(ids);
    this.insert(ids, row);
    this.count += 1;
  }

  /** Visits the rows with an id. */
  visit(ids: Uint8Array, id: Uint8Array, visit: (row: number) => void): void {
    const mask = this.slots.length - 1;
    for (let slot = hashAt(id, 0) & mask; ; slot = (slot + 1) & mask) {
      const row = this.slots[slot] ?? EMPTY;
      if (row === EMPTY) return;
      if (isSameId(ids, row * ID_BYTES, id, 0)) visit(row);
    }
  }

  private insert(ids: Uint8Array, row: number): void {
    const mask = this.slots.length - 1;
    let slot = hashAt(ids, row * ID_BYTES) & mask;
    while (this.slots[slot] !== EMPTY) slot = (slot + 1) & mask;
    this.slots[slot] = row;
  }

  private grow(ids: Uint8Array): void {
    const former = this.slots;
    this.slots = emptySlots(former.length * 2);
    for (const row of former) if (row !== EMPTY) this.insert(ids, row);
  }
}

/** Length of a memory id. */
export const ID_BYTES = 16;
/** A free slot. */
export const EMPTY = -1;

/**
 * Slots of a hash table of memory ids with linear probing, each free or the number of an id.
 * @param count a power of two
 */
export function emptySlots(count: number): Int32Array {
  return new Int32Array(count).fill(EMPTY);
}

/** Slot of the id that begins at `at` of other ids, or the free one where it belongs. */
export function slotOf(slots: Int32Array, ids: Uint8Array, others: Uint8Array, at: number): number {
  const mask = slots.length - 1;
  let slot = hashAt(others, at) & mask;
  for (;;) {
    const number = slots[slot] ?? EMPTY;
    if (number === EMPTY || isSameId(ids, number * ID_BYTES, others, at)) return slot;
    slot = (slot + 1) & mask;
  }
}

/**
 * Hash of the id that begins at `at`: its last bytes, which are mostly random, times a constant (Fibonacci hashing), so
 * that ids with successive numbers do not fill a run of slots.
 */
export function hashAt(ids: Uint8Array, at: number): number {
  const last =
    ((ids[at + 12] ?? 0) << 24) | ((ids[at + 13] ?? 0) << 16) | ((ids[at + 14] ?? 0) << 8) | (ids[at + 15] ?? 0);
  const hash = Math.imul(last, 0x9e3779b1);
  return hash ^ (hash >>> 16);
}

/** Whether the same id begins at `a` and, among others, at `b`. The last bytes differ most. */
export function isSameId(ids: Uint8Array, a: number, others: Uint8Array, b: number): boolean {
  for (let i = ID_BYTES - 1; i >= 0; i -= 1) if (ids[a + i] !== others[b + i]) return false;
  return true;
}

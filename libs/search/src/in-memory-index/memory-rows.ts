import { parse, stringify } from 'uuid';

const ID_BYTES = 16;
const FIRST_ROWS = 64;
const NONE = -1;
/** A rough figure. */
const BYTES_OF_WRITTEN = 180;

/** Rows of memories, in the order in which they came, found by the memory's id: 24 bytes a memory, where a Map takes 150. */
export class MemoryRows {
  /** Rows that were given out; those of memories that are gone stay empty. */
  size = 0;
  private ids = new Uint8Array(FIRST_ROWS * ID_BYTES);
  /** Ids that were written out, by row, and their rows. */
  private readonly written = new Map<number, string>();
  private readonly rows = new Map<string, number>();
  /** By a hash of the id, its last bytes, which are random; what is taken moves on to the next free place. */
  private places = new Int32Array(FIRST_ROWS * 2).fill(NONE);

  get bytes(): number {
    return this.ids.byteLength + this.places.byteLength + this.written.size * BYTES_OF_WRITTEN;
  }

  /** A row for a memory; an older one of the same memory is found no more. */
  add(memoryId: string): number {
    if ((this.size + 1) * ID_BYTES > this.ids.length) this.grow();
    const row = this.size;
    const id = parse(memoryId);
    this.ids.set(id, row * ID_BYTES);
    this.places[this.placeOf(id)] = row;
    this.rows.delete(memoryId);
    this.size += 1;
    return row;
  }

  /** The last row that a memory was given, by its UUID in lower case; undefined where it has none. */
  rowOf(memoryId: string): number | undefined {
    return this.rows.get(memoryId) ?? this.find(memoryId);
  }

  private find(memoryId: string): number | undefined {
    const mask = this.places.length - 1;
    let place = Number.parseInt(memoryId.slice(-8), 16) & mask;
    for (;;) {
      const row = this.places[place] ?? NONE;
      if (row === NONE) return undefined;
      if (this.idOf(row) === memoryId) {
        this.rows.set(memoryId, row);
        return row;
      }
      place = (place + 1) & mask;
    }
  }

  /** Written out once for each memory that is asked for: the same few hundred are, again and again. */
  idOf(row: number): string {
    let id = this.written.get(row);
    if (id === undefined) this.written.set(row, (id = stringify(this.ids, row * ID_BYTES)));
    return id;
  }

  /** Below 0 where the id of the first row is the smaller one, as in Postgres. */
  compareIds(a: number, b: number): number {
    for (let i = 0; i < ID_BYTES; i += 1) {
      const difference = (this.ids[a * ID_BYTES + i] ?? 0) - (this.ids[b * ID_BYTES + i] ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /** Where the row of an id stands, or would. */
  private placeOf(id: Uint8Array): number {
    const mask = this.places.length - 1;
    let place = (((id[12] ?? 0) << 24) | ((id[13] ?? 0) << 16) | ((id[14] ?? 0) << 8) | (id[15] ?? 0)) & mask;
    for (;;) {
      const row = this.places[place] ?? NONE;
      if (row === NONE || this.isIdOf(row, id)) return place;
      place = (place + 1) & mask;
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
    this.places = new Int32Array(this.places.length * 2).fill(NONE);
    for (let row = 0; row < size; row += 1) {
      const id = this.ids.subarray(row * ID_BYTES, (row + 1) * ID_BYTES);
      this.places[this.placeOf(id)] = row;
    }
  }
}

import { parse, stringify } from 'uuid';
import { ID_BYTES } from '../filter/id-table.js';
import type { MemorySet } from '../filter/search-filter.js';
import { IndexPlaces, type Places } from '../in-memory-index/index-places.js';
import type { IndexedRows } from '../in-memory-index/memory-selection.js';
import { TopGroups } from '../vector-maths/top-groups.js';
import { TopK } from '../vector-maths/top-k.js';
import { QuantizedVectors } from '../vector-maths/quantized-vectors.js';
import { dotProducts, strideOf } from '../vector-maths/dot-products.js';
import { RowsById } from './rows-by-id.js';

/** A memory with the cosine of its nearest passage and the query vector. */
export interface VectorMatch {
  readonly memoryId: string;
  readonly passage: number;
  readonly cosine: number;
  /** The exact vector of that passage. */
  readonly vector: Int8Array;
}

/** Whether a row passes. */
export type RowTest = (row: number) => boolean;

/** A row of memory_vectors; a null vector means that the memory was removed. */
export interface VectorRow {
  readonly memory_id: string;
  readonly passage: number;
  readonly number: bigint;
  readonly vector: Buffer | null;
}

/** Bytes of the passage number and of the owner of a row. */
const PASSAGE_BYTES = 6;
/** Bytes of the place of a row in an index. */
const PLACE_BYTES = 4;
/** Rows searched for each memory of a shortlist, where some memories have several. */
const ROWS_PER_LONG_RESULT = 4;
const INITIAL_ROWS = 256;
/**
 * Up to this many vectors are kept exactly and compared exhaustively, in 4 ms; beyond, they are quantized to three bits
 * per dimension.
 */
const MAX_EXACT = 100_000;

/** In-memory vectors of one scope and model, as far as they were read. */
export class ScopeVectors {
  /** Number of the last row read; later rows are yet to be read. */
  lastNumber = 0n;
  size = 0;
  private ids = new Uint8Array(0);
  /** Inverse norm (1 / length) of each vector; 0 for removed rows. */
  private inverseNorms = new Float32Array(0);
  /** Number of the passage of each row, and the first row of its memory: rows of one memory follow each other. */
  private passages = new Uint16Array(0);
  private owners = new Uint32Array(0);
  /** Greatest memory id so far. Ids follow the time of storing, so most that are read are new. */
  private newest = '';
  /** Whether a memory has several rows. */
  private hasLong = false;
  private readonly gone = new Set<number>();
  /** First rows of memories; null until rows are looked up, which a scope that only grows never needs. */
  private rowsById: RowsById | null = null;
  private readonly places = new WeakMap<IndexedRows, IndexPlaces>();
  /** Quantized vectors; null while the exact vectors are kept. */
  private quantized: QuantizedVectors | null = null;
  /** Bytes from one vector to the next. */
  private readonly stride: number;
  /** Exact vectors; null once there are too many. */
  private vectors: Int8Array | null = new Int8Array(0);

  constructor(
    readonly dimensions: number,
    private readonly maxExact = MAX_EXACT,
  ) {
    this.stride = strideOf(dimensions);
  }

  get bytes(): number {
    return (
      this.ids.byteLength * (1 + PLACE_BYTES / ID_BYTES) +
      this.inverseNorms.byteLength +
      this.passages.byteLength +
      this.owners.byteLength +
      (this.rowsById?.bytes ?? 0) +
      (this.quantized?.bytes ?? 0) +
      (this.vectors?.byteLength ?? 0)
    );
  }

  /** Whether exact vectors are kept. */
  get isExact(): boolean {
    return this.vectors !== null;
  }

  /** Adds rows, in order of their numbers. The first row of a memory takes the place of those read before. */
  add(rows: readonly VectorRow[]): void {
    const isReplaced = ({ vector, passage, memory_id: memoryId }: VectorRow): boolean =>
      vector === null || (passage === 0 && memoryId <= this.newest);
    this.remove(rows.filter(isReplaced).map((row) => row.memory_id));
    this.newest = rows.reduce((newest, { memory_id }) => (memory_id > newest ? memory_id : newest), this.newest);
    for (const row of rows) if (row.vector?.length === this.dimensions) this.append(row, row.vector);
    this.lastNumber = rows.at(-1)?.number ?? this.lastNumber;
  }

  /**
   * Exact nearest memories, each by its nearest passage, best first; on equal scores the newer memory first. Empty if
   * the vectors are quantized.
   * @param passes restricts the search to these rows
   */
  nearest(vector: Int8Array, limit: number, passes?: RowTest): VectorMatch[] {
    const { vectors, inverseNorms, stride, size, dimensions } = this;
    if (vectors === null) return [];
    const queryInverseNorm = inverseNorm(vector);
    const isAmong = this.presentRows(passes);
    const best = this.hasLong ? new TopGroups(limit, this.owners) : new TopK(limit);
    let { threshold } = best;
    for (const { from, sums } of dotProducts(vectors, stride, size, vector))
      for (let i = 0; i < sums.length; i += 1) {
        const score = (sums[i] ?? 0) * (inverseNorms[from + i] ?? 0);
        if (score < threshold || !isAmong(from + i)) continue;
        best.offer(from + i, score);
        ({ threshold } = best);
      }
    const found = new Map<string, VectorMatch>();
    for (const { row, score } of best.sorted()) {
      const memoryId = this.idOf(row);
      if (found.has(memoryId)) continue;
      const own = vectors.subarray(row * stride, row * stride + dimensions);
      const passage = this.passages[row] ?? 0;
      found.set(memoryId, { memoryId, passage, cosine: score * queryInverseNorm, vector: own });
    }
    return [...found.values()];
  }

  /**
   * Candidates for the nearest neighbours by quantized vectors, in no order. Empty if exact vectors are kept.
   * @param passes restricts the search to these rows
   */
  async shortlist(vector: Int8Array, limit: number, passes?: RowTest): Promise<string[]> {
    const { size, gone } = this;
    const most = this.hasLong ? limit * ROWS_PER_LONG_RESULT : limit;
    const rows = (await this.quantized?.nearestRows(vector, most, { size, gone, isAmong: passes ?? null })) ?? [];
    return [...new Set(rows.map((row) => this.idOf(row)))].slice(0, limit);
  }

  /** Test of rows: whether they are not removed, and pass. */
  private presentRows(passes: RowTest | undefined): RowTest {
    const { inverseNorms } = this;
    if (!passes) return (row) => inverseNorms[row] !== 0;
    return (row) => inverseNorms[row] !== 0 && passes(row);
  }

  /** Test of rows for a set of memories. */
  rowsOf(memories: MemorySet): RowTest {
    return (row) => memories.hasAt(this.ids, row * ID_BYTES);
  }

  /** Where the memories of all rows are in an index. */
  placesIn(index: IndexedRows): Places {
    let places = this.places.get(index);
    if (!places) this.places.set(index, (places = new IndexPlaces(index)));
    return places.read(this.ids, this.size, (row) => this.inverseNorms[row] === 0);
  }

  /** Id of the memory of a row. */
  idOf(row: number): string {
    return stringify(this.ids, row * ID_BYTES);
  }

  private append({ memory_id: memoryId, passage }: VectorRow, stored: Buffer): void {
    if ((this.size + 1) * ID_BYTES > this.ids.length) this.grow(Math.max(INITIAL_ROWS, Math.ceil(this.size * 1.5)));
    const vector = new Int8Array(stored.buffer, stored.byteOffset, stored.length);
    this.ids.set(parse(memoryId), this.size * ID_BYTES);
    this.passages[this.size] = passage;
    this.owners[this.size] = this.ownerOf(this.size);
    this.hasLong ||= passage > 0;
    this.inverseNorms[this.size] = inverseNorm(vector);
    this.quantized?.set(this.size, vector);
    this.vectors?.set(vector, this.size * this.stride);
    if (this.owners[this.size] === this.size) this.rowsById?.add(this.ids, this.size);
    this.size += 1;
    if (this.size > this.maxExact) this.dropExactVectors();
  }

  /** First of the rows up to this one that have its memory id, without others between. */
  private ownerOf(row: number): number {
    const before = (row - 1) * ID_BYTES;
    if (row === 0) return row;
    for (let i = ID_BYTES - 1; i >= 0; i -= 1) if (this.ids[before + i] !== this.ids[before + ID_BYTES + i]) return row;
    return this.owners[row - 1] ?? row;
  }

  private grow(rows: number): void {
    const { ids, inverseNorms, vectors, passages, owners } = this;
    this.passages = new Uint16Array(rows);
    this.passages.set(passages);
    this.owners = new Uint32Array(rows);
    this.owners.set(owners);
    this.ids = new Uint8Array(rows * ID_BYTES);
    this.ids.set(ids);
    this.inverseNorms = new Float32Array(rows);
    this.inverseNorms.set(inverseNorms);
    this.quantized?.grow(rows);
    if (vectors === null) return;
    this.vectors = new Int8Array(rows * this.stride);
    this.vectors.set(vectors);
  }

  /** Switches from exact to quantized vectors. */
  private dropExactVectors(): void {
    const { vectors, stride, dimensions, size } = this;
    if (vectors === null) return;
    this.quantized = new QuantizedVectors(dimensions);
    this.quantized.grow(this.ids.length / ID_BYTES);
    for (let row = 0; row < size; row += 1)
      this.quantized.set(row, vectors.subarray(row * stride, row * stride + dimensions));
    this.vectors = null;
  }

  /** Marks rows as removed; their slots stay empty until the scope is reloaded. */
  private remove(memoryIds: readonly string[]): void {
    if (memoryIds.length === 0 || this.size === 0) return;
    const { ids, owners, size } = this;
    const rows = (this.rowsById ??= this.indexRows());
    for (const memoryId of memoryIds)
      rows.visit(ids, parse(memoryId), (first) => {
        for (let row = first; row < size && owners[row] === first; row += 1) this.clear(row);
      });
  }

  private indexRows(): RowsById {
    const rows = new RowsById();
    for (let row = 0; row < this.size; row += 1) if (this.owners[row] === row) rows.add(this.ids, row);
    return rows;
  }

  private clear(row: number): void {
    this.inverseNorms[row] = 0;
    this.gone.add(row);
    this.vectors?.fill(0, row * this.stride, (row + 1) * this.stride);
  }
}

/** Estimated memory of a scope's vectors, in bytes. */
export function scopeVectorBytes(
  { size, dimensions }: { readonly size: number; readonly dimensions: number },
  maxExact = MAX_EXACT,
): number {
  return size * (ID_BYTES + 4 + PASSAGE_BYTES + PLACE_BYTES + (size > maxExact ? (3 * dimensions) / 8 : dimensions));
}

/** Cosine of two vectors of 8-bit components; 0 if one of them is zero. */
export function cosineOf(a: Int8Array, b: Int8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum * inverseNorm(a) * inverseNorm(b);
}

function inverseNorm(vector: Int8Array): number {
  let squares = 0;
  for (const value of vector) squares += value * value;
  return squares === 0 ? 0 : 1 / Math.sqrt(squares);
}

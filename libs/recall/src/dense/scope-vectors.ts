import { parse, stringify } from 'uuid';

/** A memory with the cosine of its vector and the question's. */
export interface Near {
  readonly memoryId: string;
  readonly cosine: number;
}

/** A row of memory_vectors: no vector says that the memory is gone. */
export interface VectorRow {
  readonly memory_id: string;
  readonly number: bigint;
  readonly vector: Buffer | null;
}

const ID_BYTES = 16;
const FIRST_ROWS = 256;

/** The vectors of one scope and model, as far as they were read. */
export class ScopeVectors {
  /** Rows above this number are yet to be read. */
  lastNumber = 0n;
  size = 0;
  private ids = new Uint8Array(0);
  private codes = new Int8Array(0);
  /** 1 / length of each vector; 0 for one that is gone. */
  private shares = new Float32Array(0);

  constructor(readonly dimensions: number) {}

  get bytes(): number {
    return this.ids.byteLength + this.codes.byteLength + this.shares.byteLength;
  }

  /** Takes rows over, in the order of their numbers. */
  add(rows: readonly VectorRow[]): void {
    this.remove(rows.filter(({ vector }) => vector === null).map((row) => row.memory_id));
    for (const { memory_id, vector } of rows) if (vector?.length === this.dimensions) this.append(memory_id, vector);
    this.lastNumber = rows.at(-1)?.number ?? this.lastNumber;
  }

  /**
   * The nearest to a vector, best first; of two that are as near the newer.
   * @param among only these
   */
  nearest(vector: Int8Array, limit: number, among?: ReadonlySet<string>): Near[] {
    const { codes, shares, dimensions, size } = this;
    const own = shareOf(vector);
    const best = new BestRows(limit);
    for (let row = 0, at = 0; row < size; row += 1, at += dimensions) {
      const share = shares[row] ?? 0;
      if (share === 0 || among?.has(this.idOf(row)) === false) continue;
      let sum = 0;
      for (let i = 0; i < dimensions; i += 1) sum += (codes[at + i] ?? 0) * (vector[i] ?? 0);
      best.offer(row, sum * share);
    }
    return this.named(best, own);
  }

  private named(best: BestRows, own: number): Near[] {
    const found = new Map<string, Near>();
    for (const { row, score } of best.sorted()) {
      const memoryId = this.idOf(row);
      if (!found.has(memoryId)) found.set(memoryId, { memoryId, cosine: score * own });
    }
    return [...found.values()];
  }

  private idOf(row: number): string {
    return stringify(this.ids, row * ID_BYTES);
  }

  private append(memoryId: string, vector: Buffer): void {
    if ((this.size + 1) * ID_BYTES > this.ids.length) this.grow(Math.max(FIRST_ROWS, Math.ceil(this.size * 1.5)));
    this.ids.set(parse(memoryId), this.size * ID_BYTES);
    const code = new Int8Array(vector.buffer, vector.byteOffset, vector.length);
    this.codes.set(code, this.size * this.dimensions);
    this.shares[this.size] = shareOf(code);
    this.size += 1;
  }

  private grow(rows: number): void {
    const { ids, codes, shares } = this;
    this.ids = new Uint8Array(rows * ID_BYTES);
    this.codes = new Int8Array(rows * this.dimensions);
    this.shares = new Float32Array(rows);
    this.ids.set(ids);
    this.codes.set(codes);
    this.shares.set(shares);
  }

  /** Their places stay empty until the scope is read anew. */
  private remove(memoryIds: readonly string[]): void {
    if (memoryIds.length === 0 || this.size === 0) return;
    const gone = new Set(memoryIds);
    for (let row = 0; row < this.size; row += 1)
      if (gone.has(this.idOf(row))) {
        this.shares[row] = 0;
        this.codes.fill(0, row * this.dimensions, (row + 1) * this.dimensions);
      }
  }
}

function shareOf(vector: Int8Array): number {
  let squares = 0;
  for (const value of vector) squares += value * value;
  return squares === 0 ? 0 : 1 / Math.sqrt(squares);
}

/** The rows of the highest scores, in a heap whose root is the least of them. */
export class BestRows {
  private readonly rows: Int32Array;
  private readonly scores: Float64Array;
  private held = 0;

  constructor(private readonly limit: number) {
    this.rows = new Int32Array(limit);
    this.scores = new Float64Array(limit);
  }

  offer(row: number, score: number): void {
    if (this.held < this.limit) {
      this.held += 1;
      this.rise(this.held - 1, row, score);
    } else if (score >= (this.scores[0] ?? 0)) this.sink(row, score);
  }

  sorted(): { readonly row: number; readonly score: number }[] {
    return Array.from({ length: this.held }, (_, i) => ({ row: this.rows[i] ?? 0, score: this.scores[i] ?? 0 })).sort(
      (a, b) => b.score - a.score || b.row - a.row,
    );
  }

  private rise(from: number, row: number, score: number): void {
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if ((this.scores[above] ?? 0) <= score) break;
      this.put(place, this.rows[above] ?? 0, this.scores[above] ?? 0);
      place = above;
    }
    this.put(place, row, score);
  }

  private sink(row: number, score: number): void {
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= this.held) break;
      if (below + 1 < this.held && (this.scores[below + 1] ?? 0) < (this.scores[below] ?? 0)) below += 1;
      if ((this.scores[below] ?? 0) >= score) break;
      this.put(place, this.rows[below] ?? 0, this.scores[below] ?? 0);
      place = below;
    }
    this.put(place, row, score);
  }

  private put(place: number, row: number, score: number): void {
    this.rows[place] = row;
    this.scores[place] = score;
  }
}

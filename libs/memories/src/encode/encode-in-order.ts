import type { Outcome } from '#event-store/group-commit.js';
import { failpoint } from '#failpoints/failpoints.js';
import type { EncodeRow } from './encode-batch.js';

/** A row of a list that is written in order. */
export interface OrderedRow {
  readonly row: EncodeRow;
  /** Whether nothing is stored if the scope has a memory of equal content. */
  readonly distinct: boolean;
}

/** Ways of writing rows, each with an outcome per row. */
export interface RowWriters<Result> {
  /** Writes rows in one statement. */
  readonly together: (rows: readonly EncodeRow[]) => Promise<readonly Outcome<Result>[]>;
  readonly distinct: (row: EncodeRow) => Promise<Outcome<Result>>;
  /** Whether a row caused the error, so that the others can be written without it. */
  readonly isRowFault: (error: unknown) => boolean;
  readonly bytesOf: (row: EncodeRow) => number;
}

/** Limits of one statement, as for writes that share one. */
const MAX_ROWS = 256;
const MAX_BYTES = 1024 * 1024;

/**
 * Writes rows of one scope in their order, so that the memories of a session follow each other as in the list: some
 * hundred in a statement, and distinct ones alone. After an error that no row caused, the rest is not tried.
 */
export async function encodeInOrder<Result>(
  rows: readonly OrderedRow[],
  writers: RowWriters<Result>,
): Promise<Outcome<Result>[]> {
  const outcomes: Outcome<Result>[] = [];
  for (const chunk of chunksOf(rows, writers.bytesOf)) {
    try {
      outcomes.push(...(await writeChunk(chunk, writers)));
      if (outcomes.length < rows.length) failpoint('batch.after-chunk');
    } catch (error) {
      const failure = { error: error instanceof Error ? error : new Error(String(error)) };
      return [...outcomes, ...rows.slice(outcomes.length).map(() => failure)];
    }
  }
  return outcomes;
}

async function writeChunk<Result>(
  chunk: readonly OrderedRow[],
  writers: RowWriters<Result>,
): Promise<readonly Outcome<Result>[]> {
  const [first] = chunk;
  if (first?.distinct) return [await writers.distinct(first.row)];
  try {
    return await writers.together(chunk.map(({ row }) => row));
  } catch (error) {
    if (!writers.isRowFault(error)) throw error;
    if (chunk.length === 1) return [{ error: error as Error }];
  }
  const outcomes: Outcome<Result>[] = [];
  for (const one of chunk) outcomes.push(...(await writeChunk([one], writers)));
  return outcomes;
}

function* chunksOf(rows: readonly OrderedRow[], bytesOf: (row: EncodeRow) => number): Generator<OrderedRow[]> {
  let chunk: OrderedRow[] = [];
  let bytes = 0;
  for (const one of rows) {
    const size = bytesOf(one.row);
    const fits = chunk.length < MAX_ROWS && bytes + size <= MAX_BYTES && !one.distinct && chunk[0]?.distinct !== true;
    if (chunk.length > 0 && !fits) {
      yield chunk;
      [chunk, bytes] = [[], 0];
    }
    chunk.push(one);
    bytes += size;
  }
  if (chunk.length > 0) yield chunk;
}

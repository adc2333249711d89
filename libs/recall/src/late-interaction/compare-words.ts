import type { Sql } from '#database/sql.js';
import type { ScopeIndex } from '../index/scope-index.js';
import { knownPieces } from './known-pieces.js';
import { wordNearness, type WordNearness } from './word-nearness.js';

/** The word pieces of a question as a model sees them. */
export interface AskedPieces {
  /** With its version. */
  readonly model: string;
  readonly dimensions: number;
  /** Unit vectors, one after the other. */
  readonly vectors: Float32Array;
}

/** Compares memories with a question word by word, each together with the turns around it; those without stored pieces are left out. */
export async function compareWords(
  sql: Sql,
  scopeId: string,
  index: ScopeIndex,
  { model, dimensions, vectors }: AskedPieces,
  memoryIds: readonly string[],
): Promise<Map<string, WordNearness>> {
  if (memoryIds.length === 0) return new Map();
  const around = await index.around(memoryIds);
  const ids = new Set(memoryIds);
  for (const { before, after } of around.values()) for (const turn of [...before, ...after]) ids.add(turn);
  const known = await knownPieces(sql, scopeId, model, ids);
  const places = new Map([...known.keys()].map((memoryId, place) => [memoryId, place]));
  const placesOf = (turns: readonly string[] = []): number[] => turns.flatMap((turn) => places.get(turn) ?? []);
  const compared = memoryIds.flatMap((memoryId) => {
    const [text, turns] = [places.get(memoryId), around.get(memoryId)];
    return text === undefined
      ? []
      : [{ memoryId, text, before: placesOf(turns?.before), after: placesOf(turns?.after) }];
  });
  const near = wordNearness(vectors, dimensions, [...known.values()], compared);
  return new Map(compared.flatMap(({ memoryId }, i) => (near[i] ? [[memoryId, near[i]]] : [])));
}

import type { Sql } from '#database/sql.js';
import { bm25Saturation, type TermWeight } from '../scope-index/scope-index.js';

/** The passage of a long memory with the highest BM25 score. */
export interface PassageScore {
  readonly passage: number;
  readonly score: number;
  /** Terms that the passage contains. */
  readonly terms: readonly string[];
}

interface PassageRow {
  readonly memory_id: string;
  readonly term: string;
  readonly length: number;
  /** The passage of each occurrence, joined by blanks: the driver parses that faster than an array. */
  readonly passages: string;
}

/**
 * Best passage of each of the given memories by BM25; memories of one passage, and those without a term, are omitted.
 * Terms that lie in different passages do not add up: a long text contains most words somewhere.
 */
export async function scorePassages(
  sql: Sql,
  scopeId: string,
  terms: readonly TermWeight[],
  averageDocumentLength: number,
  memoryIds: readonly string[],
): Promise<Map<string, PassageScore>> {
  if (memoryIds.length === 0 || terms.length === 0) return new Map();
  const { rows } = await sql.query<PassageRow>(
    `SELECT memory_id, term, length, array_to_string(passages, ' ') AS passages FROM search_postings
     WHERE scope_id = $1 AND term = ANY ($2::text[]) AND memory_id = ANY ($3::uuid[]) AND passages IS NOT NULL`,
    [scopeId, terms.map(({ term }) => term), memoryIds],
  );
  const weights = new Map(terms.map(({ term, weight }) => [term, weight]));
  const scored = new Map<string, Map<number, { score: number; readonly terms: string[] }>>();
  for (const { memory_id: memoryId, term, length, passages } of rows) {
    const ofMemory = scored.get(memoryId) ?? new Map<number, { score: number; readonly terms: string[] }>();
    scored.set(memoryId, ofMemory);
    for (const [passage, frequency] of frequencies(passages)) {
      const one = ofMemory.get(passage) ?? { score: 0, terms: [] };
      ofMemory.set(passage, one);
      one.score += (weights.get(term) ?? 0) * bm25Saturation(frequency, length, averageDocumentLength);
      one.terms.push(term);
    }
  }
  return new Map([...scored].map(([memoryId, passages]) => [memoryId, best(passages)]));
}

function frequencies(passages: string): Map<number, number> {
  const found = new Map<number, number>();
  for (const passage of passages.split(' ').map(Number)) found.set(passage, (found.get(passage) ?? 0) + 1);
  return found;
}

/** The first of the passages with the highest score. */
function best(passages: ReadonlyMap<number, Omit<PassageScore, 'passage'>>): PassageScore {
  let found: PassageScore = { passage: 0, score: 0, terms: [] };
  for (const [passage, { score, terms }] of passages)
    if (score > found.score || (score === found.score && passage < found.passage)) found = { passage, score, terms };
  return found;
}

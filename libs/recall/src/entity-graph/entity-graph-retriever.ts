import type { Sql } from '#database/sql.js';
import type { AskedQuery, Candidate, RecallFilter, Retrieved } from '../retriever.js';
import { memoriesNaming, sharesOfWords } from './memories-of-walk.js';
import { entitiesNamed, type NamedEntity } from './query-entities.js';
import { pathOf, walk, type Reached, type Walk, type Way } from './walk.js';

/** What naming an entity is worth, beside a claim about it. */
const NAMED = 0.3;
/** Memories that name an entity and are few; of more, each says less. */
const FEW = 10;
/** Memories that are looked at closer. */
const MAX_MEMORIES = 500;

/**
 * Memories that the graph leads to: from the entities that the question names, over their relations and statements,
 * to the memories behind them, and to those that name the entities on the way. What the graph says for a memory and
 * the share of the question's other words that stand in it multiply.
 */
export async function entityGraphRetriever(
  sql: Sql,
  scopeId: string,
  query: AskedQuery,
  filter: RecallFilter,
  limit: number,
): Promise<Retrieved> {
  const anchors = await anchorsOf(sql, scopeId, query, filter);
  if (anchors.length === 0) return { candidates: [], notes: { entities: [] } };
  const named = new Set(anchors.flatMap((anchor) => anchor.words));
  const walked = await walk(sql, scopeId, anchors, new Set(query.terms));
  const found = collect(walked, await memoriesNaming(sql, scopeId, walked.reached));
  const strongest = [...found].sort(([, a], [, b]) => b.strength - a.strength).slice(0, MAX_MEMORIES);
  const { terms } = await query.weights;
  const words = terms.filter(({ asked }) => !named.has(asked));
  const shares = await sharesOfWords(
    sql,
    scopeId,
    strongest.map(([memoryId]) => memoryId),
    words,
    filter,
  );
  const candidates = strongest.flatMap(([memoryId, { strength, way }]) => {
    const share = shares.get(memoryId);
    if (share === undefined) return [];
    return [{ memoryId, score: strength * (0.5 + share), support: strength * (0.5 + share / 2), way }];
  });
  return {
    candidates: candidates
      .sort(bestFirst)
      .slice(0, limit)
      .map(({ way, ...candidate }): Candidate => ({ ...candidate, because: pathOf(way) })),
    notes: {
      entities: anchors.map(({ entityId, name }) => ({ entity_id: entityId, name })),
      reached: walked.reached.length,
    },
  };
}

/** The entities that the question names, and those it is about. */
async function anchorsOf(
  sql: Sql,
  scopeId: string,
  { text }: AskedQuery,
  { subjects = [] }: RecallFilter,
): Promise<NamedEntity[]> {
  const named = await entitiesNamed(sql, scopeId, text);
  if (subjects.length === 0) return named;
  const { rows } = await sql.query<{ entity_id: string; name: string }>(
    `SELECT entity_id, canonical_name AS name FROM entities
     WHERE scope_id = $1 AND entity_id = ANY ($2::uuid[]) ORDER BY entity_id`,
    [scopeId, subjects],
  );
  const asked = rows.filter((row) => named.every((anchor) => anchor.entityId !== row.entity_id));
  return [...named, ...asked.map((row) => ({ entityId: row.entity_id, name: row.name, words: [] }))];
}

interface Found {
  /** 0..1: independent pieces of evidence, 1 - Π(1 - weight). */
  strength: number;
  /** Of the weightiest piece, and its weight. */
  way: Way;
  weightiest: number;
}

function collect({ evidence }: Walk, naming: readonly { memoryId: string; node: Reached }[]): Map<string, Found> {
  const found = new Map<string, Found>();
  const add = (memoryId: string, weight: number, way: Way): void => {
    let memory = found.get(memoryId);
    if (!memory) found.set(memoryId, (memory = { strength: 0, way, weightiest: 0 }));
    memory.strength = 1 - (1 - memory.strength) * (1 - Math.min(weight, 0.99));
    if (weight <= memory.weightiest) return;
    memory.way = way;
    memory.weightiest = weight;
  };
  for (const { claim, weight, way } of evidence) for (const id of claim.memoryIds) add(id, weight, way);
  const named = new Map<string, number>();
  for (const { node } of naming) named.set(node.entityId, (named.get(node.entityId) ?? 0) + 1);
  for (const { memoryId, node } of naming)
    add(memoryId, node.weight * NAMED * Math.min(1, FEW / (named.get(node.entityId) ?? 1)), node.way);
  return found;
}

function bestFirst(a: Pick<Candidate, 'memoryId' | 'score'>, b: Pick<Candidate, 'memoryId' | 'score'>): number {
  return b.score - a.score || (a.memoryId > b.memoryId ? -1 : 1);
}

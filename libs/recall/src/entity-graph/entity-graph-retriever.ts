import type { Sql } from '#database/sql.js';
import type { RecallFilter } from '../recall-filter.js';
import type { AskedQuery, Candidate, Retrieved } from '../retriever.js';
import type { NameHit, ScopeIndex } from '../index/scope-index.js';
import { anchorWeights } from './anchor-weights.js';
import { readAroundNamed, type Around } from './claims-around.js';
import { namedEntities, namesIn, type NamedEntity } from './query-entities.js';
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
  const { subjects = [] } = filter;
  const [index, { hits, first }] = await Promise.all([query.index, readNamed(sql, scopeId, query, subjects)]);
  const anchors = anchorsOf(hits, subjects, first);
  if (anchors.length === 0) return { candidates: [], notes: { entities: [] } };
  const named = new Set(anchors.flatMap((anchor) => anchor.words));
  const beginnings = await beginningsOf(index, anchors);
  const walked = await walk(sql, scopeId, index, beginnings, first, new Set(query.terms));
  const found = collect(walked);
  const strongest = [...found].sort(([, a], [, b]) => b.strength - a.strength).slice(0, MAX_MEMORIES);
  const { terms } = await query.weights;
  const words = terms.filter(({ asked }) => !named.has(asked));
  const shares = await index.shares(
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
      .map(({ way, ...candidate }): Candidate => ({ ...candidate, because: () => pathOf(way) })),
    notes: {
      entities: anchors.map(({ entityId, name }) => ({ entity_id: entityId, name })),
      reached: walked.reached.length,
    },
    claims: first.claims,
  };
}

/** Whom the question names, and what is around them. */
interface Named {
  readonly hits: readonly NameHit[];
  readonly first: Around;
}

/** Read while the index is, from the names that were known last, and again where the index has learned of a change. */
async function readNamed(
  sql: Sql,
  scopeId: string,
  { text, index, last }: AskedQuery,
  subjects: readonly string[],
): Promise<Named> {
  const read = async (from: ScopeIndex): Promise<Named> => {
    const hits = await namesIn(from, text);
    const entityIds = [...new Set([...hits.map(({ entityId }) => entityId), ...subjects])];
    return { hits, first: await aroundOf(sql, scopeId, from, entityIds) };
  };
  const version = last?.version;
  const [known, early] = await Promise.all([index, last && read(last)]);
  return early !== null && known === last && known.version === version ? early : read(known);
}

async function aroundOf(sql: Sql, scopeId: string, index: ScopeIndex, entityIds: readonly string[]): Promise<Around> {
  return entityIds.length === 0 ? { entities: [], claims: [] } : readAroundNamed(sql, scopeId, index, entityIds);
}

/** The entities that the question names, and those it is about. */
function anchorsOf(hits: readonly NameHit[], subjects: readonly string[], { entities }: Around): NamedEntity[] {
  const named = namedEntities(hits, entities);
  const others = entities.filter(({ entityId }) => named.every((anchor) => anchor.entityId !== entityId));
  const about = others.filter(({ entityId }) => subjects.includes(entityId));
  return [...named, ...about.map(({ entityId, name }) => ({ entityId, name, words: [] }))];
}

/** Where the walk begins. */
async function beginningsOf(index: ScopeIndex, anchors: readonly NamedEntity[]): Promise<Reached[]> {
  const weights = await anchorWeights(index, anchors);
  return anchors.map(({ entityId, name }) => ({ entityId, weight: weights.get(entityId) ?? 1, way: name }));
}

interface Found {
  /** 0..1: independent pieces of evidence, 1 - Π(1 - weight). */
  strength: number;
  /** Of the weightiest piece, and its weight. */
  way: Way;
  weightiest: number;
}

function collect({ evidence, reached, naming }: Walk): Map<string, Found> {
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
  for (const { entityId, weight, way } of reached) {
    const memoryIds = naming.get(entityId) ?? [];
    const worth = weight * NAMED * Math.min(1, FEW / Math.max(1, memoryIds.length));
    for (const memoryId of memoryIds) add(memoryId, worth, way);
  }
  return found;
}

function bestFirst(a: Pick<Candidate, 'memoryId' | 'score'>, b: Pick<Candidate, 'memoryId' | 'score'>): number {
  return b.score - a.score || (a.memoryId > b.memoryId ? -1 : 1);
}

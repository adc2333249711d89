import type { Sql } from '#database/sql.js';
import type { SearchFilter } from '#search/filter/search-filter.js';
import type { Candidate, RetrieverResult } from '../retriever.js';
import type { PendingQuery } from '../../query/analyzed-query.js';
import type { MaybePromise, NameHit, ScopeIndex } from '#search/scope-index/scope-index.js';
import { anchorWeights } from './anchor-weights.js';
import { loadNeighbourhoodOfQuery, type Neighbourhood } from './load-neighbourhoods.js';
import { toLinkedEntities, findNameHits, type LinkedEntity } from './entity-linking.js';
import { statedMatters } from './stated-matters.js';
import { formatPath, walkGraph, type VisitedEntity, type GraphWalk, type Path } from './graph-walk.js';

/** Weight of a mention of an entity, relative to a claim about it. */
const MENTION_WEIGHT = 0.3;
/** Number of mentioning memories up to which each counts in full; with more, each counts less. */
const FEW_MENTIONS = 10;
/** Maximum number of memories that are scored by term overlap. */
const MAX_MEMORIES = 500;

/**
 * Finds memories through the graph: from the entities that the question names, over their relations and statements, to
 * the memories that assert them, and to the memories that mention the visited entities. The score is the strength of
 * the graph evidence times 0.5 plus the share of the question's other terms in the memory.
 */
export async function graphRetriever(
  sql: Sql,
  scopeId: string,
  query: PendingQuery,
  pendingFilter: MaybePromise<SearchFilter>,
  limit: number,
): Promise<RetrieverResult> {
  const filter = await pendingFilter;
  const { subjects = [] } = filter;
  const [index, { hits, neighbourhood }] = await Promise.all([
    query.index,
    linkQueryEntities(sql, scopeId, query, subjects),
  ]);
  const anchors = anchorsOf(hits, subjects, neighbourhood);
  if (anchors.length === 0) return { candidates: [], notes: { entities: [] } };
  const named = new Set(anchors.flatMap((anchor) => anchor.words));
  const starts = await startsOf(index, anchors);
  const questionTerms = new Set(query.terms);
  const walk = await walkGraph(sql, scopeId, index, starts, neighbourhood, questionTerms);
  const found = scoreMemories(walk);
  const strongest = [...found].sort(([, a], [, b]) => b.strength - a.strength).slice(0, MAX_MEMORIES);
  const { terms } = await query.termWeights;
  const words = terms.filter(({ queryTerm }) => !named.has(queryTerm));
  const shares = await index.termOverlap(
    strongest.map(([memoryId]) => memoryId),
    words,
    filter,
  );
  const candidates = strongest.flatMap(([memoryId, { strength, path }]) => {
    const share = shares.get(memoryId);
    if (share === undefined) return [];
    return [{ memoryId, score: strength * (0.5 + share), support: strength * (0.5 + share / 2), way: path }];
  });
  return {
    candidates: candidates
      .sort(bestFirst)
      .slice(0, limit)
      .map(({ way, ...candidate }): Candidate => ({ ...candidate, because: () => formatPath(way) })),
    notes: {
      entities: anchors.map(({ entityId, name }) => ({ entity_id: entityId, name })),
      reached: walk.visited.length,
    },
    claims: neighbourhood.claims,
    matters: statedMatters([...neighbourhood.claims, ...neighbourhood.candidates], questionTerms),
    candidateClaims: neighbourhood.candidates,
  };
}

/** Names found in a question, and the neighbourhood of their entities. */
interface LinkedEntities {
  readonly hits: readonly NameHit[];
  readonly neighbourhood: Neighbourhood;
}

/**
 * Links names and loads neighbourhoods while the index is being read, using the last index; repeats it if the index has
 * changed since.
 */
async function linkQueryEntities(
  sql: Sql,
  scopeId: string,
  { text, index, lastIndex }: PendingQuery,
  subjects: readonly string[],
): Promise<LinkedEntities> {
  const read = async (from: ScopeIndex): Promise<LinkedEntities> => {
    const hits = await findNameHits(from, text);
    const entityIds = [...new Set([...hits.map(({ entityId }) => entityId), ...subjects])];
    return { hits, neighbourhood: await neighbourhoodOf(sql, scopeId, from, entityIds) };
  };
  const version = lastIndex?.version;
  const [known, early] = await Promise.all([index, lastIndex && read(lastIndex)]);
  return early !== null && known === lastIndex && known.version === version ? early : read(known);
}

async function neighbourhoodOf(
  sql: Sql,
  scopeId: string,
  index: ScopeIndex,
  entityIds: readonly string[],
): Promise<Neighbourhood> {
  return entityIds.length === 0
    ? { entities: [], claims: [], candidates: [] }
    : loadNeighbourhoodOfQuery(sql, scopeId, index, entityIds);
}

/** Start entities: those that the question names, and the subjects of the filter. */
function anchorsOf(hits: readonly NameHit[], subjects: readonly string[], { entities }: Neighbourhood): LinkedEntity[] {
  const named = toLinkedEntities(hits, entities);
  const others = entities.filter(({ entityId }) => named.every((anchor) => anchor.entityId !== entityId));
  const about = others.filter(({ entityId }) => subjects.includes(entityId));
  return [...named, ...about.map(({ entityId, name }) => ({ entityId, name, words: [] }))];
}

/** Weighted start entities of the walk. */
async function startsOf(index: ScopeIndex, anchors: readonly LinkedEntity[]): Promise<VisitedEntity[]> {
  const weights = await anchorWeights(index, anchors);
  return anchors.map(({ entityId, name }) => ({ entityId, weight: weights.get(entityId) ?? 1, path: name }));
}

interface ScoredPath {
  /** Combined weight of independent evidence, 0..1: 1 - Π(1 - weight). */
  strength: number;
  /** Path and weight of the strongest evidence. */
  path: Path;
  weightiest: number;
}

function scoreMemories({ evidence, visited, mentioningMemories }: GraphWalk): Map<string, ScoredPath> {
  const found = new Map<string, ScoredPath>();
  const add = (memoryId: string, weight: number, path: Path): void => {
    let memory = found.get(memoryId);
    if (!memory) found.set(memoryId, (memory = { strength: 0, path, weightiest: 0 }));
    memory.strength = 1 - (1 - memory.strength) * (1 - Math.min(weight, 0.99));
    if (weight <= memory.weightiest) return;
    memory.path = path;
    memory.weightiest = weight;
  };
  for (const { claim, weight, path } of evidence) for (const id of claim.memoryIds) add(id, weight, path);
  for (const { entityId, weight, path } of visited) {
    const memoryIds = mentioningMemories.get(entityId) ?? [];
    const mentionWeight = weight * MENTION_WEIGHT * Math.min(1, FEW_MENTIONS / Math.max(1, memoryIds.length));
    for (const memoryId of memoryIds) add(memoryId, mentionWeight, path);
  }
  return found;
}

function bestFirst(a: Pick<Candidate, 'memoryId' | 'score'>, b: Pick<Candidate, 'memoryId' | 'score'>): number {
  return b.score - a.score || (a.memoryId > b.memoryId ? -1 : 1);
}

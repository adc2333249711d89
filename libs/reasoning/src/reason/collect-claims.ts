import { linkEntities } from '#recall/retrievers/graph/entity-linking.js';
import { postgresScopeIndex } from '#search/postgres-index/postgres-scope-index.js';
import type { Cue, ResolvedCue } from '../cue.js';
import type { MemorySearch } from '#recall/memory-search.js';
import type { Cause } from './causes.js';
import { claimsAt, endsOf, type GraphClaim } from '#graph/queries/graph-claims.js';
import { entitiesIn } from './observed-entities.js';
import { similarEntities } from './similar-entities.js';

/** A claim reached from the observation. */
export interface RelevantClaim {
  readonly claim: GraphClaim;
  /** Proximity to the observation, 0..1. */
  readonly relevance: number;
  readonly analogical: boolean;
}

/** Factor on the relevance per hop. */
export const HOP_DECAY = 0.88;
/** Factor on the relevance for an entity that shares two claims; each further claim adds 0.1, up to the maximum. */
const ANALOGY_FACTOR = 0.6;
const MAX_ANALOGY_FACTOR = 0.8;
/**
 * Maximum number of entities expanded per level (the most relevant), and of observed entities for which similar ones
 * are searched.
 */
const MAX_FRONTIER = 64;
const MAX_ANALOGY_SOURCES = 4;

/** Level and relevance of entities, by id. */
type Anchors = Map<string, { level: number; relevance: number }>;

/**
 * Collects the claims up to `depth` hops from the observation: claims of its own entities, then of the entities at the
 * other end of current claims, in either direction, then of similar entities. Entities of causes are expanded one level
 * later per causal link. Stops between levels once `isOver`.
 */
export async function collectRelevantClaims(
  from: MemorySearch,
  observation: { readonly cue: Cue; readonly read: ResolvedCue; readonly causes: readonly Cause[] },
  depth: number,
  isOver: () => boolean,
): Promise<RelevantClaim[]> {
  const anchors = await anchorsOf(from, observation);
  const reached = new Map<string, RelevantClaim>();
  for (let level = 0; level < depth && !isOver(); level += 1) {
    const frontier = atLevel(anchors, level).slice(0, MAX_FRONTIER);
    for (const claim of await claimsAt(from.sql, from.scopeId, frontier)) reach(reached, anchors, claim, level);
  }
  for (const entityId of atLevel(anchors, 0).slice(0, MAX_ANALOGY_SOURCES)) {
    if (isOver()) break;
    await addAnalogies(from, entityId, anchors, reached);
  }
  return [...reached.values()];
}

async function anchorsOf(
  { sql, scopeId }: MemorySearch,
  { cue, read, causes }: { readonly cue: Cue; readonly read: ResolvedCue; readonly causes: readonly Cause[] },
): Promise<Anchors> {
  const anchors: Anchors = new Map();
  const named = 'text' in cue ? await linkEntities(sql, scopeId, postgresScopeIndex(sql, scopeId), cue.text) : [];
  for (const { entityId } of named) anchors.set(entityId, { level: 0, relevance: 1 });
  // If the text itself names entities, those of its memories are one hop away.
  const memoryLevel = named.length > 0 ? 1 : 0;
  const levels = new Map(read.memories.map(({ memoryId, score }) => [memoryId, { level: memoryLevel, match: score }]));
  for (const { cause, hops, match } of causes)
    if (!levels.has(cause)) levels.set(cause, { level: Math.max(memoryLevel, hops), match });
  for (const { memoryId, entityId } of await entitiesIn(sql, scopeId, [...levels.keys()])) {
    const { level, match } = levels.get(memoryId) ?? { level: memoryLevel, match: 0 };
    const known = anchors.get(entityId);
    const relevance = match * HOP_DECAY ** level;
    if (known === undefined || known.level > level || (known.level === level && known.relevance < relevance))
      anchors.set(entityId, { level, relevance });
  }
  return anchors;
}

function atLevel(anchors: Anchors, level: number): string[] {
  return [...anchors]
    .filter(([, anchor]) => anchor.level === level)
    .sort(([a, x], [b, y]) => y.relevance - x.relevance || (a < b ? -1 : 1))
    .map(([id]) => id);
}

function reach(reached: Map<string, RelevantClaim>, anchors: Anchors, claim: GraphClaim, level: number): void {
  const ends = endsOf(claim);
  const relevance = Math.max(
    ...ends.map((id) => (anchors.get(id)?.level === level ? (anchors.get(id)?.relevance ?? 0) : 0)),
  );
  if ((reached.get(claim.id)?.relevance ?? -1) < relevance)
    reached.set(claim.id, { claim, relevance, analogical: false });
  if (!claim.holds) return;
  for (const id of ends) {
    const known = anchors.get(id);
    const further = relevance * HOP_DECAY;
    if (known === undefined || (known.level > level && known.relevance < further))
      anchors.set(id, { level: Math.min(known?.level ?? level + 1, level + 1), relevance: further });
  }
}

async function addAnalogies(
  from: MemorySearch,
  entityId: string,
  anchors: Anchors,
  reached: Map<string, RelevantClaim>,
): Promise<void> {
  const own = [...reached.values()].map(({ claim }) => claim).filter((claim) => claim.subject === entityId);
  const shared = new Set(own.map((claim) => `${claim.predicate} ${claim.object}`));
  const relevance = anchors.get(entityId)?.relevance ?? 0;
  for (const similar of await similarEntities(from, entityId, own)) {
    const factor = Math.min(MAX_ANALOGY_FACTOR, ANALOGY_FACTOR + 0.1 * (similar.shared - 2));
    for (const claim of await claimsAt(from.sql, from.scopeId, [similar.entityId])) {
      const isNews = claim.subject === similar.entityId && !shared.has(`${claim.predicate} ${claim.object}`);
      if (!isNews || (reached.get(claim.id)?.relevance ?? 0) >= relevance * factor) continue;
      reached.set(claim.id, { claim, relevance: relevance * factor, analogical: true });
    }
  }
}

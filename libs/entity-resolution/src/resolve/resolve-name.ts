import { ENTITY_TYPES, type EntityType } from '#contracts/ontology.js';
import type { Sql } from '#database/sql.js';
import { tokenizeName } from '../name-tokens.js';
import { shortFormOf } from '../short-form.js';
import { compareNames, CONFIDENCE, type SpellingLexicon } from './compare-names.js';
import { findNameCandidates, type FoundName } from './find-candidates.js';
import { weighContext } from './weigh-context.js';

export interface ResolveRequest {
  readonly name: string;
  /** Entity type; null for any type. */
  readonly type: EntityType | null;
  /** Text around the name, used when several entities have it. */
  readonly context: string | null;
}

/** How a name was resolved: 1 exact name or alias, 2 another spelling, 3 by context. */
export type Tier = 1 | 2 | 3;

export interface Resolution {
  readonly outcome: 'resolved' | 'ambiguous' | 'not_found';
  readonly tier: Tier | null;
  /** Confidence of the entity, or of the most likely candidate, 0 to 1. */
  readonly confidence: number;
  readonly entityId: string | null;
  /** Entities that the name may denote, by confidence and then by id; at most 20. */
  readonly candidateIds: readonly string[];
}

interface ResolutionCandidate {
  readonly id: string;
  readonly names: readonly string[];
  readonly confidence: number;
}

/** Candidates whose confidence is lower than the best by this much are dropped. */
const MAX_CONFIDENCE_GAP = 0.1;
const MAX_CANDIDATES = 20;

/**
 * Resolves a name to an entity of a scope. An exact name takes precedence over other spellings, and a more likely
 * spelling over others. When several are equally likely, the context decides, if it is clear. A name that is an entity
 * of its own because it is a short form of several others may denote each of those, too.
 */
export async function resolveName(
  sql: Sql,
  scopeId: string,
  { name, type, context }: ResolveRequest,
  lexicon: SpellingLexicon,
): Promise<Resolution> {
  const types = type === null ? ENTITY_TYPES : [type];
  const found = await findNameCandidates(sql, scopeId, name, types, lexicon);
  const likely = likeliest(name, found, lexicon);
  const [best] = likely;
  if (!best) return { outcome: 'not_found', tier: null, confidence: 0, entityId: null, candidateIds: [] };
  const tier = best.confidence === 1 ? 1 : 2;
  const candidates = likely.length === 1 && tier === 1 ? withFullerNames(name, best, found, lexicon) : likely;
  if (candidates.length === 1) return resolved(tier, best.confidence, best.id, candidates);
  if (context !== null) {
    const weights = await weighContext(sql, scopeId, candidates, { context, name });
    const decided = decide(candidates, weights);
    if (decided) return decided;
  }
  const { confidence } = best;
  return { outcome: 'ambiguous', tier, confidence, entityId: null, candidateIds: idsOf(candidates) };
}

/** The most likely candidates, by confidence and then by id. */
function likeliest(name: string, found: readonly FoundName[], lexicon: SpellingLexicon): ResolutionCandidate[] {
  const candidates = new Map<string, { id: string; names: string[]; confidence: number }>();
  for (const { survivorId: id, type, surface } of found) {
    const confidence = compareNames(type, name, surface, lexicon);
    if (confidence === null) continue;
    const candidate = candidates.get(id) ?? { id, names: [], confidence: 0 };
    candidates.set(id, candidate);
    candidate.names.push(surface);
    candidate.confidence = Math.max(candidate.confidence, Math.round(confidence * 1000) / 1000);
  }
  const sorted = [...candidates.values()].sort((a, b) => b.confidence - a.confidence || (a.id < b.id ? -1 : 1));
  const best = sorted[0]?.confidence ?? 0;
  return sorted.filter(({ confidence }) => (best === 1 ? confidence === 1 : confidence > best - MAX_CONFIDENCE_GAP));
}

/** The entity with the exact name, and the fuller ones that clustering could not decide between. */
function withFullerNames(
  name: string,
  exact: ResolutionCandidate,
  found: readonly FoundName[],
  lexicon: SpellingLexicon,
): ResolutionCandidate[] {
  const types = new Set(found.filter((one) => one.survivorId === exact.id).map((one) => one.type));
  const fuller = new Map<string, ResolutionCandidate>();
  for (const { survivorId: id, type, surface } of found) {
    if (id === exact.id || !types.has(type)) continue;
    const form = shortFormOf(type, tokenizeName(type, name), tokenizeName(type, surface), lexicon);
    if (form === null) continue;
    const names = [...(fuller.get(id)?.names ?? []), surface];
    fuller.set(id, { id, names, confidence: CONFIDENCE[form] });
  }
  const byId = [...fuller.values()].sort((a, b) => b.confidence - a.confidence || (a.id < b.id ? -1 : 1));
  return fuller.size > 1 ? [exact, ...byId] : [exact];
}

/** The candidate that the context supports at least twice as strongly as any other; null when there is none. */
function decide(candidates: readonly ResolutionCandidate[], weights: ReadonlyMap<string, number>): Resolution | null {
  const weightOf = (candidate: ResolutionCandidate): number => weights.get(candidate.id) ?? 0;
  const sorted = [...candidates].sort((a, b) => weightOf(b) - weightOf(a));
  const [best, second] = sorted;
  if (!best || !second || weightOf(best) === 0 || weightOf(best) < 2 * weightOf(second)) return null;
  const clearness = 1 - weightOf(second) / weightOf(best);
  const confidence = Math.round(best.confidence * (0.6 + 0.3 * clearness) * 1000) / 1000;
  return resolved(3, confidence, best.id, sorted);
}

function resolved(
  tier: Tier,
  confidence: number,
  entityId: string,
  candidates: readonly ResolutionCandidate[],
): Resolution {
  return { outcome: 'resolved', tier, confidence, entityId, candidateIds: idsOf(candidates) };
}

function idsOf(candidates: readonly ResolutionCandidate[]): string[] {
  return candidates.slice(0, MAX_CANDIDATES).map((candidate) => candidate.id);
}

import type { Sql } from '#database/sql.js';
import type { MemorySearch } from '#recall/memory-search.js';
import { resolveCue, readActiveTexts, type Cue } from '../cue.js';
import { causesOf, type Cause } from './causes.js';
import { conflictsAmong } from './conflicts.js';
import {
  causalDraft,
  claimDraft,
  inferenceOf,
  surestFirst,
  type InferenceDraft,
  type Inference,
} from './inferences.js';
import { loadClaimEvidence, linksOf } from './memory-evidence.js';
import { collectRelevantClaims, type RelevantClaim } from './collect-claims.js';
import { claimsOf, endsOf, type GraphClaim } from '#graph/queries/graph-claims.js';
import { entityNames } from './observed-entities.js';
import { weighClaim } from './weigh-claims.js';

export interface ReasonRequest {
  readonly observation: Cue;
  /** Maximum number of hops. */
  readonly depth: number;
  /** Minimum confidence of an inference, 0..1. */
  readonly confidenceThreshold: number;
  readonly maxInferences: number;
  /** Time limit in milliseconds. */
  readonly budgetMs: number;
}

/** Maximum number of claims that are weighed, by relevance times confidence. */
const MAX_WEIGHED_CLAIMS = 400;

/**
 * Infers what is known about an observation: the relations and statements up to `depth` hops away, each with the
 * memories for and against it, and the causes that links state. No model is used. When the time is over, the claims
 * collected so far are weighed.
 * @returns null if the observation is a memory that does not exist in the scope or is forgotten
 */
export async function reasonAbout(from: MemorySearch, request: ReasonRequest): Promise<Inference[] | null> {
  const { sql, scopeId, nowMs } = from;
  const deadline = nowMs() + request.budgetMs;
  const cue = request.observation;
  const resolved = await resolveCue(sql, scopeId, from.find, cue);
  if (!resolved) return null;
  const observed = new Map(resolved.memories.map(({ memoryId, score }) => [memoryId, score]));
  const causes = await causesOf(sql, scopeId, observed, request.depth);
  const reached = await collectRelevantClaims(
    from,
    { cue, read: resolved, causes },
    request.depth,
    () => nowMs() >= deadline,
  );
  const drafts = await weighAll(from, reached, causes, new Set(observed.keys()));
  return drafts
    .filter((draft) => draft.confidence >= request.confidenceThreshold)
    .sort(surestFirst)
    .slice(0, request.maxInferences)
    .map(inferenceOf);
}

async function weighAll(
  { sql, scopeId }: MemorySearch,
  reached: readonly RelevantClaim[],
  causes: readonly Cause[],
  observed: ReadonlySet<string>,
): Promise<InferenceDraft[]> {
  const chosen = [...reached].sort(mostPromisingFirst).slice(0, MAX_WEIGHED_CLAIMS);
  const claims = chosen.map(({ claim }) => claim);
  const all = [...claims, ...(await superseding(sql, scopeId, claims))];
  const causing = new Set(causes.map(({ cause }) => cause).filter((id) => !observed.has(id)));
  const chain = [...observed, ...causing];
  const evidence = await loadClaimEvidence(sql, scopeId, all);
  const links = await linksOf(sql, scopeId, [...new Set([...claims.flatMap((claim) => claim.memoryIds), ...chain])]);
  const names = await entityNames(sql, scopeId, [...new Set(claims.flatMap(endsOf))]);
  const texts = await readActiveTexts(sql, scopeId, chain);
  const weighing = { evidence, conflicts: conflictsAmong(all), links, observed, causing };
  return [
    ...chosen.flatMap((one) => weighClaim(one, weighing)).flatMap((weighed) => claimDraft(weighed, names) ?? []),
    ...causes.flatMap((cause) => causalDraft(cause, links, texts) ?? []),
  ];
}

/** Superseding claims that were not reached themselves: evidence against the superseded ones. */
async function superseding(sql: Sql, scopeId: string, claims: readonly GraphClaim[]): Promise<GraphClaim[]> {
  const known = new Set(claims.map(({ id }) => id));
  const missing = claims.flatMap(({ supersededBy }) => supersededBy ?? []).filter((id) => !known.has(id));
  return claimsOf(sql, scopeId, [...new Set(missing)]);
}

function mostPromisingFirst(a: RelevantClaim, b: RelevantClaim): number {
  const priority = ({ claim, relevance }: RelevantClaim): number => claim.confidence * relevance;
  return priority(b) - priority(a) || (a.claim.id < b.claim.id ? -1 : 1);
}

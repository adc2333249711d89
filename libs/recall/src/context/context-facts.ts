import { dayOf } from '#contracts/clock.js';
import type { Sql } from '#database/sql.js';
import { claimsAt, endsOf, type GraphClaim } from '#graph/queries/graph-claims.js';
import {
  verbalizeClaim,
  verbalizeEndedClaim,
  verbalizeName,
  verbalizePastClaim,
  verbalizeValue,
} from '#graph/queries/claim-wording.js';
import { filterMemories } from '#search/filter/filter-memories.js';
import type { SearchFilter } from '#search/filter/search-filter.js';
import { postgresScopeIndex } from '#search/postgres-index/postgres-scope-index.js';
import { truncateQuestion } from '../query/analyze-query.js';
import { anchorsOf, type Anchors } from './fact-anchors.js';
import type { FactHit } from './fact-hit.js';
import type { FactCandidate, ScoredFact } from './fact-candidate.js';
import { relevanceOf, type RelevanceContext } from './fact-relevance.js';
import { overtakenBy } from './overtaken-facts.js';
import { roleFacts } from './role-facts.js';
import { loadEntityNames, type NamedEntity } from './load-entity-names.js';
import { focusOf, type QuestionFocus } from './question-focus.js';

/** Maximum number of entities of the hits whose facts are read, if the question names none. */
const MAX_HIT_ENTITIES = 24;
/** By how much less relevant than the best a fact may be. */
const RELEVANCE_SPAN = 0.45;

/** A question with its answer, and which facts are wanted. */
export interface FactRequest {
  /** The question; only its beginning is read. */
  readonly question: string;
  /** Memories of the answer, best first. */
  readonly hits: readonly FactHit[];
  /** Filter of the question: a fact is asserted by a memory that passes it. */
  readonly filter: SearchFilter;
  readonly maxFacts: number;
  /** Minimum confidence of a fact, 0..1. */
  readonly minConfidence: number;
}

/** A fact to the point of a question. */
export interface ContextFact {
  /** Id of the relation or statement. */
  readonly id: string;
  readonly kind: 'relation' | 'statement';
  /** Sentence, with the day since when or until when it holds, or on which it was told. */
  readonly text: string;
  readonly confidence: number;
  /** UUIDs of memories that assert it. */
  readonly memoryIds: readonly string[];
}

/**
 * Facts that answer a question, best first: of what it asks for, about whom it names, from memories of the answer or
 * about their entities. They hold now, unless the question asks for what was before. None if none is to the point.
 */
export async function contextFacts(sql: Sql, scopeId: string, request: FactRequest): Promise<ContextFact[]> {
  const question = truncateQuestion(request.question);
  const focus = focusOf(question);
  const index = postgresScopeIndex(sql, scopeId);
  const anchors = await anchorsOf(sql, scopeId, index, question, request.hits);
  const direct = await candidatesAt(sql, scopeId, request, focus, startsOf(anchors, request.hits, focus));
  const context = { focus, anchors, hits: request.hits, through: new Set<string>() };
  const isOvertaken = overtakenBy(request.hits);
  const relevantOf = (candidates: readonly FactCandidate[], to: RelevanceContext): ScoredFact[] =>
    candidates
      .map((candidate) => ({ candidate, relevance: relevanceOf(candidate, to) }))
      .filter(({ candidate, relevance }) => relevance > 0 && !isOvertaken(candidate));
  const asked = relevantOf(direct, context);
  const near = nearBest([...asked, ...roleFacts(direct, context, isOvertaken)]);
  const through = new Set(asked.flatMap(({ candidate }) => otherEnds(candidate.claim, anchors)));
  const relevant = focus.relatives.length === 0 || through.size === 0 ? near : await ofRelatives(near, [...through]);
  const chosen = bestDistinct(relevant, request.maxFacts);
  const told = await timesSaid(
    sql,
    scopeId,
    chosen.map(({ claim }) => claim),
  );
  return chosen.map(({ claim, words }) => ({
    ...{ id: claim.id, kind: claim.isRelation ? 'relation' : 'statement', text: `${words}${datesOf(claim, told)}` },
    ...{ confidence: claim.confidence, memoryIds: claim.memoryIds },
  }));

  /** Facts of whom the question describes by their relation, and those that say who these are. */
  async function ofRelatives(relations: readonly ScoredFact[], relatives: readonly string[]): Promise<ScoredFact[]> {
    const known = new Set(direct.map(({ claim }) => claim.id));
    const further = await candidatesAt(sql, scopeId, request, focus, relatives);
    const unknown = further.filter(({ claim }) => !known.has(claim.id));
    const answers = relevantOf(unknown, { ...context, through: new Set(relatives) });
    if (answers.length === 0 && focus.asksForSingleValue) return [];
    return [...answers, ...leadingTo(answers, relations, anchors)];
  }
}

/** The facts that are about as relevant as the best: none that only has words of the question beside an answer. */
function nearBest(facts: readonly ScoredFact[]): ScoredFact[] {
  const best = Math.max(...facts.map(({ relevance }) => relevance));
  return facts.filter(({ relevance }) => relevance >= best - RELEVANCE_SPAN);
}

/** Entities whose facts are read: those of the question; those of its answer, if it names none or asks for another. */
function startsOf({ entities }: Anchors, hits: readonly FactHit[], focus: QuestionFocus): string[] {
  if (entities.size > 0 && (!focus.asksForHolder || focus.relatives.length > 0)) return [...entities.keys()];
  const mentioned = [...new Set(hits.flatMap(({ entityIds }) => entityIds))].slice(0, MAX_HIT_ENTITIES);
  return [...new Set([...entities.keys(), ...mentioned])];
}

function otherEnds(claim: GraphClaim, { entities }: Anchors): string[] {
  return claim.value === null ? [claim.subject, claim.object].filter((id) => !entities.has(id)) : [];
}

/**
 * The facts by which a question reaches whom its answers are about: of two sisters, the one who is married to somebody.
 * All, if there are no answers.
 */
function leadingTo(answers: readonly ScoredFact[], facts: readonly ScoredFact[], anchors: Anchors): ScoredFact[] {
  const about = new Set(answers.flatMap(({ candidate }) => endsOf(candidate.claim)));
  return facts.filter(({ candidate }) => {
    const relatives = otherEnds(candidate.claim, anchors);
    return about.size === 0 || relatives.length === 0 || relatives.some((id) => about.has(id));
  });
}

/** Claims about the entities that may be given as facts, with their sentences. */
async function candidatesAt(
  sql: Sql,
  scopeId: string,
  { filter, minConfidence }: FactRequest,
  focus: QuestionFocus,
  entityIds: readonly string[],
): Promise<FactCandidate[]> {
  const wanted = (await claimsAt(sql, scopeId, entityIds)).filter(
    (claim) => claim.confidence >= minConfidence && (claim.holds || isOver(claim, focus)),
  );
  const claims = await claimsOfFiltered(sql, scopeId, filter, wanted);
  const names = await loadEntityNames(sql, scopeId, [...new Set(claims.flatMap(endsOf))]);
  return claims.flatMap((claim) => candidateOf(claim, names, focus));
}

/** Whether a claim is over and the question asks for such. */
function isOver(
  { holds, validFrom, validTo }: GraphClaim,
  { isPast, asksWhetherOver, allowsPast }: QuestionFocus,
): boolean {
  return !holds && validTo > validFrom && (isPast || asksWhetherOver || allowsPast);
}

/** Empty if one of its entities was removed between the statements, or if its end cannot be worded. */
function candidateOf(
  claim: GraphClaim,
  names: ReadonlyMap<string, NamedEntity>,
  { isPast, allowsPast }: QuestionFocus,
): FactCandidate[] {
  const subject = names.get(claim.subject);
  const object = claim.value === null ? names.get(claim.object)?.name : verbalizeValue(claim.value);
  if (subject === undefined || object === undefined) return [];
  const ends = [
    claim.predicate,
    verbalizeName(subject.name),
    claim.value === null ? verbalizeName(object) : object,
  ] as const;
  const verbalize = claim.holds ? verbalizeClaim : isPast || allowsPast ? verbalizePastClaim : verbalizeEndedClaim;
  const words = verbalize(...ends);
  if (words === null) return [];
  return [{ claim, words, object, subject: subject.name }];
}

/** The best facts; of those with the same sentence the best. */
function bestDistinct(relevant: readonly ScoredFact[], maxFacts: number): FactCandidate[] {
  const ordered = [...relevant].sort(
    (a, b) => scoreOf(b) - scoreOf(a) || newestFirst(a.candidate.claim, b.candidate.claim),
  );
  const distinct = new Map<string, FactCandidate>();
  for (const { candidate } of ordered) {
    const key = `${candidate.words} ${dayOf(candidate.claim.validFrom)}`;
    if (!distinct.has(key)) distinct.set(key, candidate);
  }
  return [...distinct.values()].slice(0, maxFacts);
}

function scoreOf({ candidate, relevance }: ScoredFact): number {
  return relevance + candidate.claim.confidence / 4;
}

function newestFirst(a: GraphClaim, b: GraphClaim): number {
  if (a.validFrom !== b.validFrom) return a.validFrom > b.validFrom ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** Claims asserted by at least one memory that passes the filter. */
async function claimsOfFiltered(
  sql: Sql,
  scopeId: string,
  filter: SearchFilter,
  claims: readonly GraphClaim[],
): Promise<readonly GraphClaim[]> {
  if (Object.keys(filter).length === 0) return claims;
  const memoryIds = [...new Set(claims.flatMap((claim) => claim.memoryIds))];
  const passing = await filterMemories(sql, scopeId, filter, memoryIds);
  return claims.filter((claim) => claim.memoryIds.some((id) => passing.has(id)));
}

/**
 * Times at which the claims were made: event times of their memories, and those of callers' assertions that state no
 * beginning. A claim that begins at one of them has a beginning that nobody stated.
 */
export async function timesSaid(
  sql: Sql,
  scopeId: string,
  claims: readonly GraphClaim[],
): Promise<ReadonlySet<bigint>> {
  if (claims.length === 0) return new Set();
  const ends = [...new Set(claims.flatMap(endsOf))];
  const { rows } = await sql.query<{ said: bigint }>(
    `SELECT event_time_nanos AS said FROM memories WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[])
     UNION
     SELECT decided_at_nanos FROM fact_decisions
     WHERE scope_id = $1 AND from_nanos = decided_at_nanos AND from_nanos = ANY ($4::bigint[]) AND subject IN (
       SELECT unnest($3::uuid[])
       UNION SELECT entity_id FROM entities WHERE scope_id = $1 AND merged_into = ANY ($3::uuid[]))`,
    [
      scopeId,
      [...new Set(claims.flatMap(({ memoryIds }) => memoryIds))],
      ends,
      claims.map(({ validFrom }) => validFrom),
    ],
  );
  return new Set(rows.map(({ said }) => said));
}

/** Suffix of a fact: the day since when it holds, or on which it was told if nobody said when it began; and its end. */
export function datesOf({ validFrom, validTo, holds }: GraphClaim, told: ReadonlySet<bigint>): string {
  const since = validFrom === 0n ? [] : [`${told.has(validFrom) ? 'told' : 'since'} ${dayOf(validFrom)}`];
  const until = holds || validTo === 0n ? [] : [`until ${dayOf(validTo)}`];
  const parts = [...since, ...until];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

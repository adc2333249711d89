import { dayOf } from '#contracts/clock.js';
import { groupBy } from '#contracts/group-by.js';
import type { Sql } from '#database/sql.js';
import { termsOf } from '#search/terms/terms.js';
import { linkEntities } from '../retrievers/graph/entity-linking.js';
import { postgresScopeIndex } from '#search/postgres-index/postgres-scope-index.js';
import { filterMemories } from '#search/filter/filter-memories.js';
import { truncateQuestion } from '../query/analyze-query.js';
import type { SearchFilter } from '#search/filter/search-filter.js';
import { verbalizeName, verbalizeValue, verbalizeClaim } from '#graph/queries/claim-wording.js';
import { claimsAt, endsOf, type GraphClaim } from '#graph/queries/graph-claims.js';

/** Maximum number of entities whose facts are read, and of facts returned. */
const MAX_ENTITIES = 12;
const MAX_FACTS = 20;
/** Score gained per term shared with the question, and by a fact asserted in a memory of the answer. */
const SHARED_WORD_BONUS = 0.5;
const ANSWER_MEMORY_BONUS = 1;

/** A question, its answer and its filter. */
export interface FactRequest {
  /** The question; only its beginning is read. */
  readonly question: string;
  /** UUIDs of the memories of the answer. */
  readonly memoryIds: readonly string[];
  /** Entities that these memories mention, best first. */
  readonly entityIds: readonly string[];
  /** Filter of the question. */
  readonly filter: SearchFilter;
}

/**
 * Current facts as sentences, most relevant first: facts about the entities that the question or the memories of its
 * answer name, asserted by memories that pass the filter.
 */
export async function currentFacts(sql: Sql, scopeId: string, answered: FactRequest): Promise<string[]> {
  const { memoryIds, entityIds } = answered;
  const question = truncateQuestion(answered.question);
  const named = (await linkEntities(sql, scopeId, postgresScopeIndex(sql, scopeId), question)).map(
    ({ entityId }) => entityId,
  );
  const candidates = [...new Set([...named, ...entityIds])].slice(0, MAX_ENTITIES);
  const current = (await claimsAt(sql, scopeId, candidates)).filter((claim) => claim.holds);
  const claims = await claimsOfFiltered(sql, scopeId, answered.filter, current);
  const names = await namesOf(sql, scopeId, [...new Set(claims.flatMap(endsOf))]);
  const questionTerms = new Set(termsOf(question));
  const answering = new Set(memoryIds);
  const facts = claims.flatMap((claim) => {
    const words = verbalize(claim, names);
    if (words === null) return [];
    const shared = [...new Set(termsOf(words))].filter((term) => questionTerms.has(term)).length;
    const there = claim.memoryIds.some((id) => answering.has(id)) ? ANSWER_MEMORY_BONUS : 0;
    return [{ words, claim, score: claim.confidence + shared * SHARED_WORD_BONUS + there }];
  });
  const ordered = facts.sort((a, b) => b.score - a.score || (a.words < b.words ? -1 : 1));
  const distinct = groupBy(ordered, ({ words, claim }) => `${words} ${dayOf(claim.validFrom)}`);
  const selected = [...distinct.values()].flatMap(([fact]) => fact ?? []).slice(0, MAX_FACTS);
  const eventTimes = await timesSaid(sql, scopeId, [...new Set(selected.flatMap(({ claim }) => claim.memoryIds))]);
  return selected.map(({ words, claim }) => `${words}${when(claim, eventTimes)}`);
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

/** Event times of the memories. */
async function timesSaid(sql: Sql, scopeId: string, memoryIds: readonly string[]): Promise<ReadonlySet<bigint>> {
  if (memoryIds.length === 0) return new Set();
  const { rows } = await sql.query<{ said: bigint }>(
    'SELECT event_time_nanos AS said FROM memories WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[])',
    [scopeId, memoryIds],
  );
  return new Set(rows.map(({ said }) => said));
}

async function namesOf(sql: Sql, scopeId: string, entityIds: readonly string[]): Promise<Map<string, string>> {
  if (entityIds.length === 0) return new Map();
  const { rows } = await sql.query<{ entity_id: string; canonical_name: string }>(
    'SELECT entity_id, canonical_name FROM entities WHERE scope_id = $1 AND entity_id = ANY ($2::uuid[])',
    [scopeId, entityIds],
  );
  return new Map(rows.map((row) => [row.entity_id, row.canonical_name]));
}

/** A claim as a sentence; null if one of its entities was removed between the statements. */
function verbalize(
  { predicate, subject, object, value }: GraphClaim,
  names: ReadonlyMap<string, string>,
): string | null {
  const name = names.get(subject);
  const other = value === null ? names.get(object) : verbalizeValue(value);
  if (name === undefined || other === undefined) return null;
  return verbalizeClaim(predicate, verbalizeName(name), value === null ? verbalizeName(other) : other);
}

/** Date suffix of a fact: the stated day, or the day on which it was told. */
function when({ validFrom }: GraphClaim, eventTimes: ReadonlySet<bigint>): string {
  if (validFrom === 0n) return '';
  return ` (${eventTimes.has(validFrom) ? 'told ' : ''}${dayOf(validFrom)})`;
}

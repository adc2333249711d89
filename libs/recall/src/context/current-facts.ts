import { dayOf } from '#contracts/clock.js';
import { groupBy } from '#contracts/group-by.js';
import type { Sql } from '#database/sql.js';
import { termsOf } from '#search/terms/terms.js';
import { linkEntities } from '../retrievers/graph/entity-linking.js';
import { postgresScopeIndex } from '#search/postgres-index/postgres-scope-index.js';
import { filterMemories } from '#search/filter/filter-memories.js';
import { truncateQuestion } from '../query/analyze-query.js';
import type { RecallFilter } from '#search/filter/recall-filter.js';
import { verbalizeName, verbalizeValue, verbalizeClaim } from '#graph/queries/claim-wording.js';
import { claimsAt, endsOf, type GraphClaim } from '#graph/queries/graph-claims.js';

/** Entities whose facts are read, and facts that are told. */
const MAX_ENTITIES = 12;
const MAX_FACTS = 20;
/** What a fact gains by each word that it shares with the question, and by being told by a memory of the answer. */
const SHARED_WORD_BONUS = 0.5;
const ANSWER_MEMORY_BONUS = 1;

/** A question and its answer. */
export interface FactRequest {
  /** Of which the beginning is read. */
  readonly question: string;
  /** UUIDs of the memories of the answer. */
  readonly memoryIds: readonly string[];
  /** Entities that they name, best first. */
  readonly entityIds: readonly string[];
  /** By which the memories were chosen. */
  readonly filter: RecallFilter;
}

/**
 * Facts that hold now in sentences, those that answer first: of the entities that the question names and those that
 * the memories of its answer name, as told by memories that pass the filter.
 */
export async function currentFacts(sql: Sql, scopeId: string, answered: FactRequest): Promise<string[]> {
  const { memoryIds, entityIds } = answered;
  const question = truncateQuestion(answered.question);
  const named = (await linkEntities(sql, scopeId, postgresScopeIndex(sql, scopeId), question)).map(
    ({ entityId }) => entityId,
  );
  const about = [...new Set([...named, ...entityIds])].slice(0, MAX_ENTITIES);
  const holding = (await claimsAt(sql, scopeId, about)).filter((claim) => claim.holds);
  const claims = await claimsOfFiltered(sql, scopeId, answered.filter, holding);
  const names = await namesOf(sql, scopeId, [...new Set(claims.flatMap(endsOf))]);
  const asked = new Set(termsOf(question));
  const answering = new Set(memoryIds);
  const facts = claims.flatMap((claim) => {
    const words = verbalize(claim, names);
    if (words === null) return [];
    const shared = [...new Set(termsOf(words))].filter((term) => asked.has(term)).length;
    const there = claim.memoryIds.some((id) => answering.has(id)) ? ANSWER_MEMORY_BONUS : 0;
    return [{ words, claim, worth: claim.confidence + shared * SHARED_WORD_BONUS + there }];
  });
  const ordered = facts.sort((a, b) => b.worth - a.worth || (a.words < b.words ? -1 : 1));
  const distinct = groupBy(ordered, ({ words, claim }) => `${words} ${dayOf(claim.validFrom)}`);
  const told = [...distinct.values()].flatMap(([fact]) => fact ?? []).slice(0, MAX_FACTS);
  const said = await timesSaid(sql, scopeId, [...new Set(told.flatMap(({ claim }) => claim.memoryIds))]);
  return told.map(({ words, claim }) => `${words}${when(claim, said)}`);
}

/** Claims of which a memory that passes the filter tells. */
async function claimsOfFiltered(
  sql: Sql,
  scopeId: string,
  filter: RecallFilter,
  claims: readonly GraphClaim[],
): Promise<readonly GraphClaim[]> {
  if (Object.keys(filter).length === 0) return claims;
  const memoryIds = [...new Set(claims.flatMap((claim) => claim.memoryIds))];
  const passing = await filterMemories(sql, scopeId, filter, memoryIds);
  return claims.filter((claim) => claim.memoryIds.some((id) => passing.has(id)));
}

/** When the memories were said. */
async function timesSaid(sql: Sql, scopeId: string, memoryIds: readonly string[]): Promise<ReadonlySet<bigint>> {
  if (memoryIds.length === 0) return new Set();
  const { rows } = await sql.query<{ said: bigint }>(
    'SELECT said_at_nanos AS said FROM memories WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[])',
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

/** Null where an entity of it went between the statements. */
function verbalize(
  { predicate, subject, object, value }: GraphClaim,
  names: ReadonlyMap<string, string>,
): string | null {
  const name = names.get(subject);
  const other = value === null ? names.get(object) : verbalizeValue(value);
  if (name === undefined || other === undefined) return null;
  return verbalizeClaim(predicate, verbalizeName(name), value === null ? verbalizeName(other) : other);
}

/** The day that was told; where none was, that on which it was told. */
function when({ validFrom }: GraphClaim, said: ReadonlySet<bigint>): string {
  if (validFrom === 0n) return '';
  return ` (${said.has(validFrom) ? 'told ' : ''}${dayOf(validFrom)})`;
}

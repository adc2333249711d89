import type { Sql } from '#database/sql.js';
import { termsOf } from '#search/terms/terms.js';
import { weighQueryTerms } from '#recall/query/term-weights.js';
import { postgresScopeIndex } from '#search/postgres-index/postgres-scope-index.js';

/** What the goal says: its terms, weighed by their rarity in the scope. */
export interface GoalTerms {
  readonly terms: readonly string[];
  readonly weights: readonly number[];
}

/** Distinct terms of the goal that are compared, the first ones. */
const MAX_TERMS = 256;

export async function goalTerms(sql: Sql, scopeId: string, text: string): Promise<GoalTerms> {
  const { terms } = await weighQueryTerms(
    postgresScopeIndex(sql, scopeId),
    [...new Set(termsOf(text))].slice(0, MAX_TERMS),
    MAX_TERMS,
  );
  return { terms: terms.map(({ term }) => term), weights: terms.map(({ weight }) => weight) };
}

/**
 * How far memories are from the goal: 1 − (weight of the goal's terms that the memory has) / (weight of all of them).
 * 1 where they share no word, or the memory is not indexed yet. Names are words too, and being rare they weigh most.
 */
export async function goalDistances(
  sql: Sql,
  scopeId: string,
  goal: GoalTerms,
  memoryIds: readonly string[],
): Promise<Map<string, number>> {
  const whole = goal.weights.reduce((sum, weight) => sum + weight, 0);
  if (whole === 0 || memoryIds.length === 0) return new Map();
  const { rows } = await sql.query<{ memory_id: string; shared: number }>(
    `SELECT d.memory_id, sum(goal.weight) AS shared
     FROM search_documents AS d CROSS JOIN LATERAL unnest(d.terms) AS said (term)
     JOIN unnest($3::text[], $4::float8[]) AS goal (term, weight) ON goal.term = said.term
     WHERE d.scope_id = $1 AND d.memory_id = ANY ($2::uuid[]) GROUP BY d.memory_id`,
    [scopeId, memoryIds, goal.terms, goal.weights],
  );
  return new Map(rows.map(({ memory_id, shared }) => [memory_id, Math.max(0, 1 - shared / whole)]));
}

import type { Sql } from '#database/sql.js';
import { termsOf } from '#search/terms/terms.js';
import { weighQueryTerms } from '#recall/query/term-weights.js';
import { postgresScopeIndex } from '#search/postgres-index/postgres-scope-index.js';

/** Terms of the goal, weighted by their rarity in the scope. */
export interface GoalTerms {
  readonly terms: readonly string[];
  readonly weights: readonly number[];
}

/** Maximum number of distinct terms of the goal that are compared; the first ones are used. */
const MAX_TERMS = 256;

export async function goalTerms(sql: Sql, scopeId: string, text: string): Promise<GoalTerms> {
  const { terms } = await weighQueryTerms(
    postgresScopeIndex(sql, scopeId),
    [...new Set(termsOf(text))].slice(0, MAX_TERMS),
    MAX_TERMS,
    text,
  );
  return { terms: terms.map(({ term }) => term), weights: terms.map(({ weight }) => weight) };
}

/**
 * Distances of memories from the goal: 1 − (weight of the goal's terms in the memory) / (weight of all of them).
 * Memories that share no term with the goal, or are not indexed yet, are absent; their distance is 1. Names count as
 * terms and, being rare, weigh most.
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

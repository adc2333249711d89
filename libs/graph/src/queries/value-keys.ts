import type { Sql } from '#database/sql.js';
import { valueIdOf } from '../ids.js';
import { valueKeyOf } from '../projection/contributions/contribution.js';
import type { FactDecision } from '../projection/project-facts.js';

/**
 * Keys of the values of decided facts by the ids of the values, as far as memories, or the decisions, still say them.
 * Work: the claims of the subjects of retractions with their predicates.
 */
export async function valueKeysOf(
  sql: Sql,
  scopeId: string,
  facts: readonly FactDecision[],
): Promise<ReadonlyMap<string, string>> {
  const ofValues = facts.flatMap(({ type, data }) =>
    type === 'FactRetracted' && data.value_id !== null ? [data] : [],
  );
  if (ofValues.length === 0) return new Map();
  const { rows } = await sql.query<{ value_key: string }>(
    `SELECT DISTINCT value_key FROM claims
     WHERE scope_id = $1 AND subject = ANY ($2::uuid[]) AND predicate = ANY ($3::text[]) AND object IS NULL`,
    [scopeId, ...[ofValues.map((fact) => fact.subject_id), ofValues.map((fact) => fact.predicate)]],
  );
  const stated = facts.flatMap(({ type, data }) =>
    type !== 'FactRetracted' && data.value !== null ? [valueKeyOf(data.value)] : [],
  );
  const keys = [...rows.map(({ value_key }) => value_key), ...stated];
  return new Map(keys.map((key) => [valueIdOf(scopeId, key), key]));
}

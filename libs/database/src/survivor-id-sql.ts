/**
 * SQL of the id of an entity row's survivor, for joins. It is not `coalesce`, which the planner does not treat as
 * leakproof: under row-level security it would not use the index (1.6 ms instead of 0.2 in a scope of 20,000 entities).
 */
export function survivorIdSql(alias: string): string {
  return `CASE WHEN ${alias}.merged_into IS NULL THEN ${alias}.entity_id ELSE ${alias}.merged_into END`;
}

/**
 * The id of an entity row's survivor, to join by. Not `coalesce`: under row-level security the planner trusts that one
 * with no row that a policy hides, and gives up the index (1.6 ms for 0.2 in a scope of 20,000 entities).
 */
export function survivorIdSql(alias: string): string {
  return `CASE WHEN ${alias}.merged_into IS NULL THEN ${alias}.entity_id ELSE ${alias}.merged_into END`;
}

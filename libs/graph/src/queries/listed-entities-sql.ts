/**
 * SQL of whether lists give an entity: one that is attested, or has the confidence from which the graph gives entities.
 * Others are candidates. The threshold is read once per statement.
 * @param row alias of a row of `entities`; a merged one answers for its survivor
 */
export function isListedSql(row: string): string {
  return `(${row}.attested OR ${row}.entity_confidence >= coalesce((SELECT entity_min_confidence FROM graph_thresholds), 0))`;
}

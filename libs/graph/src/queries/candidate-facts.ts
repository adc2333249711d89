/**
 * Statement for the interval of `table` that callers state and that a candidate of `candidate_evidence AS w` says, too:
 * one confirmed, or another memory's confirmed, or asserted. A confirmed candidate begins when its claim does, or at an
 * unknown time.
 */
export const statedIntervalOf = (table: 'relations' | 'statements'): string => `
  SELECT * FROM (
    SELECT * FROM ${table} AS i
    WHERE i.scope_id = $1 AND i.pair_id = w.pair_id AND i.first_at_nanos <= greatest(w.event_at_nanos, 0)
    ORDER BY i.first_at_nanos DESC, i.first_memory DESC, i.first_ordinal DESC LIMIT 1) AS i
  WHERE w.asserted AND i.source <> 'read' AND (i.valid_to_nanos = 0 OR w.event_at_nanos < i.valid_to_nanos)`;

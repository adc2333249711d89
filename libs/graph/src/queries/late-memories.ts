/** Memories up to this id that were visible in this snapshot have been listed. */
export interface Seen {
  readonly id: string;
  /** Text of a pg_snapshot. */
  readonly snapshot: string;
}

/**
 * Where a list goes on: behind an id or, in ascending order, with what of all that is before it was seen, from the largest
 * id to the smallest.
 */
export type ListPlace = string | readonly Seen[];

/** More of them follow on each other only where memories commit late while late ones are listed. */
const MAX_SEEN = 4;
/** About 140 transactions that write at once; with this a cursor stays below its limit. */
const LONGEST_SNAPSHOT = 1_400;

/**
 * What was seen once a page has ended at `last`: that page began with all that had not been seen below it. Where so much
 * is under way that it cannot be told, a memory that was stored meanwhile may be listed again, and none is passed over.
 */
export function seenTo(before: ListPlace, last: Seen): readonly Seen[] {
  const places = typeof before === 'string' ? [{ id: before, snapshot: last.snapshot }] : before;
  const seen = [...places.filter(({ id }) => id > last.id), { ...last, snapshot: shortened(last.snapshot) }];
  if (seen.length > MAX_SEEN) seen.splice(1, 1);
  return seen;
}

/** A snapshot before every transaction that was under way. */
function shortened(snapshot: string): string {
  if (snapshot.length <= LONGEST_SNAPSHOT) return snapshot;
  const [oldest = ''] = snapshot.split(':');
  return `${oldest}:${oldest}:`;
}

/**
 * Memories up to the largest id that was seen ($3) that no snapshot saw in which the list passed them. Off an index, from the oldest
 * transaction on that was under way then: as many rows as were stored since. OFFSET keeps the ids apart: by the
 * primary key all of the list up to there would be read. What a policy hides is judged before what is visible.
 */
export const LATE_SQL = `
  SELECT memory_id FROM (
    SELECT memory_id, written_by FROM memories WHERE scope_id = $1 AND written_by >= $6::text::xid8 OFFSET 0
  ) AS written
  WHERE memory_id <= $3
    AND NOT EXISTS (
      SELECT FROM unnest($7::uuid[], $8::text[]) AS seen (id, snapshot)
      WHERE memory_id <= seen.id AND pg_visible_in_snapshot(written_by, seen.snapshot::pg_snapshot))`;

/** The parameters $6 to $8. */
export function lateValues(seen: readonly Seen[]): unknown[] {
  const oldest = seen.map(({ snapshot }) => BigInt(snapshot.split(':')[0] ?? 0)).reduce((a, b) => (a < b ? a : b));
  return [oldest.toString(), seen.map(({ id }) => id), seen.map(({ snapshot }) => snapshot)];
}

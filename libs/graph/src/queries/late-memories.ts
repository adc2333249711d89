/** A point the list has passed: memories up to this id that were visible in this snapshot have been listed. */
export interface Seen {
  readonly id: string;
  /** Text of a pg_snapshot. */
  readonly snapshot: string;
}

/**
 * Position where a list continues: after an id or, in ascending order, after a list of points passed, from the largest
 * id to the smallest.
 */
export type ListPlace = string | readonly Seen[];

/** Maximum number of points. More would arise only when memories commit late while late ones are being listed. */
const MAX_SEEN = 4;
/**
 * Maximum length of a snapshot in characters, about 140 concurrent transactions; keeps a cursor below its size limit.
 */
const LONGEST_SNAPSHOT = 1_400;

/**
 * Points passed after a page that ended at `last`. When they are too many or too long to be kept exactly, a memory
 * stored meanwhile may be listed again, but none is skipped.
 */
export function seenTo(before: ListPlace, last: Seen): readonly Seen[] {
  const places = typeof before === 'string' ? [{ id: before, snapshot: last.snapshot }] : before;
  const seen = [...places.filter(({ id }) => id > last.id), { ...last, snapshot: shortened(last.snapshot) }];
  if (seen.length > MAX_SEEN) seen.splice(1, 1);
  return seen;
}

/** Shortens a long snapshot to an older one, before every transaction that was running. */
function shortened(snapshot: string): string {
  if (snapshot.length <= LONGEST_SNAPSHOT) return snapshot;
  const [oldest = ''] = snapshot.split(':');
  return `${oldest}:${oldest}:`;
}

/**
 * Memories up to the largest id passed ($3) that were in no snapshot in which the list passed them. They come from an
 * index, starting at the oldest transaction that was running then, and are as many rows as were stored since. OFFSET
 * separates the id condition: by the primary key the whole list up to there would be read. Row security is checked
 * before visibility in the snapshot.
 */
export const LATE_SQL = `
  SELECT memory_id FROM (
    SELECT memory_id, txid FROM memories WHERE scope_id = $1 AND txid >= $6::text::xid8 OFFSET 0
  ) AS written
  WHERE memory_id <= $3
    AND NOT EXISTS (
      SELECT FROM unnest($7::uuid[], $8::text[]) AS seen (id, snapshot)
      WHERE memory_id <= seen.id AND pg_visible_in_snapshot(txid, seen.snapshot::pg_snapshot))`;

/** Values of the parameters $6 to $8. */
export function lateValues(seen: readonly Seen[]): unknown[] {
  const oldest = seen.map(({ snapshot }) => BigInt(snapshot.split(':')[0] ?? 0)).reduce((a, b) => (a < b ? a : b));
  return [oldest.toString(), seen.map(({ id }) => id), seen.map(({ snapshot }) => snapshot)];
}

import type { ClientBase } from 'pg';
import { POSITION, positionColumns } from './evidence-neighbours.js';
import type { EvidenceRow } from '../facts/claim-evidence.js';

const OF_PAIR = 'e.scope_id = $1 AND e.pair_id = p.pair_id';
const IN_ORDER = 'e.event_at_nanos, e.memory_id, e.ordinal';
const IN_REVERSE = 'e.event_at_nanos DESC, e.memory_id DESC, e.ordinal DESC';
/** Upper bound after the position of every claim. */
const END = `9223372036854775807, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid, 2147483647`;

/**
 * Recomputes claim count and weight of the blocks that contain changed claims, or that a changed claim begins or cuts
 * short; the rows of evidence are already written. Work: the claims of these blocks, about sixty each.
 */
export async function sumBlocks(tx: ClientBase, scopeId: string, changed: readonly EvidenceRow[]): Promise<void> {
  if (changed.length === 0) return;
  await tx.query(
    `WITH touched AS MATERIALIZED (
       SELECT DISTINCT block.*
       FROM unnest($2::uuid[], $3::bigint[], $4::uuid[], $5::int[]) AS p (pair_id, at, memory_id, ordinal)
       CROSS JOIN LATERAL (
         (SELECT e.pair_id, e.event_at_nanos AS at, e.memory_id, e.ordinal FROM evidence AS e
          WHERE ${OF_PAIR} AND e.block_claims IS NOT NULL AND ${POSITION} < (p.at, p.memory_id, p.ordinal)
          ORDER BY ${IN_REVERSE} LIMIT 1)
         UNION ALL
         (SELECT e.pair_id, e.event_at_nanos, e.memory_id, e.ordinal FROM evidence AS e
          WHERE ${OF_PAIR} AND e.block_claims IS NOT NULL AND ${POSITION} = (p.at, p.memory_id, p.ordinal))) AS block
     ), summed AS MATERIALIZED (
       SELECT p.memory_id, p.ordinal, counted.*
       FROM touched AS p
       LEFT JOIN LATERAL (
         SELECT e.event_at_nanos, e.memory_id, e.ordinal FROM evidence AS e
         WHERE ${OF_PAIR} AND e.block_claims IS NOT NULL AND ${POSITION} > (p.at, p.memory_id, p.ordinal)
         ORDER BY ${IN_ORDER} LIMIT 1) AS next ON true
       CROSS JOIN LATERAL (SELECT ${boundOf('next')}) AS up_to (at, memory_id, ordinal)
       CROSS JOIN LATERAL (
         SELECT count(*)::int AS claims, sum(e.weight)::bigint AS weight FROM evidence AS e
         WHERE ${OF_PAIR} AND ${POSITION} >= (p.at, p.memory_id, p.ordinal)
           AND ${POSITION} < (up_to.at, up_to.memory_id, up_to.ordinal)) AS counted
     )
     UPDATE evidence AS e SET block_claims = summed.claims, block_weight = summed.weight FROM summed
     WHERE e.scope_id = $1 AND e.memory_id = summed.memory_id AND e.ordinal = summed.ordinal
       AND (e.block_claims, e.block_weight) IS DISTINCT FROM (summed.claims, summed.weight)`,
    [scopeId, changed.map(({ pairId }) => pairId), ...positionColumns(changed)],
  );
}

/** SQL for the position of a row, or for `END` when the row is missing. */
function boundOf(row: string): string {
  const columns = ['event_at_nanos', 'memory_id', 'ordinal'];
  return END.split(', ')
    .map((end, i) => `coalesce(${row}.${columns[i] ?? ''}, ${end})`)
    .join(', ');
}

/**
 * SQL of a lateral subquery that sums claims and weight between two positions of a pair, both included. It refers to
 * `p` (pair_id, first and last position) and has the columns `claims` and `weight`. Work: the blocks between the
 * positions, and the claims before the first block and in the last one.
 * @param condition on `p`; when it is false, nothing is counted
 */
export function countedBetween(first: string, last: string, condition: string): string {
  const block = (order: string): string =>
    `(SELECT e.event_at_nanos, e.memory_id, e.ordinal FROM evidence AS e
      WHERE ${condition} AND ${OF_PAIR} AND e.block_claims IS NOT NULL AND ${POSITION} >= ${first} AND ${POSITION} <= ${last}
      ORDER BY ${order} LIMIT 1)`;
  const place = (row: string): string => `(${row}.event_at_nanos, ${row}.memory_id, ${row}.ordinal)`;
  return `(
    SELECT sum(part.claims)::int AS claims, sum(part.weight)::bigint AS weight
    FROM (SELECT) AS one
    LEFT JOIN LATERAL ${block(IN_ORDER)} AS head ON true
    LEFT JOIN LATERAL ${block(IN_REVERSE)} AS tail ON true
    CROSS JOIN LATERAL (SELECT ${boundOf('head')}) AS up_to (at, memory_id, ordinal)
    CROSS JOIN LATERAL (
      SELECT count(*) AS claims, sum(e.weight) AS weight FROM evidence AS e
      WHERE ${condition} AND ${OF_PAIR} AND ${POSITION} >= ${first} AND ${POSITION} <= ${last}
        AND ${POSITION} < (up_to.at, up_to.memory_id, up_to.ordinal)
      UNION ALL
      SELECT sum(e.block_claims), sum(e.block_weight) FROM evidence AS e
      WHERE ${condition} AND ${OF_PAIR} AND e.block_claims IS NOT NULL
        AND ${POSITION} >= ${place('head')} AND ${POSITION} < ${place('tail')}
      UNION ALL
      SELECT count(*), sum(e.weight) FROM evidence AS e
      WHERE ${condition} AND ${OF_PAIR} AND ${POSITION} >= ${place('tail')} AND ${POSITION} <= ${last}
    ) AS part)`;
}

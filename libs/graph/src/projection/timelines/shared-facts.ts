import { relationTypeId } from '#contracts/ontology.js';
import type { RelationRow } from './interval-rows.js';

/** Closed intervals that were written or removed, of relations with whose end the facts of others become doubtful. */
export interface ClosedRelations {
  /** Who had a job that ended. */
  readonly leavers: readonly string[];
  /** Pairs of homes that ended. */
  readonly homes: readonly string[];
}

const JOB = relationTypeId('works_at');
const HOME = relationTypeId('lives_in');
const AT_WORK = [relationTypeId('colleague_of'), relationTypeId('reports_to')].join(', ');

/** The jobs and homes among rows of relations that have ended. */
export function closedRelations(rows: readonly RelationRow[]): ClosedRelations {
  const closed = rows.filter(({ validTo }) => validTo !== 0n);
  const leavers = closed.filter(({ typeId }) => typeId === JOB).map(({ from }) => from);
  const homes = closed.filter(({ typeId }) => typeId === HOME).map(({ pairId }) => pairId);
  return { leavers: [...new Set(leavers)], homes: [...new Set(homes)] };
}

/**
 * Current relations `r` on which the end of a job or of a home bears: of the leavers ($5) who their colleagues and
 * superiors are, also as superiors of others, and the homes that were told in one memory with a home that ended ($6),
 * or in a memory of which a claim is gone ($7). Work: the colleagues of the leavers, and the claims of these memories.
 */
export const SHARING_ENDED = `
  SELECT r.* FROM unnest($5::uuid[]) AS leaver (id) CROSS JOIN LATERAL (
    SELECT * FROM relations
    WHERE scope_id = $1 AND from_entity = leaver.id AND valid_to_nanos = 0 AND type_id IN (${AT_WORK})
    UNION ALL
    SELECT * FROM relations
    WHERE scope_id = $1 AND to_entity = leaver.id AND valid_to_nanos = 0 AND type_id IN (${AT_WORK})) AS r
  UNION
  SELECT r.* FROM (
    SELECT DISTINCT other.pair_id FROM (
      SELECT memory_id FROM evidence WHERE scope_id = $1 AND pair_id = ANY ($6::uuid[])
      UNION SELECT unnest($7::uuid[])) AS telling
    JOIN evidence AS other ON other.scope_id = $1 AND other.memory_id = telling.memory_id) AS told
  JOIN relations AS r ON r.scope_id = $1 AND r.pair_id = told.pair_id AND r.type_id = ${String(HOME)} AND r.valid_to_nanos = 0`;

/** The end of a past job or home that nobody told while it lasted ("I used to live in Graz") bears on nothing. */
const lasted = (row: string): string => `${row}.valid_to_nanos > greatest(fact.last_at_nanos, ${row}.first_at_nanos)`;

/**
 * Whether what a relation `fact` was shared with has ended since it was last told: the job of one of two colleagues or
 * of a superior, or for somebody else the home that the same memory tells of both ("we live in Leeds"). It may be null
 * for a statement.
 */
export const SHARED_HAS_ENDED = `(fact.type_id IN (${AT_WORK}) AND EXISTS (
    SELECT FROM relations AS job
    WHERE job.scope_id = $1 AND job.from_entity IN (fact.subject, fact.object) AND job.type_id = ${String(JOB)}
      AND ${lasted('job')})
  OR fact.type_id = ${String(HOME)} AND EXISTS (
    SELECT FROM evidence AS told
    JOIN relations AS home ON home.scope_id = $1 AND home.pair_id = told.pair_id AND home.type_id = ${String(HOME)}
    WHERE told.scope_id = $1 AND told.memory_id = fact.last_memory AND told.pair_id <> fact.pair_id
      AND home.to_entity = fact.object AND ${lasted('home')}))`;

import type { ClientBase } from 'pg';
import { NO_VALUE } from '../contributions/contribution.js';
import type { DecidedFacts } from '../facts/decided-facts.js';
import { countedBetween } from './evidence-blocks.js';
import { endOfAge } from './age-validity.js';
import { POSITION, positionColumns } from './evidence-neighbours.js';
import type { ClaimPair } from '../facts/claim-evidence.js';
import { timelinesOf, type ClaimPosition } from '../facts/claim-evidence.js';
import { intervalIdOf, MAX_MEMORIES_IN_ROW, type IntervalFacts } from './interval-rows.js';
import type { IntervalRun } from './interval-runs.js';

interface RunRow extends Pick<IntervalFacts, 'kind' | 'text' | 'value' | 'memoryIds' | 'source'> {
  readonly n: number;
  readonly begins: boolean;
  readonly goesOn: boolean;
  readonly isFirstOfPair: boolean;
  readonly counted: number;
  readonly weighed: bigint | null;
  readonly closerPair: string | null;
  readonly closerAt: bigint;
  readonly closerMemory: string;
  readonly closerOrdinal: number;
  readonly closerIsFirst: boolean;
  /** Whether the closer is an end, which has no interval. */
  readonly closerIsEnd: boolean;
}

/** An interval of a pair, by its claims. */
export interface PairRun {
  readonly pair: ClaimPair;
  readonly run: IntervalRun;
}

/**
 * Loads the values that the rows of intervals show, in the order of `wanted`. An interval ends with a claim that
 * negates the fact, or else with the next assertion in a timeline of its pair, which supersedes it unless it is an end,
 * at the latest with the next retraction by a caller, and of ages a year after it.
 * Work: a few rows per interval, and the blocks of intervals that are not counted.
 */
export async function loadFacts(
  tx: ClientBase,
  scopeId: string,
  wanted: readonly PairRun[],
  decided: DecidedFacts,
): Promise<IntervalFacts[]> {
  if (wanted.length === 0) return [];
  const timelines = wanted.map(({ pair }) => timelinesOf(scopeId, pair));
  const { rows } = await tx.query<RunRow>(FACTS_SQL, [
    scopeId,
    wanted.map(({ pair }) => pair.pairId),
    ...positionColumns(wanted.map(({ run }) => run.first)),
    ...positionColumns(wanted.map(({ run }) => run.last)),
    timelines.map(([own]) => own ?? null),
    timelines.map(([, other]) => other ?? null),
    wanted.map(({ run }) => !run.isCounted),
  ]);
  if (rows.length !== wanted.length) throw new Error('an interval refers to missing claims');
  return rows.flatMap((row) => {
    const found = wanted[row.n - 1];
    return found ? [factsOf(scopeId, found, row, decided)] : [];
  });
}

function factsOf(scopeId: string, { pair, run }: PairRun, row: RunRow, decided: DecidedFacts): IntervalFacts {
  const { kind, text, value, memoryIds, source } = row;
  const begin = { asserted: row.begins, at: run.first.at };
  const isFirstOfPair = row.isFirstOfPair && !decided.isOtherThanNamed(pair.pairId, begin);
  const retractedAt = row.goesOn ? decided.retractedAfter(pair, run.last.at) : null;
  const closer = closerOf(scopeId, row, decided, retractedAt);
  return {
    ...{ first: run.first, last: run.last, isFirstOfPair, kind, text, value, memoryIds, source },
    count: run.isCounted ? run.count : row.counted,
    weight: run.isCounted ? run.weight : (row.weighed ?? 0n),
    validFrom: row.begins ? startOf(run.first) : 0n,
    validTo: row.goesOn ? endOfLast(pair, run, closer?.validTo ?? 0n) : endOf(run.last),
    supersededBy: closer?.id ?? null,
  };
}

/** What ends an interval whose last claim is an assertion: a retraction, or the next assertion in its timelines. */
function closerOf(
  scopeId: string,
  row: RunRow,
  decided: DecidedFacts,
  retractedAt: bigint | null,
): { validTo: bigint; id: string | null } | null {
  const { closerPair: pairId, closerAt: at } = row;
  if (retractedAt !== null && (pairId === null || retractedAt < at))
    return { validTo: endOf({ at: retractedAt }), id: null };
  if (pairId === null) return null;
  const isFirstOfPair = row.closerIsFirst && !decided.isOtherThanNamed(pairId, { asserted: true, at });
  const first = { memoryId: row.closerMemory, ordinal: row.closerOrdinal, isFirstOfPair };
  return { validTo: endOf({ at }), id: row.closerIsEnd ? null : intervalIdOf(scopeId, pairId, first) };
}

/** End of an interval whose last claim is an assertion. */
function endOfLast({ isRelation, predicate }: ClaimPair, { last }: IntervalRun, closedAt: bigint): bigint {
  return !isRelation && predicate === 'age' ? endOfAge(closedAt, last.at) : closedAt;
}

/** Start of validity in Unix nanoseconds; timestamps are unsigned, so a time before 1970 becomes 0, unset. */
export function startOf({ at }: Pick<ClaimPosition, 'at'>): bigint {
  return at > 0n ? at : 0n;
}

/** End of validity in Unix nanoseconds; 0 would mean that the fact still holds, so an end before 1970 becomes 1. */
export function endOf({ at }: Pick<ClaimPosition, 'at'>): bigint {
  return at > 0n ? at : 1n;
}

const OF_PAIR = 'e.scope_id = $1 AND e.pair_id = p.pair_id';
const FIRST = '(p.at, p.memory_id, p.ordinal)';
const LAST = '(p.last_at, p.last_memory_id, p.last_ordinal)';
const IN_ORDER = 'e.event_at_nanos, e.memory_id, e.ordinal';

const nextIn = (column: string, timeline: string): string =>
  `(SELECT e.pair_id, e.event_at_nanos, e.memory_id, e.ordinal FROM evidence AS e
    WHERE e.scope_id = $1 AND e.${column} = p.${timeline} AND e.asserted AND ${POSITION} > ${LAST}
    ORDER BY ${IN_ORDER} LIMIT 1)`;

const NEXT = [
  ...['timeline_id', 'other_timeline_id'].flatMap((column) => [nextIn(column, 'own'), nextIn(column, 'other')]),
].join(' UNION ALL ');

const FACTS_SQL = `
SELECT p.n::int AS n, begun.kind, begun.text, begun.value, begun.asserted AS begins, ended.asserted AS "goesOn",
  NOT EXISTS (SELECT FROM evidence AS e WHERE ${OF_PAIR} AND ${POSITION} < ${FIRST}) AS "isFirstOfPair",
  closer.pair_id AS "closerPair", closer.event_at_nanos AS "closerAt", closer.memory_id AS "closerMemory",
  closer.ordinal AS "closerOrdinal", EXISTS (SELECT FROM claims AS c WHERE c.scope_id = $1
    AND c.memory_id = closer.memory_id AND c.ordinal = closer.ordinal AND c.value_key = '${NO_VALUE}') AS "closerIsEnd",
  NOT EXISTS (SELECT FROM evidence AS e WHERE e.scope_id = $1 AND e.pair_id = closer.pair_id
    AND ${POSITION} < (closer.event_at_nanos, closer.memory_id, closer.ordinal)) AS "closerIsFirst",
  ARRAY(SELECT e.memory_id FROM evidence AS e WHERE ${OF_PAIR} AND ${POSITION} >= ${FIRST} AND ${POSITION} <= ${LAST}
        AND e.source IS NULL ORDER BY ${IN_ORDER} LIMIT ${String(MAX_MEMORIES_IN_ROW)}) AS "memoryIds",
  coalesce((SELECT min(e.source) FROM evidence AS e WHERE ${OF_PAIR} AND e.source IS NOT NULL
            AND ${POSITION} >= ${FIRST} AND ${POSITION} <= ${LAST}), 'read') AS source,
  counted.claims AS counted, counted.weight AS weighed
FROM unnest($2::uuid[], $3::bigint[], $4::uuid[], $5::int[], $6::bigint[], $7::uuid[], $8::int[], $9::uuid[], $10::uuid[],
            $11::bool[]) WITH ORDINALITY
  AS p (pair_id, at, memory_id, ordinal, last_at, last_memory_id, last_ordinal, own, other, uncounted, n)
CROSS JOIN LATERAL (SELECT kind, text, value, asserted FROM claims AS c
  WHERE c.scope_id = $1 AND c.memory_id = p.memory_id AND c.ordinal = p.ordinal LIMIT 1) AS begun
CROSS JOIN LATERAL (SELECT asserted FROM evidence AS e
  WHERE e.scope_id = $1 AND e.memory_id = p.last_memory_id AND e.ordinal = p.last_ordinal LIMIT 1) AS ended
LEFT JOIN LATERAL (SELECT * FROM (${NEXT}) AS e ORDER BY ${IN_ORDER} LIMIT 1) AS closer ON ended.asserted
CROSS JOIN LATERAL ${countedBetween(FIRST, LAST, 'p.uncounted')} AS counted
ORDER BY n`;

import type { Sql } from '#database/sql.js';
import { parseTimeSpan, type TimeSpan } from './time-span.js';

/** What a question says of time. */
export interface TemporalIntent {
  /** The stretch of time that it names; null where it names none. */
  readonly span: TimeSpan | null;
  /** Whether it asks for a time: an answer says one. */
  readonly asksForTime: boolean;
  /** Whether it asks how things are now. */
  readonly asksForCurrent: boolean;
}

const TIME_QUESTION =
  /\b(?:when|(?:what|which) (?:date|day|week|month|year|time)|how (?:long|old|recently)|since when)\b/i;
const RECENCY_WORD =
  /\b(?:now|nowadays|currently|current|at the moment|these days|latest|newest|most recent(?:ly)?|recently|lately|still|last time)\b/i;
const RECENCY_WORDS = new RegExp(RECENCY_WORD.source, 'gi');
const MAX_LENGTH = 500;
const NANOS_PER_MS = 1_000_000;

/**
 * Reads what a question says of time. "Last week" is seen from now; where nothing was said in that stretch or of it,
 * from the newest memory of the scope: a conversation that was stored later has a now of its own.
 */
export async function parseTemporalIntent(
  sql: Sql,
  scopeId: string,
  question: string,
  nowMs: number,
): Promise<TemporalIntent> {
  const text = question.slice(0, MAX_LENGTH);
  const asked = { asksForTime: TIME_QUESTION.test(text), asksForCurrent: RECENCY_WORD.test(text) };
  const span = parseTimeSpan(text, nowMs);
  if (span === null) return { ...asked, span };
  const { rows } = await sql.query<{ any: boolean; newest: bigint | null }>(
    `SELECT EXISTS (
       SELECT FROM memories
       WHERE scope_id = $1 AND state = 0 AND said_at_nanos >= $2::bigint AND said_at_nanos < $3::bigint
     ) OR EXISTS (
       SELECT FROM claims WHERE scope_id = $1 AND event_at_nanos >= $2::bigint AND event_at_nanos < $3::bigint
     ) AS any, (
       SELECT said_at_nanos FROM memories WHERE scope_id = $1 AND state = 0 ORDER BY said_at_nanos DESC LIMIT 1
     ) AS newest`,
    [scopeId, ...nanosOf(span)],
  );
  const [row] = rows;
  if (!row || row.any || row.newest === null) return { ...asked, span };
  return { ...asked, span: parseTimeSpan(text, Number(row.newest) / NANOS_PER_MS) ?? span };
}

/** A question without the words that ask how things are now: a memory that has them is no likelier to answer. */
export function stripRecencyWords(question: string): string {
  return question.replace(RECENCY_WORDS, ' ');
}

/** From and to in unix nanoseconds, inside what the column can hold. */
export function nanosOf({ from, to }: TimeSpan): [bigint, bigint] {
  return [from, to].map((ms) => BigInt(Math.max(0, Math.min(ms, 9_000_000_000_000))) * 1_000_000n) as [bigint, bigint];
}

const DAY = 86_400_000;
/** What was in a span is still talked of for this long after it, and before. */
const PROXIMITY_DECAY_MS = 14 * DAY;
/** What a time just outside of the span is worth. */
const MAX_OUTSIDE_PROXIMITY = 0.5;

/** 0..1: how near a time is to a span: 1 in it, from a half down to nothing in the two weeks around it. */
export function temporalProximity({ from, to }: TimeSpan, eventTimeNanos: bigint): number {
  const eventMs = Number(eventTimeNanos) / NANOS_PER_MS;
  if (eventMs >= from && eventMs < to) return 1;
  const away = eventMs < from ? from - eventMs : eventMs - to;
  return Math.max(0, MAX_OUTSIDE_PROXIMITY * (1 - away / PROXIMITY_DECAY_MS));
}

import { nanosOfMs } from '#contracts/clock.js';
import type { Sql } from '#database/sql.js';
import { parseStateIntent, RECENCY_WORD, type StateIntent } from './state-intent.js';
import { parseTimeSpan, type TimeSpan } from './time-span.js';

/** Temporal intent of a question. */
export interface TemporalIntent {
  /** Time span named by the question; null if there is none. */
  readonly span: TimeSpan | null;
  /** Whether the question asks for a time, so that an answer states one. */
  readonly asksForTime: boolean;
  /** Whether the question says that it asks about the present ("now", "still"). */
  readonly asksForCurrent: boolean;
  /** Which state of a matter the question asks about; null if it asks about none, or names a time span. */
  readonly state: StateIntent | null;
}

const TIME_QUESTION =
  /\b(?:when|(?:what|which) (?:date|day|week|month|year|time)|how (?:long|old|recently)|since when)\b/i;
/** No time span: what holds now may have been said long ago. */
const NOW = /\bnow\b/gi;
const RECENCY_WORDS = new RegExp(RECENCY_WORD.source, 'gi');
const MAX_LENGTH = 500;
const NANOS_PER_MS = 1_000_000;

/**
 * Parses the temporal intent of a question. Relative times such as "last week" are resolved against `nowMs`. If the
 * scope has no memories and no events in that span, they are resolved against its newest memory instead, because an
 * imported conversation has its own present.
 * @param nowMs time of the question, in milliseconds since 1970
 */
export async function parseTemporalIntent(
  sql: Sql,
  scopeId: string,
  question: string,
  nowMs: number,
): Promise<TemporalIntent> {
  const text = question.slice(0, MAX_LENGTH);
  const asksForCurrent = RECENCY_WORD.test(text);
  const state = parseStateIntent(text);
  const withoutNow = text.replace(NOW, ' ');
  const span = parseTimeSpan(withoutNow, nowMs);
  const ofTime = span !== null && state === 'current' && !asksForCurrent;
  const intent = { asksForTime: TIME_QUESTION.test(text), asksForCurrent, state: ofTime ? null : state };
  if (span === null) return { ...intent, span };
  const { rows } = await sql.query<{ any: boolean; newest: bigint | null }>(
    `SELECT EXISTS (
       SELECT FROM memories
       WHERE scope_id = $1 AND state = 'active' AND event_time_nanos >= $2::bigint AND event_time_nanos < $3::bigint
     ) OR EXISTS (
       SELECT FROM claims WHERE scope_id = $1 AND event_at_nanos >= $2::bigint AND event_at_nanos < $3::bigint
     ) AS any, (
       SELECT event_time_nanos FROM memories WHERE scope_id = $1 AND state = 'active' ORDER BY event_time_nanos DESC LIMIT 1
     ) AS newest`,
    [scopeId, ...spanNanos(span)],
  );
  const [row] = rows;
  if (!row || row.any || row.newest === null) return { ...intent, span };
  return { ...intent, span: parseTimeSpan(withoutNow, Number(row.newest) / NANOS_PER_MS) ?? span };
}

/** Removes recency words ("now", "currently"): a memory that contains them is no likelier to answer. */
export function stripRecencyWords(question: string): string {
  return question.replace(RECENCY_WORDS, ' ');
}

/** Start and end of a span in unix nanoseconds, clamped to the range of the column. */
export function spanNanos({ from, to }: TimeSpan): [bigint, bigint] {
  return [from, to].map((ms) => nanosOfMs(Math.max(0, Math.min(ms, 9_000_000_000_000)))) as [bigint, bigint];
}

const DAY = 86_400_000;
/** Distance from a span, on either side, at which the proximity has decayed to 0. */
const PROXIMITY_DECAY_MS = 14 * DAY;
/** Proximity of a time just outside the span. */
const MAX_OUTSIDE_PROXIMITY = 0.5;

/**
 * Proximity of a time to a span, 0..1: 1 inside the span, outside it decays linearly from 0.5 to 0 within two weeks.
 */
export function temporalProximity({ from, to }: TimeSpan, eventTimeNanos: bigint): number {
  const eventMs = Number(eventTimeNanos) / NANOS_PER_MS;
  if (eventMs >= from && eventMs < to) return 1;
  const away = eventMs < from ? from - eventMs : eventMs - to;
  return Math.max(0, MAX_OUTSIDE_PROXIMITY * (1 - away / PROXIMITY_DECAY_MS));
}

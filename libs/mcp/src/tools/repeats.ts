import { isDeepStrictEqual } from 'node:util';
import { CallRefused, type CallAnswer, type EngraphCalls } from '../calls/engraph-calls.js';

/** Time within which an equal call is taken for a retry, and the longest list that is compared: a page of the API. */
const RETRY_MS = 600_000;
const MAX_ITEMS = 100;

/** A memory, as the API lists it. */
interface Listed {
  readonly memory_id: string;
  readonly text: string;
  readonly kind: number;
  readonly salience: number;
  readonly created_at: string;
  readonly extraction: string;
}

/**
 * The answer to a call whose memories are, word for word, the newest of the scope, stored a few minutes ago: it is a
 * retry. Null for any other call. What was said before is said again as soon as anything came between, since it may
 * change a fact back. Nor can a key without the permission to recall ask: what it repeats is known by its request id.
 */
export async function repeatedAnswer(calls: EngraphCalls, items: readonly object[]): Promise<CallAnswer | null> {
  if (items.length === 0 || items.length > MAX_ITEMS) return null;
  const { newest, answeredAtMs } = await newestMemories(calls, items.length);
  const isRecent = ({ created_at }: Listed): boolean => answeredAtMs - Date.parse(created_at) <= RETRY_MS;
  if (newest.length !== items.length || !newest.every(isRecent)) return null;
  if (!newest.every((memory, i) => isDeepStrictEqual(contentOf(memory), contentOf(items[i])))) return null;
  const results = newest.map(({ memory_id, salience, kind, created_at }) => ({
    ...{ memory_id, was_deduplicated: true, salience, kind, created_at, auto_edges_added: 0 },
  }));
  return { body: { results }, replayed: false, extraction: newest.at(-1)?.extraction ?? null, answeredAtMs };
}

/**
 * The newest memories in the order in which they were stored, none if the key may not see them, and when they were
 * listed. That is the time of the service, as that of the memories is: the clock of the client may be minutes off.
 */
async function newestMemories(
  calls: EngraphCalls,
  count: number,
): Promise<{ readonly newest: readonly Listed[]; readonly answeredAtMs: number }> {
  try {
    const { body, answeredAtMs } = await calls.call('listMemories', { query: { limit: String(count) } });
    return { newest: [...(body as { readonly items: readonly Listed[] }).items].reverse(), answeredAtMs };
  } catch (error) {
    if (error instanceof CallRefused && error.code === 'forbidden') return { newest: [], answeredAtMs: Number.NaN };
    throw error;
  }
}

/** What two memories must share to be the same: all that a call can say of one. */
function contentOf(memory: unknown): object {
  const { text, speaker, role, session, occurred_at, tags, metadata, kind, expires_at, pinned } = (memory ??
    {}) as Record<string, unknown>;
  return {
    ...{ text, kind: kind ?? 0, pinned: pinned ?? false, metadata: metadata ?? null, role: role ?? null },
    speaker: typeof speaker === 'string' && speaker.trim() !== '' ? speaker : null,
    session: sessionText(session),
    tags: Array.isArray(tags) ? [...new Set(tags)] : [],
    ...{ occurred_at: timeOf(occurred_at), expires_at: timeOf(expires_at) },
  };
}

/** A session as a text, since 42 and "42" are one; null without one. */
function sessionText(session: unknown): string | null {
  if (typeof session === 'number' || typeof session === 'bigint') return session.toString();
  return typeof session === 'string' ? session : null;
}

/** Milliseconds of a time in ISO 8601; null if it is unset. */
function timeOf(time: unknown): unknown {
  return typeof time === 'string' ? Date.parse(time) : time ? time : null;
}

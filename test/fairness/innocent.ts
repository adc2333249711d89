import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { send } from './floods.js';

/** Measurements of a tenant that makes one call at a time; times in milliseconds. */
export interface Met {
  readonly writes: readonly number[];
  readonly recalls: readonly number[];
  /** From a write to the projection of its extraction. */
  readonly extractions: readonly number[];
  /** Calls that did not return 200. */
  readonly refused: number;
}

/** Pause between two calls: a lively conversation, far below a fair share of the machine. */
const PAUSE_MS = 100;
const EXTRACTIONS_PAUSE_MS = 250;

/** Concurrent connections of a quiet tenant. */
const CONNECTIONS = 3;

/** Connections opened before the flood: a server accepts one new connection per event-loop iteration. */
export async function connectQuietly(port: number, key: string): Promise<Agent> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  await Promise.all(
    Array.from({ length: CONNECTIONS }, () => send(agent, { method: 'GET', path: '/v1/whoami' }, { port, key })),
  );
  return agent;
}

/**
 * Uses the service like a quiet tenant for the given time.
 * @param agent open connections; absent: they are opened with the first calls
 */
export async function useQuietly(
  port: number,
  key: string,
  seconds: number,
  agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS }),
): Promise<Met> {
  const until = performance.now() + seconds * 1_000;
  let refused = 0;
  const timed = async (path: string, body: object, headers: Record<string, string> = {}): Promise<number> => {
    const startedAt = performance.now();
    const answer = await send(agent, { method: 'POST', path, body, headers }, { port, key });
    const isLate =
      headers['prefer'] !== undefined &&
      !/extraction=(done|partial)/.test(String(answer.headers['preference-applied'] ?? ''));
    if (answer.status !== 200) refused += 1;
    return isLate ? Infinity : performance.now() - startedAt;
  };
  const repeat = async (pauseMs: number, call: (n: number) => Promise<number>): Promise<number[]> => {
    const times: number[] = [];
    for (let n = 0; performance.now() < until; n += 1) {
      times.push(await call(n));
      await delay(pauseMs);
    }
    return times;
  };
  const [writes, recalls, extractions] = await Promise.all([
    repeat(PAUSE_MS, (n) => timed('/v1/memories', { text: `Nora likes tea, as of day ${String(n)}.` })),
    repeat(PAUSE_MS, () => timed('/v1/recall', { query: 'What does Nora like?' })),
    repeat(EXTRACTIONS_PAUSE_MS, (n) =>
      timed('/v1/memories', { text: `Nora visited Porto in year ${String(n)}.` }, { prefer: 'wait=30' }),
    ),
  ]);
  agent.destroy();
  return { writes, recalls, extractions, refused };
}

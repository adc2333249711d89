import { setTimeout as delay } from 'node:timers/promises';

/** What a tenant met that makes one call at a time; times in milliseconds. */
export interface Met {
  readonly writes: readonly number[];
  readonly recalls: readonly number[];
  /** From a write to the projection of its extraction. */
  readonly extractions: readonly number[];
  /** Calls that were not answered with 200. */
  readonly refused: number;
}

/** Between two calls: a lively conversation, and far less than a share of the machine. */
const PAUSE_MS = 100;
const EXTRACTIONS_PAUSE_MS = 250;

/** Uses the service for so long as any quiet tenant would. */
export async function useQuietly(port: number, key: string, seconds: number): Promise<Met> {
  const until = performance.now() + seconds * 1_000;
  let refused = 0;
  const timed = async (path: string, body: object, headers: Record<string, string> = {}): Promise<number> => {
    const startedAt = performance.now();
    const answer = await fetch(`http://127.0.0.1:${String(port)}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    await answer.text();
    const isLate =
      headers['prefer'] !== undefined &&
      !/extraction=(done|partial)/.test(answer.headers.get('preference-applied') ?? '');
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
  return { writes, recalls, extractions, refused };
}

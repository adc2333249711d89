import { Agent, request, type IncomingHttpHeaders } from 'node:http';

/** Calls of a noisy tenant, made without a pause on all of its connections. */
export const FLOODS = [
  'writes',
  '1 MiB writes',
  'recall',
  'traversals',
  'waits',
  'memories to extract',
  // The last one, because it removes from the hub what the others use.
  'forgets of a hub',
] as const;
export type Flood = (typeof FLOODS)[number];

/** Target of a flood, with its prepared data. */
export interface Target {
  readonly port: number;
  readonly key: string;
  /** Memories that mention the hub, as decimal ids. */
  readonly memoryIds: readonly string[];
  readonly hubId: string;
}

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly headers?: Record<string, string>;
}

const LARGE = 'A long story about Maya. '.repeat(42_000).slice(0, 1024 * 1024 - 1);

/** The n-th call of a flood. */
function callOf(flood: Flood, n: number, { memoryIds, hubId }: Target): Call {
  const text = `Maya met Oskar in Lisbon on day ${String(n)}.`;
  const encode = { method: 'POST', path: '/v1/memories' };
  switch (flood) {
    case 'writes':
    case 'memories to extract':
      return { ...encode, body: { text } };
    case '1 MiB writes':
      return { ...encode, body: { text: LARGE } };
    case 'waits':
      return { ...encode, body: { text }, headers: { prefer: 'wait=10' } };
    case 'recall':
      return { method: 'POST', path: '/v1/recall', body: { query: `Whom did Maya meet on day ${String(n % 50)}?` } };
    case 'forgets of a hub':
      return { method: 'DELETE', path: '/v1/memories', body: { memory_id: memoryIds[n % memoryIds.length] ?? '' } };
    case 'traversals':
      return {
        ...{ method: 'POST', path: `/v1/entities/${hubId}/traverse` },
        body: { direction: 'both', max_depth: 5, max_nodes: 1000 },
      };
  }
}

/** A running flood. */
export interface RunningFlood {
  /**
   * Milliseconds that each call took until its response, of any status, or until its connection ended. `stop` ends the
   * connections: without the calls that wait then, a slow server would seem fast, as it answers only the first ones.
   */
  readonly times: readonly number[];
  stop(): Promise<void>;
}

/** Floods until stopped, or for a number of calls; responses are ignored. */
export function startFlood(flood: Flood, target: Target, connections: number, limit = Infinity): RunningFlood {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let stopped = false;
  let sent = 0;
  const times: number[] = [];
  const work = async (): Promise<void> => {
    while (!stopped && sent < limit) {
      sent += 1;
      const startedAt = performance.now();
      await send(agent, callOf(flood, sent, target), target).catch(() => undefined);
      times.push(performance.now() - startedAt);
    }
  };
  const working = Promise.all(Array.from({ length: connections }, work));
  const stop = async (): Promise<void> => {
    stopped = true;
    agent.destroy();
    await working;
  };
  return { times, stop };
}

/** Resolves when the response has been read. */
export function send(
  agent: Agent,
  { method, path, body, headers }: Call,
  { port, key }: Pick<Target, 'port' | 'key'>,
): Promise<{ status: number; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const own = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const call = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        method,
        path,
        headers: { ...own, 'content-length': Buffer.byteLength(text), ...headers },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => {
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers });
        });
        answer.on('error', reject);
      },
    );
    call.on('error', reject);
    call.end(text);
  });
}

import type { LargeGraph } from './fill-large-graph.js';

/** One request of the service. */
export interface Route {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Without the query. */
  readonly path: string;
  readonly query?: string;
  readonly body?: object;
}

/** The routes whose answers are compared with a bare route's. */
export function measuredRoutes({ ordinary }: LargeGraph): readonly Route[] {
  return [
    { name: 'whoami', method: 'GET', path: '/v1/whoami' },
    { name: 'list of 50 memories', method: 'GET', path: '/v1/memories', query: '?limit=50' },
    {
      name: 'traversal from an ordinary entity',
      ...{ method: 'POST', path: `/v1/entities/${ordinary}/traverse`, body: { direction: 'outgoing', max_depth: 3 } },
    },
    { name: 'graph page of 200 nodes', method: 'GET', path: '/v1/graph', query: '?limit=200' },
  ];
}

/** The whole request, as it goes over the wire. */
export function requestText({ method, path, query = '', body }: Route, key: string): string {
  const head = `${method} ${path}${query} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-api-key: ${key}\r\n`;
  if (body === undefined) return `${head}\r\n`;
  const text = JSON.stringify(body);
  return `${head}content-type: application/json\r\ncontent-length: ${String(text.length)}\r\n\r\n${text}`;
}

/** Answers to single requests of one key. */
export class Caller {
  constructor(
    private readonly port: number,
    private readonly key: string,
  ) {}

  /** Response in bytes, with its duration. @throws if the status is not 200 */
  async call({ method, path, query = '', body }: Omit<Route, 'name'>): Promise<{ text: string; ms: number }> {
    const startedAt = performance.now();
    const response = await fetch(`http://127.0.0.1:${String(this.port)}${path}${query}`, {
      method,
      headers: { 'x-api-key': this.key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const ms = performance.now() - startedAt;
    if (response.status !== 200) throw new Error(`${method} ${path}: ${String(response.status)} ${text.slice(0, 200)}`);
    return { text, ms };
  }
}

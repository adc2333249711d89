import type { Caller } from '../http/routes.js';
import { median } from '../statistics.js';
import type { StudioScope } from './fill-studio.js';

/** One of the calls that the pages make. */
export interface RouteSample {
  readonly name: string;
  readonly ms: number;
  readonly bytes: number;
}

/** One call of a page. */
export interface Call {
  readonly name: string;
  readonly path: string;
  readonly query?: string;
  readonly body?: object;
}

const WARM_UP = 3;

/** Median of `calls` sequential calls of each route, as the pages make them. */
export function routeTimes(caller: Caller, scope: StudioScope, calls: number): Promise<RouteSample[]> {
  return timesOf(caller, calls, callsOf(scope));
}

/** Median of `calls` sequential calls of each. */
export async function timesOf(caller: Caller, calls: number, asked: readonly Call[]): Promise<RouteSample[]> {
  const samples: RouteSample[] = [];
  for (const { name, path, query = '', body } of asked) {
    const times: number[] = [];
    let bytes = 0;
    for (let n = -WARM_UP; n < calls; n += 1) {
      const method = body ? 'POST' : 'GET';
      const { text, ms } = await caller.call({ method, path, query, ...(body && { body }) });
      bytes = Buffer.byteLength(text);
      if (n >= 0) times.push(ms);
    }
    samples.push({ name, ms: median(times), bytes });
    process.stderr.write(`${name}: ${median(times).toFixed(1)} ms, ${String(bytes)} bytes\n`);
  }
  return samples;
}

function callsOf({ hub, memoryId, speaker, questions: [query = ''] }: StudioScope): readonly Call[] {
  const filtered = (filter: object): string => `?limit=50&filter=${encodeURIComponent(JSON.stringify(filter))}`;
  const day = (date: string): string => `${date}T00:00:00Z`;
  const facts = `/v1/entities/${hub.id}`;
  return [
    { name: 'memories', path: '/v1/memories', query: '?limit=50' },
    { name: 'memories of a speaker', path: '/v1/memories', query: filtered({ speaker }) },
    { name: 'memories of nobody', path: '/v1/memories', query: filtered({ speaker: 'Nobody' }) },
    { name: 'memories with a tag that none has', path: '/v1/memories', query: filtered({ tags: { any: ['none'] } }) },
    {
      name: 'memories of a week two years ago',
      path: '/v1/memories',
      query: filtered({ since: day('2024-11-10'), until: day('2024-11-17') }),
    },
    { name: 'memories before all', path: '/v1/memories', query: filtered({ until: day('2001-01-01') }) },
    { name: 'a memory', path: `/v1/memories/${memoryId}`, query: '?versions=true&include_tombstoned=true' },
    { name: 'what a memory gave', path: `/v1/memories/${memoryId}/inspect` },
    { name: 'entities', path: '/v1/entities', query: '?limit=50' },
    { name: 'entities that begin with a', path: '/v1/entities', query: '?limit=50&prefix=a' },
    { name: 'entities that begin with ma', path: '/v1/entities', query: '?limit=8&prefix=ma' },
    { name: 'entities of a common type', path: '/v1/entities', query: '?limit=50&type_id=1' },
    { name: 'entities of a rare type', path: '/v1/entities', query: '?limit=50&type_id=10' },
    { name: 'an entity', path: facts },
    { name: 'its profile', path: `${facts}/profile` },
    {
      name: 'its relations',
      path: `${facts}/relations`,
      query: '?direction=both&include_superseded=true&limit=50',
    },
    { name: 'its statements', path: '/v1/statements', query: `?subject=${hub.id}&only_current=false&limit=50` },
    {
      name: 'a thousand of its relations',
      path: `${facts}/relations`,
      query: '?direction=both&include_superseded=true&limit=1000',
    },
    {
      name: 'a question with its trace',
      path: '/v1/recall',
      body: { query, max_results: 10, format: 'context', include_trace: true },
    },
    { name: 'a search', path: '/v1/recall', body: { query, max_results: 50 } },
    { name: 'figures', path: '/v1/operation' },
    { name: 'figures with storage', path: '/v1/operation', query: '?storage=true' },
    { name: 'whose key it is', path: '/v1/whoami' },
    { name: 'capabilities', path: '/v1/capabilities' },
  ];
}

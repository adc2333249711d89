import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { scopeOf } from '#contracts/scope.js';
import type { Closing } from '../closing.js';
import { createKey } from '../create-key.js';
import { startDatabases } from '../databases.js';
import type { Load } from '../http-load.js';
import { runProgram, startApp, startProgram } from '../processes.js';
import type { BareRoute } from './bare-routes.js';
import { fillLargeGraph, type LargeGraph } from './fill-large-graph.js';
import { walkGraph, type GraphWalk } from './graph-walk.js';
import { hubTraversals, type HubTraversal } from './hub-traversals.js';
import type { RequestLoadOptions } from './load-generator.js';
import { Caller, measuredRoutes, requestText, type Route } from './routes.js';

export interface HttpOptions {
  readonly rounds: number;
  readonly seconds: number;
  /** Entities of the graph. */
  readonly entities: number;
  /** Single calls of each traversal and page. */
  readonly calls: number;
}

/** One route under one load, and a bare route that answers with the same bytes, one after the other. */
export interface HttpSample {
  readonly route: string;
  readonly bytes: number;
  readonly connections: number;
  readonly service: Load;
  readonly bare: Load;
}

export interface HttpResults {
  readonly options: HttpOptions;
  readonly services: readonly string[];
  readonly graph: LargeGraph;
  readonly rounds: readonly (readonly HttpSample[])[];
  readonly traversals: readonly HubTraversal[];
  readonly walk: GraphWalk;
}

const CONNECTIONS = [1, 16, 64];
const WARM_UP_SECONDS = 2;

/** Measures read routes in a scope with a large graph: beside a bare route, and at their bounds. */
export async function benchHttp(closing: Closing, options: HttpOptions): Promise<HttpResults> {
  const directory = await mkdtemp(join(tmpdir(), 'engraph-bench-'));
  closing.add(() => rm(directory, { recursive: true, force: true }));
  const databases = await startDatabases(closing);
  const url = await databases.create();
  const app = await startApp(closing, 'standalone', { DATABASE_URL: url, DATA_DIR: directory, EXTRACTION: 'off' });
  const key = await createKey(url);
  const graph = await fill(url, options.entities);
  const caller = new Caller(app.port, key);
  const walk = await walkGraph(caller, graph.entities, options.calls);
  const traversals = await hubTraversals(caller, graph.hub, options.calls);
  const pairs = await startBare(closing, { caller, key, directory, port: app.port }, measuredRoutes(graph));
  for (const pair of pairs) await measure(closing, pair, 16, WARM_UP_SECONDS);
  const rounds: HttpSample[][] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const samples: HttpSample[] = [];
    for (const connections of CONNECTIONS)
      for (const pair of pairs) samples.push(await measure(closing, pair, connections, options.seconds));
    rounds.push(samples);
  }
  return { options, services: [databases.postgres.description], graph, rounds, traversals, walk };
}

async function fill(url: string, entities: number): Promise<LargeGraph> {
  const startedAt = performance.now();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // The scope of the key that `npm start` makes.
    return await fillLargeGraph(client, scopeOf('demo', 'demo').scopeId, entities);
  } finally {
    await client.end();
    process.stderr.write(`filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`);
  }
}

/** A route of the service, and its bare double. */
interface Pair {
  readonly name: string;
  readonly text: string;
  readonly bytes: number;
  readonly ports: { readonly service: number; readonly bare: number };
}

interface Service {
  readonly caller: Caller;
  readonly key: string;
  readonly port: number;
  /** Where answers are kept. */
  readonly directory: string;
}

async function startBare(closing: Closing, service: Service, routes: readonly Route[]): Promise<Pair[]> {
  const kept: (BareRoute & { readonly bytes: number })[] = [];
  for (const [i, route] of routes.entries()) {
    const { text } = await service.caller.call(route);
    const file = join(service.directory, `answer-${String(i)}`);
    await writeFile(file, text);
    kept.push({ method: route.method, path: route.path, file, bytes: Buffer.byteLength(text) });
  }
  const { line } = await startProgram(closing, 'http/bare-routes.ts', { routes: kept });
  return routes.map((route, i) => ({
    name: route.name,
    text: requestText(route, service.key),
    bytes: kept[i]?.bytes ?? NaN,
    ports: { service: service.port, bare: Number(line) },
  }));
}

async function measure(closing: Closing, pair: Pair, connections: number, seconds: number): Promise<HttpSample> {
  const load = async (port: number): Promise<Load> => {
    const options: RequestLoadOptions = { port, connections, seconds, text: pair.text };
    return (await runProgram(closing, 'http/load-generator.ts', options)) as Load;
  };
  const sample = {
    route: pair.name,
    bytes: pair.bytes,
    connections,
    service: await load(pair.ports.service),
    bare: await load(pair.ports.bare),
  };
  const rates = [sample.service, sample.bare].map(({ perSecond }) => perSecond.toFixed(0)).join(' and ');
  process.stderr.write(`${pair.name}, ${String(connections)} connections: ${rates}/s\n`);
  return sample;
}

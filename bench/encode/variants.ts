import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { query } from '../../test/harness/postgres.js';
import type { Closing } from '../closing.js';
import { createKey } from '../create-key.js';
import { runProgram, startApp } from '../processes.js';
import { figure } from '../report.js';
import { BENCH_ENCODE_FUNCTION } from './four-inserts.js';
import type { Load } from '../http-load.js';
import { runPgbench } from './pgbench.js';

/** One way to store memories, ready to be loaded. */
export interface Running {
  /** Of the process under test, where it is not Postgres alone. */
  readonly pid?: number;
  load(seconds: number): Promise<Load>;
  stop(): Promise<void>;
}

export interface Variant {
  readonly name: string;
  readonly clients: number;
  start(closing: Closing, databaseUrl: string): Promise<Running>;
}

/** The service itself, over HTTP, with all it does for a request: of one memory, or of a batch. */
export function apiVariant(extraction: 'on' | 'off', connections: number, perRequest = 1): Variant {
  const route = perRequest === 1 ? '/v1/memories' : `/v1/memories/batch of ${figure(perRequest)}`;
  return {
    name: `POST ${route}, extraction ${extraction}`,
    clients: connections,
    start: async (closing, databaseUrl) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'engraph-bench-'));
      closing.add(() => rm(dataDir, { recursive: true, force: true }));
      const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, EXTRACTION: extraction };
      const app = await startApp(closing, 'standalone', settings);
      const key = await createKey(databaseUrl);
      let firstText = 0;
      const load = async (seconds: number): Promise<Load> => {
        const options = { port: app.port, key, connections, seconds, firstText, perRequest };
        const done = (await runProgram(closing, 'encode/load-generator.ts', options)) as Load;
        firstText += done.completed;
        return done;
      };
      return { pid: app.pid, load, stop: () => app.stop() };
    },
  };
}

/** One call per memory, without a service in between. */
export function pgbenchVariant(program: string, clients: number): Variant {
  return {
    name: 'pgbench, one plpgsql call',
    clients,
    start: async (_closing, databaseUrl) => {
      await query(databaseUrl, BENCH_ENCODE_FUNCTION);
      return { load: (seconds) => runPgbench(program, databaseUrl, clients, seconds), stop: () => Promise.resolve() };
    },
  };
}

/** One transaction per memory, statement by statement, from a Node process without HTTP. */
export function roundTripVariant(clients: number): Variant {
  return {
    name: 'pg, one transaction by round trips',
    clients,
    start: (closing, databaseUrl) =>
      Promise.resolve({
        load: async (seconds) => {
          const options = { url: databaseUrl, connections: clients, seconds };
          return (await runProgram(closing, 'encode/round-trips.ts', options)) as Load;
        },
        stop: () => Promise.resolve(),
      }),
  };
}

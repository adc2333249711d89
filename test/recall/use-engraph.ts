import { afterAll, beforeAll } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createDataSource, poolOf } from '#database/data-source.js';
import type { Sql } from '#database/sql.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

/** An Engraph for the tests of a file, and its database as the owner sees it. */
export function useEngraph(): { client(namespace: string, agent: string): Promise<Client>; sql(): Sql } {
  let engraph: RunningEngraph;
  let source: DataSource;
  beforeAll(async () => {
    engraph = await runEngraph('log');
    const url = engraph.databaseUrl;
    source = createDataSource({ url, poolSize: 4, connectTimeoutMs: 5_000, statementTimeoutMs: 0 });
    await source.initialize();
  });
  afterAll(async () => {
    await source.destroy();
    await engraph.stop();
  });
  return { client: (namespace, agent) => engraph.client(namespace, agent), sql: () => poolOf(source) };
}

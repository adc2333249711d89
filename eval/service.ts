import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ACCESS_ENTITIES } from '#access/access-entities.js';
import { createApiKey } from '#access/api-keys.js';
import { PERMISSIONS } from '#access/permissions.js';
import { startStandalone } from '#apps/standalone/src/start-standalone.js';
import { loadConfig } from '#config/load-config.js';
import { createLog } from '#config/log.js';
import { createDataSource } from '#database/data-source.js';
import { startEmbeddedPostgres } from '#database/embedded-postgres.js';
import { EngraphClient } from '../clients/typescript/src/index.js';
import { freePort } from '../test/harness/free-port.js';

/** A client with a new key of the agent's scope. */
export type ClientOf = (agent: string) => Promise<EngraphClient>;

/**
 * Runs Engraph as `npm start` does, in an empty folder of its own that is removed at the end, or in one that is kept.
 * @param settings environment variables of it
 * @param keep a folder that may hold what an earlier run stored
 */
export async function withEngraph<T>(
  settings: Record<string, string>,
  work: (clientOf: ClientOf) => Promise<T>,
  keep?: string,
): Promise<T> {
  const dataDir = keep === undefined ? await mkdtemp(join(tmpdir(), 'engraph-eval-')) : await kept(keep);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    const port = String(await freePort());
    const config = loadConfig({ ...settings, DATA_DIR: dataDir, PORT: port, METRICS_PORT: '0', RELAY_POLL_MS: '20' });
    const engraph = await startStandalone(config, postgres.url, createLog('eval', 'warn'));
    try {
      return await work((agent) => clientOf(postgres.url, engraph.baseUrl, agent));
    } finally {
      await engraph.stop();
    }
  } finally {
    await postgres.stop();
    if (keep === undefined) await rm(dataDir, { recursive: true });
  }
}

async function kept(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  return folder;
}

async function clientOf(databaseUrl: string, baseUrl: string, agent: string): Promise<EngraphClient> {
  const limits = { poolSize: 4, connectTimeoutMs: 10_000, statementTimeoutMs: 0 };
  const dataSource = createDataSource({ url: databaseUrl, ...limits, entities: ACCESS_ENTITIES });
  await dataSource.initialize();
  try {
    const identity = { namespace: 'eval', agent, name: 'eval', permissions: PERMISSIONS, expiresAt: null };
    const { key } = await createApiKey(dataSource, identity);
    return new EngraphClient({ baseUrl, apiKey: key });
  } finally {
    await dataSource.destroy();
  }
}

import { ACCESS_ENTITIES } from '#access/access-entities.js';
import { createApiKey } from '#access/api-keys.js';
import { PERMISSIONS } from '#access/permissions.js';
import { createDataSource } from '#database/data-source.js';

/** A key of namespace `bench` and the agent, with all permissions. */
export async function createKey(databaseUrl: string, agent = 'bench'): Promise<string> {
  const options = { url: databaseUrl, poolSize: 2, connectTimeoutMs: 10_000, statementTimeoutMs: 0 };
  const dataSource = await createDataSource({ ...options, entities: ACCESS_ENTITIES }).initialize();
  const owner = { namespace: 'bench', agent, name: 'bench', permissions: PERMISSIONS, expiresAt: null };
  const { key } = await createApiKey(dataSource, owner);
  await dataSource.destroy();
  return key;
}

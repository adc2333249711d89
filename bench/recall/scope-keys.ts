import { createApiKey } from '#access/api-keys.js';
import { ACCESS_ENTITIES } from '#access/access-entities.js';
import { createDataSource } from '#database/data-source.js';

/** Makes scopes, each with a key that may read it. */
export class ScopeKeys {
  constructor(private readonly url: string) {}

  async make(agent: string): Promise<{ readonly scopeId: string; readonly key: string }> {
    const dataSource = createDataSource({
      ...{ url: this.url, poolSize: 1, connectTimeoutMs: 5_000, statementTimeoutMs: 0, entities: ACCESS_ENTITIES },
    });
    await dataSource.initialize();
    try {
      const { key, scope } = await createApiKey(dataSource, {
        ...{ namespace: 'bench', agent, name: 'recall', permissions: ['recall'], expiresAt: null },
      });
      return { scopeId: scope.scopeId, key };
    } finally {
      await dataSource.destroy();
    }
  }
}

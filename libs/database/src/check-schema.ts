import type { DataSource } from 'typeorm';
import { MIGRATIONS } from './migrations.js';

/** Thrown for a database that an unreleased version created, whose migrations no longer exist. */
export class UnreleasedSchema extends Error {
  override readonly name = 'UnreleasedSchema';
  constructor() {
    super(
      'this database was created by a version of Engraph from before its first release, and cannot be migrated; nothing ' +
        'was changed. Start with an empty database or data directory. To keep memories, read them from the version that ' +
        'created the database (GET /v1/memories) and write them to the new one (POST /v1/memories)',
    );
  }
}

/**
 * Checks that a database is empty or was created by a migration that still exists.
 * @throws UnreleasedSchema
 */
export async function checkReleasedSchema(dataSource: DataSource): Promise<void> {
  const [table]: { name: string | null }[] = await dataSource.query(`SELECT to_regclass('schema_migrations') AS name`);
  if ((table?.name ?? null) === null) return;
  const applied: { name: string }[] = await dataSource.query('SELECT name FROM schema_migrations');
  const known = new Set<string>(MIGRATIONS.map((migration) => new migration().name));
  if (applied.length > 0 && !applied.some(({ name }) => known.has(name))) throw new UnreleasedSchema();
}

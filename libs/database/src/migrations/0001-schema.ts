import { readFileSync } from 'node:fs';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { commentStatements } from '../schema/sql-comments.js';

/** Files of the schema, in the order in which they run. */
const FILES = [
  '01-access.sql',
  '02-audit.sql',
  '03-memories.sql',
  '04-events.sql',
  '05-extraction.sql',
  '06-graph.sql',
  '07-timelines.sql',
  '08-search.sql',
  '09-row-security.sql',
];

/** The table that TypeORM itself creates before the first migration. */
const MIGRATIONS_TABLE_SQL = /* sql */ `
  COMMENT ON TABLE schema_migrations IS 'Migrations that were applied.';
  COMMENT ON COLUMN schema_migrations.id IS 'order of the migration';
  COMMENT ON COLUMN schema_migrations.timestamp IS 'number of the migration, plus 1700000000000';
  COMMENT ON COLUMN schema_migrations.name IS 'name of the migration';
`;

/** The whole schema of the first version: one file per area. Every table and column has a comment in the database. */
export class Schema0001 implements MigrationInterface {
  readonly name = 'Schema1700000000001';

  async up(runner: QueryRunner): Promise<void> {
    for (const file of FILES) {
      const sql = readFileSync(new URL(`./0001-schema/${file}`, import.meta.url), 'utf8');
      await runner.query(sql);
      await runner.query(commentStatements(sql));
    }
    await runner.query(MIGRATIONS_TABLE_SQL);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('the first migration cannot be undone; drop the database instead'));
  }
}

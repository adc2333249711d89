import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  batchIsolationSql,
  batchTableIsolationSql,
  scopeIsolationSql,
  SERVICE_ROLE,
  SERVICE_ROLE_SQL,
} from '../schema/row-security.js';

/** Tables to which batches that span scopes append. */
const BATCHED = ['events', 'memories', 'memory_extractions'];

const ONE_SCOPE = [
  'scopes',
  'llm_jobs',
  'entities',
  'entity_names',
  'mentions',
  'alias_claims',
  'claims',
  'relations',
  'statements',
];

/** Row-level security: the service's role sees only rows of the current scope, and none without one. */
export class RowLevelSecurity0002 implements MigrationInterface {
  readonly name = 'RowLevelSecurity1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SERVICE_ROLE_SQL);
    for (const table of BATCHED) await runner.query(batchIsolationSql(table));
    for (const table of ONE_SCOPE) await runner.query(scopeIsolationSql(table));
    await runner.query(batchTableIsolationSql('request_ledger'));
    await runner.query(`GRANT USAGE ON SEQUENCE event_position TO ${SERVICE_ROLE}`);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('isolation is not taken back; drop the database instead'));
  }
}

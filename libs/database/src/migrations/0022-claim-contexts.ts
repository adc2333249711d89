import type { MigrationInterface, QueryRunner } from 'typeorm';
import { scopeIsolationSql } from '../schema/row-security.js';

/** Dependencies of claims on other memories, a read model recreated by a rebuild. */
export class ClaimContexts0022 implements MigrationInterface {
  readonly name = 'ClaimContexts1700000000022';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      -- memory_id: whose events hold a claim that was read with context_id. Forgotten memories keep their rows: their
      -- events are kept, and have to let go of a context that is erased.
      CREATE TABLE claim_contexts (
        scope_id   uuid NOT NULL,
        context_id uuid NOT NULL,
        memory_id  uuid NOT NULL,
        PRIMARY KEY (scope_id, context_id, memory_id)
      );
      CREATE INDEX claim_contexts_reader ON claim_contexts (scope_id, memory_id);`);
    await runner.query(scopeIsolationSql('claim_contexts'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE claim_contexts');
  }
}

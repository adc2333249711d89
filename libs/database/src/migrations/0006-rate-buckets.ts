import type { MigrationInterface, QueryRunner } from 'typeorm';
import { scopeIsolationSql } from '../schema/row-security.js';

/** Remaining rate limit and quota of each caller. A missing row is a full bucket. */
export class RateBuckets0006 implements MigrationInterface {
  readonly name = 'RateBuckets1700000000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      CREATE TABLE rate_buckets (
        scope_id   uuid NOT NULL,
        policy     text NOT NULL,
        caller     text NOT NULL,
        tokens     float8 NOT NULL,
        leased     float8 NOT NULL,
        counted_at timestamptz NOT NULL,
        PRIMARY KEY (scope_id, policy, caller)
      ) WITH (fillfactor = 50);`);
    await runner.query(scopeIsolationSql('rate_buckets'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE rate_buckets;');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Plain indexes: unlike the operators of jsonb and of arrays, equality of texts is leakproof. */
const INDEXES = /* sql */ `
CREATE INDEX memories_speaker ON memories (scope_id, speaker, memory_id) WHERE speaker IS NOT NULL;
CREATE INDEX memories_role ON memories (scope_id, role, memory_id) WHERE role IS NOT NULL;
CREATE INDEX memories_pinned ON memories (scope_id, memory_id) WHERE pinned;
`;

/** As before, and what callers do with webhooks. */
const AUDIT = /* sql */ `
ALTER POLICY of_callers ON audit_events
  WITH CHECK (actor = 'api' AND operation IN ('memory.erase', 'webhook.create', 'webhook.resume', 'webhook.remove'));
`;

/** Indexes of the columns by which filters tell memories, and audit entries about webhooks. */
export class FiltersAndAudit0018 implements MigrationInterface {
  readonly name = 'FiltersAndAudit1700000000018';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [INDEXES, AUDIT]) await runner.query(sql);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('a migration cannot be undone; restore a backup instead'));
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** As before, and redrives of extractions. */
const AUDIT = /* sql */ `
ALTER POLICY of_callers ON audit_events
  WITH CHECK (actor = 'api' AND operation IN
    ('memory.erase', 'webhook.create', 'webhook.resume', 'webhook.remove', 'extraction.redrive'));
`;

/** Audit entries about redrives by callers. */
export class AuditedRedrives0024 implements MigrationInterface {
  readonly name = 'AuditedRedrives1700000000024';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(AUDIT);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('a migration cannot be undone; restore a backup instead'));
  }
}

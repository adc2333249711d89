import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SERVICE_ROLE } from '../schema/row-security.js';

/** Limits what the service's login may record of erasures: those of memories by callers, and nothing as an operator. */
export class AuditOfCallers0045 implements MigrationInterface {
  readonly name = 'AuditOfCallers1700000000045';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN_SQL);
  }
}

/** In addition to the policies of 0042 and 0043, which restrict the scope. */
const UP_SQL = /* sql */ `
CREATE POLICY of_callers ON audit_events AS RESTRICTIVE FOR INSERT TO ${SERVICE_ROLE}
  WITH CHECK (actor = 'api' AND operation = 'memory.erase');
-- A restore erases the whole scope by an entry without a memory.
CREATE POLICY of_memories ON erasures AS RESTRICTIVE FOR INSERT TO ${SERVICE_ROLE} WITH CHECK (memory_id IS NOT NULL);
`;

const DOWN_SQL = /* sql */ `
DROP POLICY of_callers ON audit_events;
DROP POLICY of_memories ON erasures;
`;

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The successor of each rotated key, an index for paging keys, and the audit of all operations on keys. */
export class KeyRotation0007 implements MigrationInterface {
  readonly name = 'KeyRotation1700000000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN_SQL);
  }
}

/** The service's role gets no grants here: requests need no access to the administration of keys. */
const UP_SQL = /* sql */ `
ALTER TABLE api_keys ADD COLUMN rotated_to uuid;

-- Operators know a key by its id alone. Ids are UUIDv7: their order is the order in which keys were made.
CREATE INDEX api_keys_by_id ON api_keys (key_id);

-- Not led by scope_id, which is null where an operation was refused before it had a scope.
CREATE TABLE credential_audit (
  entry_id   uuid PRIMARY KEY,
  at         timestamptz NOT NULL,
  actor      text NOT NULL,
  request_id text NOT NULL,
  operation  text NOT NULL,
  outcome    text NOT NULL,
  scope_id   uuid,
  key_id     uuid
);
CREATE INDEX credential_audit_by_key ON credential_audit (key_id, entry_id);
`;

const DOWN_SQL = /* sql */ `
DROP TABLE credential_audit;
DROP INDEX api_keys_by_id;
ALTER TABLE api_keys DROP COLUMN rotated_to;
`;

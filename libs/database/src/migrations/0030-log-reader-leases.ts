import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Leases of the leaders of log readers, with their expiry. */
export class LogReaderLeases0030 implements MigrationInterface {
  readonly name = 'LogReaderLeases1700000000030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE log_reader_leases');
  }
}

/** `holder` is a host and a process, for humans; `unknown_event` is the event that the last leader stopped before. */
const TABLE_SQL = /* sql */ `
CREATE TABLE log_reader_leases (
  reader        text PRIMARY KEY,
  holder        text,
  fence         bigint NOT NULL,
  expires_at    timestamptz NOT NULL,
  unknown_event text
);
`;

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who leads the readers of the log, and by when a leader has to be heard from again. */
export class LogReaderLeases0030 implements MigrationInterface {
  readonly name = 'LogReaderLeases1700000000030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE log_reader_leases');
  }
}

/** `holder` is a host and a process, for people; `unknown_event` is what the last leader stopped before. */
const TABLE_SQL = /* sql */ `
CREATE TABLE log_reader_leases (
  reader        text PRIMARY KEY,
  holder        text,
  fence         bigint NOT NULL,
  expires_at    timestamptz NOT NULL,
  unknown_event text
);
`;

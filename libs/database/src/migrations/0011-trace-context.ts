import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which trace an event belongs to, as a W3C traceparent; null where nobody traces. Nothing but tracing reads it. */
export class TraceContext0011 implements MigrationInterface {
  readonly name = 'TraceContext1700000000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE events ADD COLUMN traceparent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE events DROP COLUMN traceparent');
  }
}

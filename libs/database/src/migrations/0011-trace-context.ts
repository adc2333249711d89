import type { MigrationInterface, QueryRunner } from 'typeorm';

/** W3C traceparent of an event; null without tracing. Only tracing reads it. */
export class TraceContext0011 implements MigrationInterface {
  readonly name = 'TraceContext1700000000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE events ADD COLUMN traceparent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE events DROP COLUMN traceparent');
  }
}

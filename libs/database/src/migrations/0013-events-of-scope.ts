import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The log of one scope in its order, for those who follow its events. Only with the cast does a statement that orders by
 * it never use the index of the whole log, whose order is the same, and read the events of all scopes.
 */
const INDEX = /* sql */ `CREATE INDEX events_of_scope ON events (scope_id, (epoch::bigint), txid, position)`;

/** Lets a reader continue the log of one scope without reading that of others. */
export class EventsOfScope0013 implements MigrationInterface {
  readonly name = 'EventsOfScope1700000000013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX events_of_scope');
  }
}

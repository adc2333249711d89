import type { MigrationInterface, QueryRunner } from 'typeorm';
import { scopeIsolationSql } from '../schema/row-security.js';

/** Names that callers declared for entities, a read model recreated by a rebuild. */
export class GivenNames0008 implements MigrationInterface {
  readonly name = 'GivenNames1700000000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      -- creation_id: the entity row that the caller's canonical name has; entity_id: the one that this name has. The
      -- evidence that the two are one is in alias_claims, with the creation in the place of a memory. standing: 2 given as
      -- the canonical name of something new, 1 of something known, 0 as an alias.
      CREATE TABLE given_names (
        scope_id         uuid NOT NULL,
        entity_id        uuid NOT NULL,
        surface          text COLLATE "C" NOT NULL,
        creation_id      uuid NOT NULL,
        standing         smallint NOT NULL,
        created_at_nanos bigint NOT NULL,
        PRIMARY KEY (scope_id, entity_id, surface, creation_id)
      );`);
    await runner.query(scopeIsolationSql('given_names'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE given_names');
  }
}

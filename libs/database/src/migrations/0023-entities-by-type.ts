import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The order of lists, for entities of one type: a rare one is found without those of others. */
const INDEX = /* sql */ `
CREATE INDEX entities_by_type ON entities (scope_id, type_id, mention_count DESC, entity_id) WHERE merged_into IS NULL;
`;

/** Lists of entities of one type. */
export class EntitiesByType0023 implements MigrationInterface {
  readonly name = 'EntitiesByType1700000000023';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX entities_by_type');
  }
}

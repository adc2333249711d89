import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Index of the entity rows of a name, whatever their type. */
export class EntityNamesByForm0024 implements MigrationInterface {
  readonly name = 'EntityNamesByForm1700000000024';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX entities_by_form ON entities (scope_id, normal_form)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX entities_by_form');
  }
}

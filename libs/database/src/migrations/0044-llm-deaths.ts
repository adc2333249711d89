import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts workers that vanished with an LLM job in hand separately from failed calls: most died for another reason. */
export class LlmDeaths0044 implements MigrationInterface {
  readonly name = 'LlmDeaths1700000000044';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `ALTER TABLE llm_jobs ADD COLUMN deaths smallint NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE llm_jobs DROP COLUMN deaths');
  }
}

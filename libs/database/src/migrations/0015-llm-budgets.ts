import type { MigrationInterface, QueryRunner } from 'typeorm';

/** LLM usage of the current day, and which LLM jobs have a call in progress. */
export class LlmBudgets0015 implements MigrationInterface {
  readonly name = 'LlmBudgets1700000000015';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      -- Tokens of the last day on which any were used; the row of the nil UUID counts all scopes together.
      CREATE TABLE llm_tokens (
        scope_id uuid PRIMARY KEY,
        day      date NOT NULL,
        tokens   bigint NOT NULL
      );

      -- The claim that a job was taken by, while calls for it are made and its lease (run_at) lasts.
      ALTER TABLE llm_jobs ADD COLUMN claim uuid;
      CREATE INDEX llm_jobs_claimed ON llm_jobs (scope_id, claim) WHERE claim IS NOT NULL;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE llm_tokens; ALTER TABLE llm_jobs DROP COLUMN claim');
  }
}

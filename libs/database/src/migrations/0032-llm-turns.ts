import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Fair LLM queue: the next scope with a job, and of that scope the jobs that have been due longest. */
export class LlmTurns0032 implements MigrationInterface {
  readonly name = 'LlmTurns1700000000032';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `CREATE INDEX llm_jobs_by_scope ON llm_jobs (scope_id, run_at, memory_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX llm_jobs_by_scope');
  }
}

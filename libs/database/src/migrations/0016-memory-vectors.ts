import type { MigrationInterface, QueryRunner } from 'typeorm';
import { scopeIsolationSql } from '../schema/row-security.js';

/** Embeddings of memories, for dense retrieval. */
export class MemoryVectors0016 implements MigrationInterface {
  readonly name = 'MemoryVectors1700000000016';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE_SQL);
    await runner.query(scopeIsolationSql('memory_vectors'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE memory_vectors; DROP SEQUENCE memory_vector_numbers;');
  }
}

/**
 * The number is drawn under the scope's lock, so within a scope numbers become visible in order, and a reader that
 * requests those above the last it saw misses none. A forgotten memory keeps its row without the vector, under a new
 * number, so that readers notice the forget.
 */
const TABLE_SQL = /* sql */ `
CREATE SEQUENCE memory_vector_numbers;
GRANT USAGE ON SEQUENCE memory_vector_numbers TO engraph_service;

-- vector: 8 bits a dimension; null: taken out, or (due_at is set) yet to be made.
CREATE TABLE memory_vectors (
  scope_id  uuid NOT NULL,
  memory_id uuid NOT NULL,
  model     text COLLATE "C" NOT NULL,
  number    bigint NOT NULL DEFAULT nextval('memory_vector_numbers'),
  vector    bytea,
  due_at    timestamptz,
  PRIMARY KEY (scope_id, memory_id, model)
);
ALTER TABLE memory_vectors ALTER COLUMN vector SET STORAGE EXTERNAL;
CREATE INDEX memory_vectors_by_number ON memory_vectors (scope_id, model, number);
CREATE INDEX memory_vectors_due ON memory_vectors (due_at) WHERE due_at IS NOT NULL;
`;

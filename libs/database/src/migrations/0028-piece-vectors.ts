import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Token embeddings of memories, for reranking candidates token by token. */
export class PieceVectors0028 implements MigrationInterface {
  readonly name = 'PieceVectors1700000000028';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMN_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE memory_vectors DROP COLUMN pieces');
  }
}

/**
 * One bit per dimension, token after token; null when the model makes none. Close to random, so not worth compressing.
 */
const COLUMN_SQL = /* sql */ `
ALTER TABLE memory_vectors ADD COLUMN pieces bytea;
ALTER TABLE memory_vectors ALTER COLUMN pieces SET STORAGE EXTERNAL;
`;

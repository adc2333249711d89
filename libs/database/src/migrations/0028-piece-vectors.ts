import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Vectors of the word pieces of memories, by which those that are near as a whole are compared word by word. */
export class PieceVectors0028 implements MigrationInterface {
  readonly name = 'PieceVectors1700000000028';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMN_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE memory_vectors DROP COLUMN pieces');
  }
}

/** 1 bit a dimension, piece after piece; null where the model makes none. As good as random: not worth compressing. */
const COLUMN_SQL = /* sql */ `
ALTER TABLE memory_vectors ADD COLUMN pieces bytea;
ALTER TABLE memory_vectors ALTER COLUMN pieces SET STORAGE EXTERNAL;
`;

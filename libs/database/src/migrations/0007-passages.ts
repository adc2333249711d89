import type { MigrationInterface, QueryRunner } from 'typeorm';

const VECTORS = /* sql */ `
ALTER TABLE memory_vectors ADD COLUMN passage smallint NOT NULL DEFAULT 0;
ALTER TABLE memory_vectors DROP CONSTRAINT memory_vectors_pkey,
  ADD PRIMARY KEY (scope_id, memory_id, model, passage);
COMMENT ON COLUMN memory_vectors.passage IS
  'number of the passage in a long text, from 0; the row of the first one has the due time of all, and stays when the memory is forgotten';
`;

const TERMS = /* sql */ `
ALTER TABLE search_documents ADD COLUMN passages smallint NOT NULL DEFAULT 1;
ALTER TABLE search_postings ADD COLUMN passages smallint[];
COMMENT ON COLUMN search_documents.length IS
  'number of terms in the text, with repetitions; of a long text, in its mean passage';
COMMENT ON COLUMN search_documents.frequencies IS
  'how often each of them occurs; in a long text, in the passage where it occurs most';
COMMENT ON COLUMN search_documents.passages IS 'number of passages';
COMMENT ON COLUMN search_postings.frequency IS
  'how often the term occurs in it; in a long text, in the passage where it occurs most';
COMMENT ON COLUMN search_postings.length IS 'number of terms of the memory; of a long one, of its mean passage';
COMMENT ON COLUMN search_postings.passages IS
  'the passage of each occurrence, ascending; null: the memory is one passage, or the term is not from its text';
`;

/**
 * Vectors and postings of the passages of long texts. Those of memories stored before are made by `engraph reembed` and
 * a rebuild.
 */
export class Passages0007 implements MigrationInterface {
  readonly name = 'Passages1700000000007';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [VECTORS, TERMS]) await runner.query(sql);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('a migration cannot be undone; restore a backup instead'));
  }
}

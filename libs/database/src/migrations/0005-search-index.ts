import type { MigrationInterface, QueryRunner } from 'typeorm';
import { scopeIsolationSql } from '../schema/row-security.js';

/** The lexical index of memories, a read model recreated by a rebuild; and how often memories were recalled. */
export class SearchIndex0005 implements MigrationInterface {
  readonly name = 'SearchIndex1700000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES_SQL);
    for (const table of TABLES) await runner.query(scopeIsolationSql(table));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP TABLE ${table}`);
  }
}

const TABLES = ['search_documents', 'search_postings', 'search_terms', 'search_scopes', 'memory_accesses'] as const;

const TABLES_SQL = /* sql */ `
-- The terms of each memory, sorted, with how often each stands in it; length: words of the text that are terms.
CREATE TABLE search_documents (
  scope_id    uuid NOT NULL,
  memory_id   uuid NOT NULL,
  length      integer NOT NULL,
  terms       text[] NOT NULL,
  frequencies smallint[] NOT NULL,
  PRIMARY KEY (scope_id, memory_id)
);

-- The same turned round. The key carries the figures, so that a term is read off the index alone.
CREATE TABLE search_postings (
  scope_id  uuid NOT NULL,
  term      text COLLATE "C" NOT NULL,
  memory_id uuid NOT NULL,
  frequency smallint NOT NULL,
  length    integer NOT NULL,
  PRIMARY KEY (scope_id, term, memory_id) INCLUDE (frequency, length)
);

-- In how many memories each term stands.
CREATE TABLE search_terms (
  scope_id  uuid NOT NULL,
  term      text COLLATE "C" NOT NULL,
  documents integer NOT NULL,
  PRIMARY KEY (scope_id, term)
) WITH (fillfactor = 80);

-- Memories in the index of a scope, and the sum of their lengths.
CREATE TABLE search_scopes (
  scope_id  uuid NOT NULL,
  documents bigint NOT NULL,
  length    bigint NOT NULL,
  PRIMARY KEY (scope_id)
) WITH (fillfactor = 50);

-- No part of the log: written once in a while, best effort, and gone with the memory.
CREATE TABLE memory_accesses (
  scope_id               uuid NOT NULL,
  memory_id              uuid NOT NULL,
  access_count           bigint NOT NULL,
  last_accessed_at_nanos bigint NOT NULL,
  PRIMARY KEY (scope_id, memory_id)
) WITH (fillfactor = 80);
`;

import type { ClientBase } from 'pg';
import { documentTerms } from '#search/terms/terms.js';
import type { ScopeMemory } from './scope-memories.js';

/** The terms of memories, as `indexMemories` keeps them; no term has a blank in it. */
export async function insertDocuments(
  client: ClientBase,
  scopeId: string,
  memories: readonly ScopeMemory[],
): Promise<void> {
  const documents = memories
    .map(({ memoryId, text, speaker }) => ({ memoryId, ...documentTerms(text, speaker) }))
    .filter(({ frequencies }) => frequencies.size > 0)
    .map(({ memoryId, length, frequencies }) => ({ memoryId, length, terms: [...frequencies].sort(byTerm) }));
  await client.query(
    `INSERT INTO search_documents (scope_id, memory_id, length, terms, frequencies)
     SELECT $1, memory_id, length, string_to_array(terms, ' '), string_to_array(frequencies, ' ')::smallint[]
     FROM unnest($2::uuid[], $3::int[], $4::text[], $5::text[]) AS row (memory_id, length, terms, frequencies)`,
    [
      scopeId,
      documents.map(({ memoryId }) => memoryId),
      documents.map(({ length }) => length),
      documents.map(({ terms }) => terms.map(([term]) => term).join(' ')),
      documents.map(({ terms }) => terms.map(([, frequency]) => frequency).join(' ')),
    ],
  );
}

/** Makes the rest of the lexical index of a scope from its documents, each table in the order of its key. */
export async function makeLexicalIndex(client: ClientBase, scopeId: string): Promise<void> {
  await client.query(
    `INSERT INTO search_postings (scope_id, term, memory_id, frequency, length)
     SELECT scope_id, term, memory_id, frequency, length
     FROM search_documents CROSS JOIN LATERAL unnest(terms, frequencies) AS t (term, frequency)
     WHERE scope_id = $1 ORDER BY term COLLATE "C", memory_id`,
    [scopeId],
  );
  await client.query(
    `INSERT INTO search_terms (scope_id, term, documents)
     SELECT scope_id, term, count(*) FROM search_postings WHERE scope_id = $1 GROUP BY scope_id, term ORDER BY term`,
    [scopeId],
  );
  await client.query(
    `INSERT INTO search_ngrams (scope_id, ngram, term)
     SELECT scope_id, ngram, term FROM search_terms CROSS JOIN LATERAL ngrams_of_term(term) AS ngram
     WHERE scope_id = $1 ORDER BY ngram COLLATE "C", term`,
    [scopeId],
  );
  await client.query(
    `INSERT INTO search_changes (scope_id, memory_id)
     SELECT scope_id, memory_id FROM search_documents WHERE scope_id = $1 ORDER BY memory_id`,
    [scopeId],
  );
  await client.query(
    `INSERT INTO search_stats (scope_id, documents, length)
     SELECT scope_id, count(*), sum(length) FROM search_documents WHERE scope_id = $1 GROUP BY scope_id`,
    [scopeId],
  );
}

function byTerm([a]: [string, number], [b]: [string, number]): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

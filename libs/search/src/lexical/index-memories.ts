import type { ClientBase } from 'pg';
import { IS_TIME_TO_PRUNE, pruneChanges } from '../changes/search-changes.js';
import { documentTerms, type DocumentTerms } from '../terms/terms.js';

/** Input of the lexical index for one memory. A null `text` removes the memory. */
export interface SearchDocument {
  readonly memoryId: string;
  readonly text: string | null;
  readonly speaker: string | null;
  /** Terms of text and speaker, if they were counted before. */
  readonly terms?: DocumentTerms | undefined;
}

/**
 * Indexes the given memories: afterwards the lexical index of the scope contains exactly their terms. Runs in the
 * caller's transaction, and the caller holds the lock of the scope. Unchanged memories are not written, so indexing
 * again changes nothing.
 */
export async function indexMemories(
  tx: ClientBase,
  scopeId: string,
  documents: readonly SearchDocument[],
): Promise<void> {
  if (documents.length === 0) return;
  const storedDigests = await loadStoredDigests(
    tx,
    scopeId,
    documents.map((document) => document.memoryId),
  );
  const changed = documents
    .map(({ memoryId, text, speaker, terms }) => ({
      memoryId,
      terms: text === null ? NO_TERMS : (terms ?? documentTerms(text, speaker)),
    }))
    .filter(({ memoryId, terms }) => (storedDigests.get(memoryId) ?? '') !== digestOf(terms));
  const stale = changed.map(({ memoryId }) => memoryId).filter((memoryId) => storedDigests.has(memoryId));
  if (stale.length > 0) await removeDocuments(tx, scopeId, stale);
  await addDocuments(
    tx,
    scopeId,
    changed.filter(({ terms }) => terms.frequencies.size > 0),
  );
}

const NO_TERMS: DocumentTerms = { frequencies: new Map(), length: 0, passageCount: 1, passages: new Map() };

interface IndexedDocument {
  readonly memoryId: string;
  readonly terms: DocumentTerms;
}

/** Digests of the given memories that are in the index, by memory id. */
async function loadStoredDigests(
  tx: ClientBase,
  scopeId: string,
  memoryIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ memory_id: string; terms: string[]; frequencies: number[]; passages: number }>(
    `SELECT memory_id, terms, frequencies, passages FROM search_documents
     WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[])`,
    [scopeId, memoryIds],
  );
  return new Map(
    rows.map(({ memory_id, terms, frequencies, passages: passageCount }) => [
      memory_id,
      digestOf({ frequencies: new Map(terms.map((term, i) => [term, frequencies[i] ?? 0])), passageCount }),
    ]),
  );
}

/** Digest of terms, independent of their order; empty if there are none. */
function digestOf({ frequencies, passageCount }: Pick<DocumentTerms, 'frequencies' | 'passageCount'>): string {
  const lines = [...frequencies].map(([term, frequency]) => `${term} ${String(frequency)}`).sort();
  return (passageCount > 1 ? [...lines, String(passageCount)] : lines).join('\n');
}

/**
 * Inserts documents in one statement, in key order. The statistics of a term are incremented once for all documents of
 * the call.
 */
async function addDocuments(tx: ClientBase, scopeId: string, documents: readonly IndexedDocument[]): Promise<void> {
  if (documents.length === 0) return;
  const postings = documents.flatMap(({ memoryId, terms }) =>
    [...terms.frequencies].map(([term, frequency]) => ({
      ...{ memoryId, term, frequency, length: terms.length, passageCount: terms.passageCount },
      passages: terms.passages.get(term)?.join(' ') ?? null,
    })),
  );
  const { rows } = await tx.query<{ is_time: boolean }>(
    `WITH posting AS (
       SELECT memory_id, term, frequency, length, passage_count, string_to_array(passages, ' ')::smallint[] AS passages
       FROM unnest($2::uuid[], $3::text[], $4::smallint[], $5::int[], $6::smallint[], $7::text[])
         AS p (memory_id, term, frequency, length, passage_count, passages)
     ), document AS (
       INSERT INTO search_documents (scope_id, memory_id, length, passages, terms, frequencies)
       SELECT $1, memory_id, max(length), max(passage_count), array_agg(term ORDER BY term COLLATE "C"),
              array_agg(frequency ORDER BY term COLLATE "C")
       FROM posting GROUP BY memory_id ORDER BY memory_id
       RETURNING memory_id, length
     ), changed AS (
       INSERT INTO search_changes (scope_id, memory_id) SELECT $1, memory_id FROM document RETURNING number
     ), posted AS (
       INSERT INTO search_postings (scope_id, term, memory_id, frequency, length, passages)
       SELECT $1, term, memory_id, frequency, length, passages FROM posting ORDER BY term COLLATE "C", memory_id
     ), vocabulary AS (
       INSERT INTO search_terms AS t (scope_id, term, documents)
       SELECT $1, term, count(*) FROM posting GROUP BY term ORDER BY term COLLATE "C"
       ON CONFLICT (scope_id, term) DO UPDATE SET documents = t.documents + excluded.documents
     ), spelling AS (
       INSERT INTO search_ngrams (scope_id, ngram, term)
       SELECT $1, ngram, fresh.term
       FROM (
         SELECT DISTINCT term FROM posting
         WHERE NOT EXISTS (SELECT FROM search_terms AS known WHERE known.scope_id = $1 AND known.term = posting.term)
       ) AS fresh CROSS JOIN LATERAL ngrams_of_term(fresh.term) AS ngram
       ORDER BY ngram COLLATE "C", fresh.term COLLATE "C"
     ), counted AS (
       INSERT INTO search_stats AS s (scope_id, documents, length)
       SELECT $1, count(*), sum(length) FROM document
       ON CONFLICT (scope_id) DO UPDATE SET documents = s.documents + excluded.documents, length = s.length + excluded.length
     )
     SELECT ${IS_TIME_TO_PRUNE} AS is_time FROM changed`,
    [
      scopeId,
      postings.map((posting) => posting.memoryId),
      postings.map((posting) => posting.term),
      postings.map((posting) => posting.frequency),
      postings.map((posting) => posting.length),
      postings.map((posting) => posting.passageCount),
      postings.map((posting) => posting.passages),
    ],
  );
  if (rows[0]?.is_time) await pruneChanges(tx, scopeId);
}

/** Removes memories and their terms. A term that no other memory contains is deleted too. */
async function removeDocuments(tx: ClientBase, scopeId: string, memoryIds: readonly string[]): Promise<void> {
  const { rows } = await tx.query<{ term: string; is_time: boolean }>(
    `WITH document AS (
       DELETE FROM search_documents WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[])
       RETURNING memory_id, length, terms
     ), changed AS (
       INSERT INTO search_changes (scope_id, memory_id) SELECT $1, memory_id FROM document RETURNING number
     ), posting AS (
       SELECT memory_id, term FROM document CROSS JOIN unnest(terms) AS t (term)
     ), unposted AS (
       DELETE FROM search_postings AS p USING posting
       WHERE p.scope_id = $1 AND p.term = posting.term AND p.memory_id = posting.memory_id
     ), fewer AS (
       UPDATE search_stats AS s SET documents = s.documents - gone.documents, length = s.length - gone.length
       FROM (SELECT count(*) AS documents, sum(length) AS length FROM document) AS gone
       WHERE s.scope_id = $1 AND gone.documents > 0
     )
     UPDATE search_terms AS t SET documents = t.documents - gone.documents
     FROM (SELECT term, count(*)::int AS documents FROM posting GROUP BY term) AS gone
     WHERE t.scope_id = $1 AND t.term = gone.term
     RETURNING t.term, (SELECT ${IS_TIME_TO_PRUNE} FROM changed) AS is_time`,
    [scopeId, memoryIds],
  );
  if (rows[0]?.is_time) await pruneChanges(tx, scopeId);
  await tx.query(
    `WITH unused AS (
       DELETE FROM search_terms WHERE scope_id = $1 AND term = ANY ($2::text[]) AND documents = 0 RETURNING term
     ), ngram AS (
       SELECT ngram, term FROM unused CROSS JOIN LATERAL ngrams_of_term(term) AS ngram
     )
     DELETE FROM search_ngrams AS g USING ngram WHERE g.scope_id = $1 AND g.ngram = ngram.ngram AND g.term = ngram.term`,
    [scopeId, rows.map((row) => row.term)],
  );
  await tx.query('DELETE FROM search_stats WHERE scope_id = $1 AND documents = 0', [scopeId]);
}

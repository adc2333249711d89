import type { Sql } from '#database/sql.js';
import { filterSql } from '#search/filter/filter-sql.js';
import type { SearchFilter } from '#search/filter/search-filter.js';
import type { Candidate, RetrieverResult } from '../retriever.js';
import { MemorySelection } from '#search/in-memory-index/memory-selection.js';
import type { MaybePromise } from '#search/scope-index/scope-index.js';
import type { PendingQuery } from '../../query/analyzed-query.js';

/** Maximum number of memories considered, and the number of newer memories after which a score has halved. */
const MAX_MEMORIES = 200;
const HALF_AFTER = 50;

/**
 * For questions about the current state: the newest memories that share a term with the question, scored by overlap and
 * recency.
 */
export async function recencyRetriever(
  sql: Sql,
  scopeId: string,
  query: PendingQuery,
  pendingFilter: MaybePromise<SearchFilter>,
  limit: number,
): Promise<RetrieverResult> {
  if (!(await query.temporalIntent).asksForCurrent) return { candidates: [], notes: { asked: false } };
  const newest = await newestMemories(sql, scopeId, await pendingFilter);
  const index = await query.index;
  const shares = await index.termOverlap(newest, (await query.termWeights).terms, {});
  const candidates = newest.flatMap((memoryId, rank): Candidate[] => {
    const share = shares.get(memoryId) ?? 0;
    if (share === 0) return [];
    const because = (): string => `one of the newest, at ${String(rank + 1)}`;
    return [{ memoryId, score: share * 0.5 ** (rank / HALF_AFTER), support: share, because }];
  });
  return { candidates: candidates.sort((a, b) => b.score - a.score).slice(0, limit), notes: { asked: true } };
}

async function newestMemories(sql: Sql, scopeId: string, filter: SearchFilter): Promise<readonly string[]> {
  if (filter.memoryIds instanceof MemorySelection) return filter.memoryIds.newest(MAX_MEMORIES);
  const values: unknown[] = [scopeId];
  const { rows } = await sql.query<{ memory_id: string }>(
    `SELECT newest.memory_id FROM memories AS newest
     WHERE newest.scope_id = $1 AND newest.state = 'active'${filterSql(filter, 'newest.memory_id', values)}
     ORDER BY newest.event_time_nanos DESC, newest.memory_id DESC LIMIT ${String(MAX_MEMORIES)}`,
    values,
  );
  return rows.map((row) => row.memory_id);
}

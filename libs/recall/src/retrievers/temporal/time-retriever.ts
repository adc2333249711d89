import type { Sql } from '#database/sql.js';
import type { SearchFilter } from '#search/filter/search-filter.js';
import type { Candidate, RetrieverResult } from '../retriever.js';
import type { MaybePromise } from '#search/scope-index/scope-index.js';
import type { PendingQuery } from '../../query/analyzed-query.js';
import { spanNanos } from '../../query/temporal-intent.js';

/** Maximum number of memories read, both of those stated in the span and of those about it; the newest are used. */
const MAX_MEMORIES = 300;
/** Number of memories of a span up to which each counts in full; with more, each counts less. */
const FEW_MEMORIES = 10;
/** Weight of a memory stated in the span, relative to one about the span. */
const STATED_THEN_WEIGHT = 0.7;

/** Finds memories that were stated in the time span of the question, and memories about it. */
export async function timeRetriever(
  sql: Sql,
  scopeId: string,
  query: PendingQuery,
  pendingFilter: MaybePromise<SearchFilter>,
  limit: number,
): Promise<RetrieverResult> {
  const { span } = await query.temporalIntent;
  if (span === null) return { candidates: [], notes: { span: null } };
  const found = await memoriesOf(sql, scopeId, spanNanos(span));
  const index = await query.index;
  const shares = await index.termOverlap([...found.keys()], (await query.termWeights).terms, await pendingFilter);
  const scarce = Math.min(1, FEW_MEMORIES / Math.max(1, shares.size));
  const because = [span.from, span.to].map((ms) => new Date(ms).toISOString().slice(0, 10)).join(' to ');
  const candidates = [...shares].map(([memoryId, share]): Candidate => {
    const strength = found.get(memoryId) === true ? 1 : STATED_THEN_WEIGHT;
    return {
      memoryId,
      score: strength * (0.2 + share),
      support: strength * Math.max(share, scarce / 2),
      because: () => because,
    };
  });
  return { candidates: candidates.sort(bestFirst).slice(0, limit), notes: { span: because, memories: shares.size } };
}

/** Memories of a span by id: true if a claim is about the span, false if the memory was only stated then. */
async function memoriesOf(sql: Sql, scopeId: string, span: readonly [bigint, bigint]): Promise<Map<string, boolean>> {
  const { rows } = await sql.query<{ memory_id: string; about: boolean }>(
    `(SELECT memory_id, false AS about FROM memories
      WHERE scope_id = $1 AND state = 'active' AND event_time_nanos >= $2::bigint AND event_time_nanos < $3::bigint
      ORDER BY event_time_nanos DESC LIMIT $4)
     UNION ALL
     (SELECT memory_id, true FROM claims
      WHERE scope_id = $1 AND event_at_nanos >= $2::bigint AND event_at_nanos < $3::bigint
        AND stage NOT IN ('asserted', 'confirmed')
      ORDER BY event_at_nanos DESC LIMIT $4)`,
    [scopeId, ...span, MAX_MEMORIES],
  );
  const found = new Map<string, boolean>();
  for (const { memory_id, about } of rows) found.set(memory_id, about || found.get(memory_id) === true);
  return found;
}

function bestFirst(a: Candidate, b: Candidate): number {
  return b.score - a.score || (a.memoryId > b.memoryId ? -1 : 1);
}

import type { ClientBase } from 'pg';
import type { AuditActor } from '#database/audit-trail.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { notExpiredSql } from '#database/expiry-sql.js';
import type { Sql } from '#database/sql.js';
import { completeRequest, readRequests, reasonOfAbsence, type LedgerKey } from '#event-store/request-ledger.js';
import { filterMemories } from '#search/filter/filter-memories.js';
import { filterSql } from '#search/filter/filter-sql.js';
import { resolveFilter } from '#search/filter/resolve-filter.js';
import type { SearchFilter } from '#search/filter/search-filter.js';
import { forgetMemories } from './forget-memory.js';

/** Memories forgotten in one transaction, which other writers of the scope wait for. */
const AT_ONCE = 100;
/** Ids that a result names. */
const MAX_NAMED = 100;

/** The memories that one request forgets, fixed when it begins. */
export interface ForgetSelection {
  /** UUIDs, oldest first. */
  readonly memories: readonly string[];
  /** Whether more pass the filter. */
  readonly more: boolean;
}

/** Result of forgetting a selection. */
export interface ForgottenSelection {
  readonly count: number;
  /** The first 100. */
  readonly memory_ids: readonly string[];
  readonly dry_run: boolean;
  /** Number of links removed with the memories; absent in a dry run. */
  readonly edges_removed?: number;
  readonly more: boolean;
}

/** What the ledger has of a request while it runs: its result so far, and the UUIDs to go. */
export interface ForgetProgress extends ForgottenSelection {
  readonly left?: readonly string[];
}

/** The oldest memories that pass a filter, at most `limit`, as lists have them: without forgotten and expired ones. */
export async function selectMemories(
  sql: Sql,
  scopeId: string,
  filter: SearchFilter,
  limit: number,
): Promise<ForgetSelection> {
  const values: unknown[] = [scopeId, limit + 1];
  const passes = filterSql(await resolveFilter(sql, scopeId, filter), 'found.memory_id', values);
  const { rows } = await sql.query<{ memory_id: string }>(
    `SELECT memory_id FROM memories AS found
     WHERE found.scope_id = $1 AND found.state = 'active' AND ${notExpiredSql('found')}${passes}
     ORDER BY memory_id LIMIT $2`,
    values,
  );
  return { memories: rows.slice(0, limit).map((row) => row.memory_id), more: rows.length > limit };
}

/** Result of a dry run. */
export function wouldForget({ memories, more }: ForgetSelection): ForgottenSelection {
  const memory_ids = memories.slice(0, MAX_NAMED).map(memoryIdOfUuid);
  return { count: memories.length, memory_ids, dry_run: true, more };
}

/** Result of a request that is done, in the order of its fields that a dry run has. */
export function resultOf({ count, memory_ids, dry_run, edges_removed, more }: ForgetProgress): ForgottenSelection {
  return { count, memory_ids, dry_run, ...(edges_removed !== undefined && { edges_removed }), more };
}

/** Progress of a request that begins. */
export function toForget({ memories, more }: ForgetSelection): ForgetProgress {
  return { count: 0, memory_ids: [], dry_run: false, edges_removed: 0, more, ...leftOf(memories) };
}

/**
 * Forgets the next few memories of a request, in a transaction that holds the scope's lock, and records in the ledger
 * what is left: after an interruption, a repetition goes on from there. A memory that was changed or forgotten since,
 * so that it no longer passes the filter, is left alone.
 * @param key the request, whose ledger entry has its progress
 * @throws ErasedScope
 */
export async function forgetNext(
  tx: ClientBase,
  key: LedgerKey,
  filter: SearchFilter,
  how: { readonly hard: boolean; readonly now: Date; readonly by?: AuditActor },
): Promise<ForgetProgress> {
  const { scopeId } = key;
  const [entry] = await readRequests(tx, [key]);
  if (!entry) throw await reasonOfAbsence(tx, scopeId);
  const { left, ...before } = entry.result as ForgetProgress;
  if (!left) return before;
  const next = left.slice(0, AT_ONCE);
  const passing = await filterMemories(tx, scopeId, filter, next);
  const forgotten = next.filter((memoryId) => passing.has(memoryId));
  const outcomes = await forgetMemories(tx, scopeId, forgotten, how);
  const edges = [...outcomes.values()].reduce((sum, { linksRemoved }) => sum + linksRemoved, before.edges_removed ?? 0);
  const after: ForgetProgress = {
    ...before,
    count: before.count + forgotten.length,
    memory_ids: [...before.memory_ids, ...forgotten.map(memoryIdOfUuid)].slice(0, MAX_NAMED),
    edges_removed: edges,
    ...leftOf(left.slice(AT_ONCE)),
  };
  await completeRequest(tx, key, after);
  return after;
}

function leftOf(memories: readonly string[]): Pick<ForgetProgress, 'left'> {
  return memories.length === 0 ? {} : { left: memories };
}

import { isDeepStrictEqual } from 'node:util';
import type { ClientBase } from 'pg';
import type { MemoryRevised } from '#contracts/events.js';
import { stringifyExact } from '#contracts/exact-json.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { notExpiredNowSql } from '#database/expiry-sql.js';
import { appendEvents } from '#event-store/append-events.js';
import { failpoint } from '#failpoints/failpoints.js';
import { takeBackText, type RereadOptions } from './take-back-text.js';

/** Fields of a memory that can be changed, as MemoryRevised has them; absent ones stay. */
export type MemoryChange = Pick<MemoryRevised, 'metadata' | 'tags' | 'expires_at_unix_nanos' | 'pinned'> & {
  readonly text?: string;
  /** Salience of the text. */
  readonly salience?: number;
};

interface ReviseOptions extends RereadOptions {
  /** Version that the caller has seen; absent: any. */
  readonly expected?: number;
}

export interface RevisionOutcome {
  /** Version of the memory now. */
  readonly version: number;
  readonly wasChanged: boolean;
}

/** Thrown when a memory has another version than the caller expects. */
export class VersionConflict extends Error {
  override readonly name = 'VersionConflict';
  constructor(readonly version: number) {
    super(`the memory has version ${String(version)} now: get it, and repeat the change with its ETag`);
  }
}

/**
 * Changes a memory in the caller's transaction, which took the scope's lock before anything else. What an old text gave
 * the graph is taken back at once, and the memory waits for extraction again. A change to what is already there is
 * none.
 * @returns null if the scope has no such active memory, or it has expired
 * @throws VersionConflict
 */
export async function reviseMemory(
  tx: ClientBase,
  scopeId: string,
  memoryId: string,
  change: MemoryChange,
  options: ReviseOptions,
): Promise<RevisionOutcome | null> {
  const before = await lockMemory(tx, scopeId, memoryId);
  if (!before) return null;
  const { expected, nowNanos } = options;
  if (expected !== undefined && expected !== before.version) throw new VersionConflict(before.version);
  const changed = differenceOf(before, change);
  if (Object.keys(changed).length === 0) return { version: before.version, wasChanged: false };
  const version = before.version + 1;
  const reading = before.reading + (changed.text === undefined ? 0 : 1);
  await updateMemory(tx, scopeId, memoryId, { version, reading, ...changed });
  const numbers = { memory_id: memoryIdOfUuid(memoryId), version, reading, revised_at_unix_nanos: nowNanos };
  await appendEvents(tx, [{ type: 'MemoryRevised', scopeId, streamId: memoryId, data: { ...numbers, ...changed } }]);
  failpoint('revise.after-event');
  if (changed.text !== undefined) await takeBackText(tx, scopeId, memoryId, options);
  return { version, wasChanged: true };
}

interface StoredMemory extends Required<Omit<MemoryChange, 'salience' | 'text'>> {
  readonly text: string;
  readonly version: number;
  readonly reading: number;
}

async function lockMemory(tx: ClientBase, scopeId: string, memoryId: string): Promise<StoredMemory | undefined> {
  const { rows } = await tx.query<StoredMemory>(
    `SELECT m.text, m.metadata, coalesce(m.tags, '{}') AS tags, coalesce(m.expires_at_nanos, 0) AS expires_at_unix_nanos, m.pinned, m.version,
            m.reading
     FROM memories AS m
     WHERE m.scope_id = $1 AND m.memory_id = $2 AND m.state = 'active' AND ${notExpiredNowSql('m')} FOR UPDATE`,
    [scopeId, memoryId],
  );
  return rows[0];
}

/** The fields that differ; a new text comes with its salience. */
function differenceOf(before: StoredMemory, change: MemoryChange): MemoryChange {
  const { text, salience, expires_at_unix_nanos: expiry } = change;
  const isOther = (name: 'metadata' | 'tags' | 'pinned'): boolean =>
    change[name] !== undefined && !isDeepStrictEqual(change[name], before[name]);
  return {
    ...(text !== undefined && text !== before.text && { text, ...(salience !== undefined && { salience }) }),
    ...(isOther('metadata') && { metadata: change.metadata ?? null }),
    ...(isOther('tags') && { tags: change.tags ?? [] }),
    ...(expiry !== undefined &&
      BigInt(expiry) !== BigInt(before.expires_at_unix_nanos) && { expires_at_unix_nanos: expiry }),
    ...(isOther('pinned') && { pinned: change.pinned ?? false }),
  };
}

/** Writes the fields of a change, its version and its reading; absent fields stay. */
export async function updateMemory(
  tx: ClientBase,
  scopeId: string,
  memoryId: string,
  change: MemoryChange & { readonly version: number; readonly reading: number },
): Promise<void> {
  const { version, reading, text, salience, metadata, tags, expires_at_unix_nanos: expiry, pinned } = change;
  await tx.query(
    `UPDATE memories
     SET version = $3, reading = $4, text = coalesce($5, text), salience = coalesce($6, salience),
         metadata = CASE WHEN $7 THEN $8::jsonb ELSE metadata END, tags = CASE WHEN $9 THEN nullif($10::text[], '{}') ELSE tags END,
         expires_at_nanos = CASE WHEN $11 THEN nullif($12::bigint, 0) ELSE expires_at_nanos END,
         pinned = coalesce($13, pinned)
     WHERE scope_id = $1 AND memory_id = $2`,
    [
      ...[scopeId, memoryId, version, reading, text ?? null, salience ?? null],
      ...[metadata !== undefined, metadata ? stringifyExact(metadata) : null, tags !== undefined, tags ?? null],
      ...[expiry !== undefined, expiry ?? null, pinned ?? null],
    ],
  );
}

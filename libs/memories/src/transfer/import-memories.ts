import type { ClientBase } from 'pg';
import { stringifyExact } from '#contracts/exact-json.js';
import { groupBy } from '#contracts/group-by.js';
import { readStreams } from '#event-store/read-log.js';
import { dropVectors, PENDING_VECTOR, storeVectors } from '#search/vectors/memory-vectors.js';
import { currentExtractions } from '#graph/projection/contributions/effective-extractions.js';
import { currentExtraction } from '../extraction/current-extraction.js';
import { settleExtractions } from '../extraction/extraction-state.js';
import { updateMemory } from '../revise/revise-memory.js';
import { awaitExtraction } from '../revise/take-back-text.js';
import { ImportConflict } from './import-errors.js';
import type { ImportedEvent } from './import-lines.js';

type EventOf<T> = Extract<ImportedEvent, { readonly type: T }>;

/**
 * Inserts memories as their events record them, in the caller's transaction. One without a text was erased. A session
 * goes on from its last memory.
 * @param how whether they wait for extraction, until it is settled
 */
export async function insertMemories(
  tx: ClientBase,
  scopeId: string,
  events: readonly EventOf<'MemoryEncoded'>[],
  how: { readonly now: Date; readonly extract: boolean },
): Promise<void> {
  if (events.length === 0) return;
  const rows = stringifyExact(events.map(({ streamId, data }) => ({ memory_id: streamId, data })));
  await tx.query(
    `WITH input AS (
       SELECT memory_id, data, data->>'text' IS NULL AS erased
       FROM jsonb_to_recordset($2::jsonb) AS row (memory_id uuid, data jsonb)
     ), stored AS (
       INSERT INTO memories (scope_id, memory_id, kind, salience, session, session_text, speaker, role, genre, text, metadata, tags,
                             created_at_nanos, occurred_at_nanos, expires_at_nanos, pinned, state, erased,
                             forgotten_at)
       SELECT $1, memory_id, (data->>'kind')::smallint, (data->>'salience')::float8,
              (data->>'session')::numeric, data->>'session_text', data->>'speaker', data->>'role', data->>'genre', data->>'text',
              nullif(data->'metadata', 'null'),
              CASE WHEN data ? 'tags' THEN ARRAY(SELECT jsonb_array_elements_text(data->'tags')) END,
              (data->>'created_at_unix_nanos')::bigint,
              (data->>'occurred_at_unix_nanos')::bigint, (data->>'expires_at_unix_nanos')::bigint,
              coalesce((data->>'pinned')::boolean, false),
              CASE WHEN erased THEN 'forgotten' ELSE 'active' END, erased, CASE WHEN erased THEN $3::timestamptz END
       FROM input
     ), awaited AS (
       INSERT INTO memory_extractions (scope_id, memory_id, state, sweep_at)
       SELECT $1, memory_id, $4, CASE WHEN erased THEN 'infinity' ELSE $3::timestamptz END FROM input
     )
     INSERT INTO session_heads AS head (scope_id, session, memory_id, public_id)
     SELECT DISTINCT ON (session) $1, session, memory_id, data->>'memory_id'
     FROM input, LATERAL (SELECT (data->>'session')::numeric AS session) AS of
     WHERE session IS NOT NULL AND NOT erased
     ORDER BY session, memory_id DESC
     ON CONFLICT (scope_id, session) DO UPDATE
       SET previous_memory_id = head.memory_id, previous_public_id = head.public_id,
           memory_id = excluded.memory_id, public_id = excluded.public_id
       WHERE head.memory_id < excluded.memory_id`,
    [scopeId, rows, how.now, how.extract ? 'pending' : 'done'],
  );
}

/**
 * Changes memories as their events record it. What an old text gave is taken back when the streams are projected.
 * @throws ImportConflict if the scope has changed the memory otherwise
 */
export async function reviseImported(
  tx: ClientBase,
  scopeId: string,
  events: readonly EventOf<'MemoryRevised'>[],
): Promise<void> {
  for (const { streamId, data, line } of events) {
    const { text = null, ...change } = data;
    const { rows } = await tx.query<{ version: number; reading: number }>(
      'SELECT version, reading FROM memories WHERE scope_id = $1 AND memory_id = $2',
      [scopeId, streamId],
    );
    const isBehind = rows.some(({ version, reading }) => data.version < version || data.reading < reading);
    if (isBehind) throw new ImportConflict(line, 'the scope has changed this memory itself');
    await updateMemory(tx, scopeId, streamId, { ...change, ...(text !== null && { text }) });
    if (text !== null) await dropVectors(tx, scopeId, [streamId]);
  }
}

/**
 * Settles the extractions of memories that come with theirs, so that no model runs for them. Those that were changed
 * and come without one of their latest reading wait for it.
 */
export async function settleImported(
  tx: ClientBase,
  scopeId: string,
  memoryIds: readonly string[],
  failed: readonly EventOf<'MemoryExtractionFailed'>[],
  how: { readonly now: Date; readonly extract: boolean },
): Promise<void> {
  const events = await readStreams(tx, scopeId, memoryIds, ['MemoryRevised', 'MemoryExtracted']);
  const states = [...groupBy(events, ({ streamId }) => streamId)].map(([memoryId, own]) => {
    const extractions = currentExtractions(own);
    const { reports, isComplete } = currentExtraction(extractions);
    const state = isComplete ? ('done' as const) : ('partial' as const);
    return { memoryId, isRead: extractions.length > 0, state, effectiveReports: reports };
  });
  const settled = states.filter(({ isRead }) => isRead);
  if (settled.length > 0) await settleExtractions(tx, scopeId, settled);
  const unread = states.filter(({ isRead }) => !isRead).map(({ memoryId }) => memoryId);
  if (unread.length > 0) await awaitExtraction(tx, scopeId, unread, { extract: how.extract, sweepAt: how.now });
  await park(tx, scopeId, failed);
}

/** Parks memories whose extraction failed where they come from; a later version of the program tries them again. */
async function park(
  tx: ClientBase,
  scopeId: string,
  failed: readonly EventOf<'MemoryExtractionFailed'>[],
): Promise<void> {
  if (failed.length === 0) return;
  await tx.query(
    `UPDATE memory_extractions AS x SET state = 'failed', failure = row.reason, parked_by_version = 'imported'
     FROM unnest($2::uuid[], $3::text[], $4::int[]) AS row (memory_id, reason, reading)
     JOIN memories AS m ON m.scope_id = $1 AND m.memory_id = row.memory_id AND m.reading = row.reading
     WHERE x.scope_id = $1 AND x.memory_id = row.memory_id AND x.state = 'pending' AND x.sweep_at < 'infinity'`,
    [
      ...[scopeId, failed.map(({ streamId }) => streamId), failed.map(({ data }) => data.reason)],
      failed.map(({ data }) => data.reading ?? 1),
    ],
  );
}

/** Schedules the vectors of imported memories that are active and whose extraction has ended. */
export async function scheduleImportedVectors(
  tx: ClientBase,
  scopeId: string,
  memoryIds: readonly string[],
  { vectorModel, now }: { readonly vectorModel: string | null; readonly now: Date },
): Promise<void> {
  if (vectorModel === null || memoryIds.length === 0) return;
  const { rows } = await tx.query<{ memoryId: string }>(
    `SELECT memory_id AS "memoryId" FROM memories
     WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[]) AND state = 'active' ORDER BY memory_id`,
    [scopeId, memoryIds],
  );
  await storeVectors(
    tx,
    scopeId,
    vectorModel,
    rows.map((row) => ({ ...row, ...PENDING_VECTOR })),
    now,
  );
}

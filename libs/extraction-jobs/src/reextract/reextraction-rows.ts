import type { ClientBase } from 'pg';
import { nanosOfDate } from '#contracts/clock.js';
import { stringifyExact } from '#contracts/exact-json.js';
import type { Sql } from '#database/sql.js';
import type { Stage } from '#extraction/pipeline/stage.js';

/** Progress of a re-extraction since it first started. */
export interface ReextractionProgress {
  /** Memories that the stages processed. */
  readonly read: number;
  /** Memories whose extraction changed, in observations or in a version. */
  readonly changed: number;
  /** Memories that keep their earlier extraction because a stage or the projection failed. */
  readonly failed: number;
}

export interface Reextraction extends ReextractionProgress {
  readonly lastMemoryId: string;
}

/** Which memories are extracted again. */
export interface Selection {
  /** Only memories stored since then; null: all. */
  readonly since: Date | null;
  /** Only memories that the current versions of the stages have not completed. */
  readonly olderVersionsOnly: boolean;
}

/** The scope does not exist, or was erased. */
export class NoSuchScope extends Error {
  override readonly name = 'NoSuchScope';
  constructor() {
    super('there is no such scope');
  }
}

/** Resumes the scope's unfinished re-extraction of the same request, or starts one. @throws NoSuchScope */
export async function beginReextraction(
  sql: Sql,
  scopeId: string,
  request: string,
  now: Date,
): Promise<Reextraction & { readonly resumed: boolean }> {
  const { rows } = await sql.query<Reextraction & { resumed: boolean }>(
    `INSERT INTO reextractions AS r (scope_id, request, started_at)
     SELECT scope_id, $2, $3 FROM scopes
     WHERE scope_id = $1 AND NOT EXISTS (SELECT FROM erased_scopes AS e WHERE e.scope_id = $1)
     ON CONFLICT (scope_id) DO UPDATE SET
       request      = excluded.request,
       started_at   = CASE WHEN r.request = excluded.request THEN r.started_at ELSE excluded.started_at END,
       last_memory_id = CASE WHEN r.request = excluded.request THEN r.last_memory_id ELSE excluded.last_memory_id END,
       read         = CASE WHEN r.request = excluded.request THEN r.read ELSE 0 END,
       changed      = CASE WHEN r.request = excluded.request THEN r.changed ELSE 0 END,
       failed       = CASE WHEN r.request = excluded.request THEN r.failed ELSE 0 END
     RETURNING last_memory_id AS "lastMemoryId", read, changed, failed,
               last_memory_id <> '00000000-0000-0000-0000-000000000000' AS resumed`,
    [scopeId, request, now],
  );
  if (!rows[0]) throw new NoSuchScope();
  return rows[0];
}

/** Stores the progress, in the transaction of the results. @throws NoSuchScope if the scope was erased meanwhile */
export async function moveReextraction(tx: ClientBase, scopeId: string, at: Reextraction): Promise<void> {
  const { rowCount } = await tx.query(
    'UPDATE reextractions SET last_memory_id = $2, read = $3, changed = $4, failed = $5 WHERE scope_id = $1',
    [scopeId, at.lastMemoryId, at.read, at.changed, at.failed],
  );
  if (rowCount !== 1) throw new NoSuchScope();
}

export async function endReextraction(sql: Sql, scopeId: string): Promise<void> {
  await sql.query('DELETE FROM reextractions WHERE scope_id = $1', [scopeId]);
}

/** Next memories to extract, by id: active ones with a completed extraction. */
export async function nextMemories(
  sql: Sql,
  scopeId: string,
  lastMemoryId: string,
  { since, olderVersionsOnly }: Selection,
  stages: readonly Stage[],
  limit: number,
): Promise<string[]> {
  const present = stages.map(({ name, version }) => ({ stage: name, version, state: 'done' }));
  const { rows } = await sql.query<{ memory_id: string }>(
    `SELECT memory_id FROM memories AS m JOIN memory_extractions AS x USING (scope_id, memory_id)
     WHERE scope_id = $1 AND memory_id > $2 AND m.state = 'active' AND m.text IS NOT NULL
       AND x.state IN ('done', 'partial') AND ($3::bigint IS NULL OR m.created_at_nanos >= $3)
       AND NOT ($4 AND x.stages @> $5::jsonb)
     ORDER BY memory_id LIMIT $6`,
    [
      ...[scopeId, lastMemoryId, since === null ? null : nanosOfDate(since)],
      ...[olderVersionsOnly, stringifyExact(present), limit],
    ],
  );
  return rows.map((row) => row.memory_id);
}

/** Memories, of those passed, that wait for the LLM. */
export async function waitingForLlm(
  sql: Sql,
  scopeId: string,
  memoryIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query<{ memory_id: string }>(
    'SELECT memory_id FROM llm_jobs WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[])',
    [scopeId, memoryIds],
  );
  return new Set(rows.map((row) => row.memory_id));
}

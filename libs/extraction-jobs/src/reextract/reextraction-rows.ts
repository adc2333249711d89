import type { ClientBase } from 'pg';
import { stringifyExact } from '#contracts/exact-json.js';
import type { Sql } from '#database/sql.js';
import type { Stage } from '#extraction/pipeline/stage.js';

/** How far a re-extraction has come, counted since it first began. */
export interface ReextractionProgress {
  /** Memories that the stages read. */
  readonly read: number;
  /** Those of them that they say something else of, or in another version. */
  readonly changed: number;
  /** Those of them that kept what was known, because a stage or their projection failed. */
  readonly failed: number;
}

export interface Reextraction extends ReextractionProgress {
  readonly afterMemory: string;
}

/** Which memories are read again. */
export interface Selection {
  /** Those stored since then. */
  readonly since: Date | null;
  /** Only those that the present versions of the stages have not read to the end. */
  readonly olderVersionsOnly: boolean;
}

/** The scope does not exist, or was erased. */
export class NoSuchScope extends Error {
  override readonly name = 'NoSuchScope';
  constructor() {
    super('there is no such scope');
  }
}

/**
 * Takes up the scope's unfinished re-extraction of the same request, or begins one.
 * @throws NoSuchScope
 */
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
       after_memory = CASE WHEN r.request = excluded.request THEN r.after_memory ELSE excluded.after_memory END,
       read         = CASE WHEN r.request = excluded.request THEN r.read ELSE 0 END,
       changed      = CASE WHEN r.request = excluded.request THEN r.changed ELSE 0 END,
       failed       = CASE WHEN r.request = excluded.request THEN r.failed ELSE 0 END
     RETURNING after_memory AS "afterMemory", read, changed, failed,
               after_memory <> '00000000-0000-0000-0000-000000000000' AS resumed`,
    [scopeId, request, now],
  );
  if (!rows[0]) throw new NoSuchScope();
  return rows[0];
}

/** Moves it on, in the transaction of what it found. @throws NoSuchScope where it was erased meanwhile */
export async function moveReextraction(tx: ClientBase, scopeId: string, at: Reextraction): Promise<void> {
  const { rowCount } = await tx.query(
    'UPDATE reextractions SET after_memory = $2, read = $3, changed = $4, failed = $5 WHERE scope_id = $1',
    [scopeId, at.afterMemory, at.read, at.changed, at.failed],
  );
  if (rowCount !== 1) throw new NoSuchScope();
}

export async function endReextraction(sql: Sql, scopeId: string): Promise<void> {
  await sql.query('DELETE FROM reextractions WHERE scope_id = $1', [scopeId]);
}

/** The next memories to be read, in the order of their ids: active, and with an extraction that has come to its end. */
export async function nextMemories(
  sql: Sql,
  scopeId: string,
  afterMemory: string,
  { since, olderVersionsOnly }: Selection,
  stages: readonly Stage[],
  limit: number,
): Promise<string[]> {
  const present = stages.map(({ name, version }) => ({ stage: name, version, state: 'done' }));
  const { rows } = await sql.query<{ memory_id: string }>(
    `SELECT memory_id FROM memories AS m JOIN memory_extractions AS x USING (scope_id, memory_id)
     WHERE scope_id = $1 AND memory_id > $2 AND m.state = 0 AND m.text IS NOT NULL
       AND x.state IN ('done', 'partial') AND ($3::bigint IS NULL OR m.created_at_nanos >= $3)
       AND NOT ($4 AND x.stages @> $5::jsonb)
     ORDER BY memory_id LIMIT $6`,
    [
      ...[scopeId, afterMemory, since === null ? null : BigInt(since.getTime()) * 1_000_000n],
      ...[olderVersionsOnly, stringifyExact(present), limit],
    ],
  );
  return rows.map((row) => row.memory_id);
}

/** Those of the given memories that wait for the LLM. */
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

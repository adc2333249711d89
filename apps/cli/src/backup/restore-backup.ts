import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool, PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { uuidv7 } from '#contracts/uuid-v7.js';
import { recordAudit, type AuditActor } from '#database/audit-trail.js';
import { inTransaction } from '#database/transaction.js';
import { failpoint } from '#failpoints/failpoints.js';
import type { ClaimThresholds } from '#graph/claim-thresholds.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { DamagedArchive, readArchive, type ArchiveHeader, type ReadFrame } from './archive.js';
import { replayErasures, type Erasure } from './erasures.js';
import { schemaOf } from './write-backup.js';

/** The database is not empty, or its schema differs from the archive's. */
export class NotRestorableHere extends Error {
  override readonly name = 'NotRestorableHere';
}

export interface Restored {
  readonly rows: number;
  readonly scopes: number;
  /** Memories and scopes that were erased again because they had been erased after the backup. */
  readonly erased: number;
}

export interface RestoreOptions {
  readonly now: Date;
  readonly by: AuditActor;
  /** Thresholds to build the graph with. */
  readonly thresholds: ClaimThresholds;
}

/**
 * Restores an archive into an empty, migrated database. The whole archive is read and verified first, then loaded in
 * one transaction, in which the log starts a new epoch. Then the read models are rebuilt and erasures after the backup
 * are repeated; until that is done no process serves this database.
 * @throws DamagedArchive
 * @throws NotRestorableHere
 */
export async function restoreBackup(
  pool: Pool,
  file: string,
  erasures: readonly Erasure[],
  { now, by, thresholds }: RestoreOptions,
): Promise<Restored> {
  const header = await checkArchive(file);
  const restoreId = uuidv7();
  const rows = await load(pool, file, header, restoreId, now);
  failpoint('load.after-commit');
  const { scopes } = await rebuildGraph(pool, 'switch', thresholds);
  failpoint('load.after-rebuild');
  const erased = await replayErasures(pool, erasures, now);
  failpoint('load.after-erasures');
  await inTransaction(pool, async (tx) => {
    await tx.query('UPDATE restores SET finished_at = now() WHERE restore_id = $1', [restoreId]);
    await recordAudit(tx, by, { operation: 'backup.restore', outcome: 'done', at: now });
  });
  return { rows, scopes, erased };
}

/** Verifies an archive and returns its header. @throws DamagedArchive */
async function checkArchive(file: string): Promise<ArchiveHeader> {
  let header: ArchiveHeader | undefined;
  for await (const frame of readArchive(file)) if (frame.frame === 'engraph backup') header = frame;
  if (!header) throw new DamagedArchive('it is empty');
  return header;
}

async function load(pool: Pool, file: string, header: ArchiveHeader, restoreId: string, now: Date): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await checkTarget(client, header);
    await client.query('INSERT INTO restores (restore_id, sha256, started_at) VALUES ($1, $2, $3)', [
      ...[restoreId, await sha256Of(file), now],
    ]);
    await client.query('DELETE FROM log_epochs');
    const rows = await loadTables(client, readArchive(file));
    for (const [name, last] of Object.entries(header.sequences))
      await client.query('SELECT setval($1::regclass, $2)', [`public.${name}`, last]);
    await startEpoch(client);
    failpoint('load.before-commit');
    await client.query('COMMIT');
    return rows;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release(true);
  }
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Checks that the database is empty and has the archive's schema. @throws NotRestorableHere */
async function checkTarget(client: PoolClient, { schema }: ArchiveHeader): Promise<void> {
  if (JSON.stringify(await schemaOf(client)) !== JSON.stringify(schema))
    throw new NotRestorableHere(
      'the archive is of another schema: restore it by the version that made it, then migrate',
    );
  const { rows } = await client.query<{ used: boolean }>(
    `SELECT EXISTS (SELECT FROM scopes) OR EXISTS (SELECT FROM events) OR EXISTS (SELECT FROM restores) AS used`,
  );
  if (rows[0]?.used !== false) throw new NotRestorableHere('the database is not empty: restore into a new one');
}

async function loadTables(client: PoolClient, frames: AsyncGenerator<ReadFrame>): Promise<number> {
  let rows = 0;
  for (let next = await frames.next(); next.done !== true; next = await frames.next()) {
    const frame = next.value;
    if (frame.frame !== 'table') continue;
    const into = client.query(copyFrom(`COPY public.${frame.table} (${frame.columns.join(', ')}) FROM STDIN`));
    await pipeline(Readable.from(dataOf(frames), { objectMode: true }), into);
    rows += into.rowCount;
  }
  return rows;
}

/** Data of the current table. Consumes its `end` frame and leaves the iterator after it. */
async function* dataOf(frames: AsyncGenerator<ReadFrame>): AsyncGenerator<Buffer> {
  for (let next = await frames.next(); next.done !== true && next.value.frame === 'data'; next = await frames.next())
    yield next.value.content;
}

/** Starts a new epoch of the log: transaction ids differ from those in the archive, even on the same server. */
async function startEpoch(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ epoch: number }>(
    `INSERT INTO log_epochs (epoch, system_identifier)
     SELECT max(epoch) + 1, (SELECT system_identifier FROM pg_control_system()) FROM log_epochs RETURNING epoch`,
  );
  await client.query(`ALTER TABLE events ALTER COLUMN epoch SET DEFAULT ${String(rows[0]?.epoch)}`);
}

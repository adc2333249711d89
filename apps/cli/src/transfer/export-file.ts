import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import { parseExact, stringifyExact } from '#contracts/exact-json.js';
import type { Scope } from '#contracts/scope.js';
import { canonicalJson } from '#event-store/request-ledger.js';
import type { ExportCheckpoint, ExportEnd, ExportHeader } from '#memories/transfer/export-lines.js';
import { exportScope, type ExportOptions, type ExportPosition } from '#memories/transfer/export-scope.js';
import { splitLines } from '#memories/transfer/split-lines.js';
import type { SearchFilter } from '#search/filter/search-filter.js';

interface ExportRequest {
  readonly scope: Scope;
  /** Null: the whole scope. */
  readonly filter: SearchFilter | null;
  readonly now: Date;
}

/** Writes an export to standard output. */
export async function exportToStdout(pool: Pool, request: ExportRequest): Promise<void> {
  const pages = exportScope(pool, { ...request, system: pool, from: null, cursorOf });
  await pipeline(Readable.from(pages), process.stdout, { end: false });
}

/**
 * Writes an export to a file, or continues one that was cut behind its last checkpoint. A complete one is left as is.
 * @throws Error for a file that is no export of this scope, or one with another filter
 */
export async function exportToFile(
  pool: Pool,
  request: ExportRequest,
  path: string,
): Promise<{ readonly continued: boolean }> {
  const begun = (await stat(path).catch(() => null)) ? await readBegun(path, request) : null;
  if (begun?.complete) return { continued: false };
  const start = begun?.bytes ?? 0;
  const file = await open(path, begun ? 'r+' : 'wx');
  await file.truncate(start);
  const pages = exportScope(pool, { ...request, system: pool, from: begun?.from ?? null, cursorOf });
  await pipeline(Readable.from(pages), file.createWriteStream({ start, flush: true }));
  return { continued: begun !== null && begun.from !== null };
}

/** Positions are not secret to an operator. */
function cursorOf(position: ExportPosition): string {
  return Buffer.from(stringifyExact(position)).toString('base64url');
}

interface Begun {
  readonly complete: boolean;
  /** Bytes up to and with the last checkpoint. */
  readonly bytes: number;
  readonly from: ExportOptions['from'];
}

async function readBegun(path: string, request: ExportRequest): Promise<Begun> {
  const begun = { complete: false, bytes: 0, from: null as ExportOptions['from'] };
  let read = 0;
  for await (const { number, bytes } of splitLines(createReadStream(path))) {
    read += bytes.length + 1;
    const line = markOf(bytes);
    if (number === 1) checkHeader(path, line, request);
    if (line?.engraph === 'checkpoint') Object.assign(begun, { bytes: read, from: fromCursor(line.cursor) });
    if (line?.engraph === 'end') begun.complete = true;
  }
  return begun;
}

function checkHeader(path: string, line: ReturnType<typeof markOf>, { scope, filter }: ExportRequest): void {
  if (line?.engraph !== 'export' || line.scope_id !== scope.scopeId)
    throw new Error(`${path} is there already, and no export of this scope`);
  if (canonicalJson(line.filter ?? null) !== canonicalJson(filter))
    throw new Error(`${path} is there already, and an export with another filter`);
}

/** A line that is no event; the last line may be cut. */
function markOf(bytes: Buffer): ExportHeader | ExportCheckpoint | ExportEnd | null {
  if (!bytes.subarray(0, 11).equals(Buffer.from('{"engraph":'))) return null;
  try {
    return parseExact(bytes.toString()) as unknown as ExportHeader | ExportCheckpoint | ExportEnd;
  } catch {
    return null;
  }
}

function fromCursor(cursor: string): NonNullable<ExportOptions['from']> {
  try {
    const position = parseExact(Buffer.from(cursor, 'base64url').toString()) as unknown as ExportPosition;
    return { cursor, position };
  } catch {
    throw new Error(
      'this export was begun by GET /v1/export: continue it there, with the cursor of its last checkpoint',
    );
  }
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

/** First line of an archive: the schema it was made of, and the positions of its sequences. */
export interface ArchiveHeader {
  readonly frame: 'engraph backup';
  readonly version: 1;
  readonly made_at: string;
  /** Names of the applied migrations, in order. */
  readonly schema: readonly string[];
  readonly sequences: Readonly<Record<string, string>>;
}

/** One line of JSON per frame. A `data` frame is followed by `bytes` bytes in the text format of Postgres' COPY. */
export type Frame =
  | ArchiveHeader
  | { readonly frame: 'table'; readonly table: string; readonly columns: readonly string[] }
  | { readonly frame: 'data'; readonly bytes: number }
  | { readonly frame: 'end'; readonly rows: number; readonly sha256: string }
  | { readonly frame: 'manifest'; readonly tables: Readonly<Record<string, number>> };

/** Frame as `readArchive` yields it: `data` frames carry their content. */
export type ReadFrame = Exclude<Frame, { frame: 'data' }> | { readonly frame: 'data'; readonly content: Buffer };

/** The file is not an archive, is truncated or was modified. */
export class DamagedArchive extends Error {
  override readonly name = 'DamagedArchive';
  constructor(reason: string, options?: ErrorOptions) {
    super(`the archive is damaged: ${reason}; nothing of it was loaded`, options);
  }
}

export function frameLine(frame: Frame): Buffer {
  return Buffer.from(`${JSON.stringify(frame)}\n`);
}

/** Row count and SHA-256 of one table's data, computed as a stream. */
export class TableSum {
  private readonly hash = createHash('sha256');
  private rows = 0;

  add(content: Buffer): void {
    this.hash.update(content);
    // In COPY's text format a line break ends a row; line breaks within a value are escaped.
    for (let at = content.indexOf(10); at !== -1; at = content.indexOf(10, at + 1)) this.rows += 1;
  }

  end(): { frame: 'end'; rows: number; sha256: string } {
    return { frame: 'end', rows: this.rows, sha256: this.hash.digest('hex') };
  }
}

/**
 * Yields the frames of an archive. Verifies each table against its checksum at its end, and the list of tables against
 * the manifest, which is last.
 * @throws DamagedArchive
 */
export async function* readArchive(file: string): AsyncGenerator<ReadFrame> {
  const tables: Record<string, number> = {};
  let table = '';
  let sum = new TableSum();
  let last: ReadFrame | undefined;
  for await (const frame of framesOf(bytesOf(file))) {
    if (last === undefined && !isHeader(frame)) throw new DamagedArchive('it is not an archive of Engraph');
    if (frame.frame === 'table') {
      table = frame.table;
      sum = new TableSum();
    }
    if (frame.frame === 'data') sum.add(frame.content);
    if (frame.frame === 'end') {
      const { rows, sha256 } = sum.end();
      if (rows !== frame.rows || sha256 !== frame.sha256)
        throw new DamagedArchive(`${table} differs from its checksum`);
      tables[table] = rows;
    }
    last = frame;
    yield frame;
  }
  if (last?.frame !== 'manifest') throw new DamagedArchive('it is truncated');
  if (JSON.stringify(last.tables) !== JSON.stringify(tables)) throw new DamagedArchive('tables are missing');
}

function isHeader(frame: ReadFrame): boolean {
  return frame.frame === 'engraph backup' && (frame as { version: number }).version === 1;
}

async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  source.on('error', (error) => unpacked.destroy(error));
  try {
    for await (const chunk of source.pipe(unpacked)) yield chunk as Buffer;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!code.startsWith('Z_')) throw error;
    throw new DamagedArchive(code === 'Z_BUF_ERROR' ? 'it is truncated' : 'it cannot be decompressed', {
      cause: error,
    });
  } finally {
    source.destroy();
  }
}

const MAX_LINE_BYTES = 1_000_000;

async function* framesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<ReadFrame> {
  let rest = Buffer.alloc(0);
  let dataBytes: number | null = null;
  for await (const chunk of bytes) {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      if (dataBytes !== null) {
        if (rest.length < dataBytes) break;
        yield { frame: 'data', content: rest.subarray(0, dataBytes) };
        rest = rest.subarray(dataBytes);
        dataBytes = null;
        continue;
      }
      const end = rest.indexOf(10);
      if (end === -1) {
        if (rest.length > MAX_LINE_BYTES) throw new DamagedArchive('it is not an archive of Engraph');
        break;
      }
      const frame = parseFrame(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
      if (frame.frame === 'data') dataBytes = frame.bytes;
      else yield frame;
    }
  }
  if (rest.length > 0 || dataBytes !== null) throw new DamagedArchive('it is truncated');
}

function parseFrame(line: Buffer): Frame {
  try {
    const frame = JSON.parse(line.toString()) as Frame | null;
    if (typeof frame === 'object' && frame !== null) return frame;
  } catch {
    // Falls through to the error below, like JSON that is not a frame.
  }
  throw new DamagedArchive('it is not an archive of Engraph');
}

import { isDatabaseUnavailable, isLockTimeout, isRetryable, ScopeBusy, sqlState } from '#database/errors.js';
import { ErasedScope } from '#database/erased-scopes.js';
import { inLockedScope, type ScopedTransactions } from '#database/in-locked-scope.js';
import { retryOnLostConnection } from '#event-store/retry-lost-connection.js';
import { failpoint } from '#failpoints/failpoints.js';
import { chainDigest, type ExportEnd } from './export-lines.js';
import { importBatch, type ImportCounts, type ImportHow } from './import-batch.js';
import { ImportConflict, InvalidImportLine } from './import-errors.js';
import { readImportLine, type ImportedEvent, type ImportLine } from './import-lines.js';
import { splitLines, type NumberedLine } from './split-lines.js';

export interface ImportOptions extends ImportHow {
  readonly sql: ScopedTransactions;
  readonly scopeId: string;
  /** Takes as many memories from the caller's quota; the function returned gives some back. */
  readonly takeQuota?: (memories: number) => Promise<(unused: number) => void>;
  /** Called after each batch, once it is durable. */
  readonly onBatch?: (soFar: ImportReport) => void;
}

export interface ImportReport extends ImportCounts {
  /** Lines read. */
  readonly lines: number;
  /** Whether the end of the export was read and its digest is that of the lines before it. */
  readonly complete: boolean;
}

/** Size of a batch, which is one transaction: other writers of the scope wait for it. */
const BATCH_STREAMS = 100;
const BATCH_BYTES = 1024 * 1024;
/** Events of one stream stay together up to this size, so that a memory comes with what was read in it. */
const STREAM_BYTES = 16 * 1024 * 1024;

/**
 * Imports the lines of an export into a scope, batch by batch: each is durable before the next is read. Importing the
 * same lines again stores nothing twice, so that an interrupted import begins again from the first line.
 * @param chunks bytes of the file, in chunks of any size
 * @throws InvalidImportLine, ImportConflict, ErasedScope, or what `takeQuota` throws; all lines before are stored
 */
export async function importScope(
  options: ImportOptions,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<ImportReport> {
  const run = new ImportRun(options);
  try {
    for await (const line of splitLines(chunks)) await run.read(line);
  } catch (error) {
    if (error instanceof InvalidImportLine) await run.flush();
    throw error;
  }
  await run.flush();
  if (run.report.lines === 0) throw new InvalidImportLine(1, 'there is none');
  return run.report;
}

class ImportRun {
  private batch: ImportedEvent[] = [];
  private readonly streams = new Set<string>();
  private bytes = 0;
  private from: string | null = null;
  private sha256 = '';
  private events = 0;
  report: ImportReport = { lines: 0, imported: 0, memories: 0, known: 0, skipped: 0, complete: false };

  constructor(private readonly options: ImportOptions) {}

  /** Reads a line, and stores the batch before it when that is full. */
  async read({ number, bytes }: NumberedLine): Promise<void> {
    const line = readImportLine(bytes, number, { from: this.from, to: this.options.scopeId });
    if (line.kind === 'event') await this.add(line.event, bytes.length);
    this.note(line, number);
    if (line.kind !== 'blank') this.sha256 = chainDigest(this.sha256, bytes);
    this.report = { ...this.report, lines: number };
  }

  /** Stores the events that wait. */
  async flush(): Promise<void> {
    const batch = this.batch.splice(0);
    this.streams.clear();
    this.bytes = 0;
    if (batch.length === 0) return;
    const memories = batch.filter(({ type }) => type === 'MemoryEncoded').length;
    const giveBack = memories > 0 ? await this.options.takeQuota?.(memories) : undefined;
    const before = this.report.memories;
    try {
      await this.store(batch);
    } finally {
      giveBack?.(memories - (this.report.memories - before));
    }
    failpoint('import.after-batch');
    this.options.onBatch?.(this.report);
  }

  private async add(event: ImportedEvent, bytes: number): Promise<void> {
    const isFull = this.streams.size >= BATCH_STREAMS || this.bytes >= BATCH_BYTES;
    if ((isFull && !this.streams.has(event.streamId)) || this.bytes >= STREAM_BYTES) await this.flush();
    this.batch.push(event);
    this.streams.add(event.streamId);
    this.bytes += bytes;
  }

  private note(line: ImportLine, number: number): void {
    if (line.kind === 'header') this.from = line.scopeId;
    if (line.kind === 'event' || line.kind === 'foreign') this.events += 1;
    if (line.kind === 'foreign') this.count({ imported: 0, memories: 0, known: 0, skipped: 1 });
    if (line.kind === 'end') this.checkEnd(line.end, number);
  }

  private checkEnd(end: ExportEnd, number: number): void {
    if (end.events !== this.events || end.sha256 !== this.sha256)
      throw new InvalidImportLine(
        number,
        'the lines before it are not those of the export: some are missing or changed',
      );
    this.report = { ...this.report, complete: true };
  }

  /** Stores a batch; when one of its events cannot be stored, stream by stream up to that one. */
  private async store(batch: readonly ImportedEvent[]): Promise<void> {
    const { sql, scopeId } = this.options;
    try {
      const counts = await retryOnLostConnection(() =>
        inLockedScope(sql, scopeId, (tx) => importBatch(tx, scopeId, batch, this.options)),
      );
      this.count(counts);
    } catch (error) {
      if (!isFaultOfLine(error)) throw error;
      const streams = streamsOf(batch);
      if (streams.length === 1) throw asInvalid(error, batch);
      for (const stream of streams) await this.store(stream);
    }
  }

  private count({ imported, memories, known, skipped }: ImportCounts): void {
    const { report } = this;
    this.report = {
      ...report,
      imported: report.imported + imported,
      memories: report.memories + memories,
      known: report.known + known,
      skipped: report.skipped + skipped,
    };
  }
}

/** Events of a batch by stream, those of a stream together. */
function streamsOf(batch: readonly ImportedEvent[]): ImportedEvent[][] {
  const streams: ImportedEvent[][] = [];
  for (const event of batch) {
    const last = streams.at(-1);
    if (last?.[0]?.streamId === event.streamId) last.push(event);
    else streams.push([event]);
  }
  return streams;
}

/** Whether an event of the batch is at fault, and not the database, the scope or the load. */
function isFaultOfLine(error: unknown): boolean {
  if (error instanceof InvalidImportLine || error instanceof ImportConflict) return true;
  if (error instanceof ErasedScope || error instanceof ScopeBusy) return false;
  if (isDatabaseUnavailable(error) || isRetryable(error) || isLockTimeout(error)) return false;
  return ['22', '23', '54', undefined].includes(sqlState(error)?.slice(0, 2));
}

function asInvalid(error: unknown, [first]: readonly ImportedEvent[]): unknown {
  if (error instanceof InvalidImportLine || error instanceof ImportConflict) return error;
  return new InvalidImportLine(first?.line ?? 0, 'the events of this memory or entity cannot be stored', {
    cause: error,
  });
}

import { EventCalls } from './event-calls.js';
import { OPERATIONS } from './generated/operations.js';
import type { Answer, Query } from './operations.js';
import { exportLines, importInParts } from './transfer.js';
import type { CallOptions } from './transport.js';

/**
 * A client of one credential, and so of one scope. Every method throws EngraphError, or one of its named kinds, and
 * tries again what may pass: lost connections, 429 and 503. A write keeps its idempotency key over its attempts, so
 * that it is done once.
 */
export class EngraphClient extends EventCalls {
  /**
   * The lines of an export of the scope, or of its memories that pass a filter, without line feeds. It goes on after a
   * lost connection; keep the lines, and continue with the `cursor` of the last checkpoint line as `after` and with the
   * same `filter`.
   */
  exportScope(query: Query<'exportScope'> = {}, signal?: AbortSignal): AsyncGenerator<string, void, undefined> {
    const { method, path } = OPERATIONS.exportScope;
    return exportLines(
      (after) =>
        this.transport.open({ method, path, query: { ...query, after } }, signal ?? new AbortController().signal),
      query.after,
    );
  }

  /** Imports the lines of an export, part by part. What the scope has already is skipped, so it can be repeated. */
  importScope(lines: Iterable<string> | AsyncIterable<string>, options?: CallOptions): Promise<Answer<'importScope'>> {
    return importInParts(lines, (part) => this.call('importScope', { lines: part }, options));
  }

  /** Identity, scope and permissions of the credential. */
  whoami(options?: CallOptions): Promise<Answer<'whoami'>> {
    return this.call('whoami', {}, options);
  }

  /** What this deployment can do: types, stages, limits. */
  capabilities(options?: CallOptions): Promise<Answer<'capabilities'>> {
    return this.call('capabilities', {}, options);
  }

  /** Whether the process runs. */
  live(options?: CallOptions): Promise<Answer<'live'>> {
    return this.call('live', {}, options);
  }

  /** Whether the service can work; UnavailableError where it cannot. */
  ready(options?: CallOptions): Promise<Answer<'ready'>> {
    return this.call('ready', {}, options);
  }
}

import { ConnectionError, EngraphError } from './errors.js';
import { pauseBeforeRetry, type RetryPolicy } from './retry.js';
import { serverSentEvents, type ServerSentEvent } from './server-sent-events.js';

/** Something that happened in the scope. */
export interface ScopeEvent {
  /** Position of the event, for `after`. */
  readonly position: string;
  /** Such as MemoryEncoded. */
  readonly type: string;
  /** UUID of the event; a repetition has the same. */
  readonly id: string;
  /** Memory or entity that the event is about. */
  readonly subject?: string;
  /** RFC 3339. */
  readonly time: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Which events to follow, and from where. */
export interface EventOptions {
  /** All, if left out. */
  readonly types?: readonly string[];
  /** Position of the last event that is known; events begin now where it is left out. */
  readonly after?: string;
  /** False: the events end with the last one that there is. */
  readonly follow?: boolean;
  readonly signal?: AbortSignal;
  /** Hears of each position, once its event was handled; and before any event of the one where the events begin. */
  readonly onPosition?: (position: string) => void;
}

/** The service sends something every 15 seconds; after this long, in milliseconds, the connection is lost. */
const SILENCE_MS = 45_000;

/** How events are fetched. */
export interface EventSource {
  /** Opens the stream after a position. @throws EngraphError */
  readonly open: (after: string | undefined, signal: AbortSignal) => Promise<Response>;
  readonly parse: (json: string) => unknown;
  readonly retry: RetryPolicy;
}

/**
 * Events one by one, each at least once and in order. Goes on after a lost connection, for as long as it takes.
 * @throws EngraphError of a refusal, such as a revoked key; the reason of the signal
 */
export async function* followEvents(
  source: EventSource,
  { after, follow = true, signal, onPosition }: EventOptions,
): AsyncGenerator<ScopeEvent, void, undefined> {
  let position = after;
  for (let failures = 0; ;) {
    const connection = new Connection(signal);
    try {
      for await (const { id, data } of connection.read(source, position)) {
        failures = 0;
        position = id ?? position;
        if (data !== null) yield { position: position ?? '', ...eventOf(source.parse(data)) };
        if (id !== null) onPosition?.(id);
      }
      if (!follow) return;
      throw new Error('the stream ended');
    } catch (error) {
      signal?.throwIfAborted();
      failures += 1;
      await pauseAfter(error, failures, source.retry, signal);
    } finally {
      connection.close();
    }
  }
}

/** One attempt: it ends with the caller's signal, and when nothing is heard for too long. */
class Connection {
  private readonly gone = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly end = (): void => {
    this.gone.abort();
  };

  constructor(private readonly caller: AbortSignal | undefined) {
    caller?.throwIfAborted();
    caller?.addEventListener('abort', this.end, { once: true });
    this.heard();
  }

  async *read(source: EventSource, after: string | undefined): AsyncGenerator<ServerSentEvent, void, undefined> {
    const { body } = await source.open(after, this.gone.signal);
    if (body === null) throw new Error('the answer has no body');
    yield* serverSentEvents(body, () => {
      this.heard();
    });
  }

  private heard(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.end, SILENCE_MS);
  }

  close(): void {
    clearTimeout(this.timer);
    this.caller?.removeEventListener('abort', this.end);
    this.end();
  }
}

/** @throws the error, if it is no passing one */
async function pauseAfter(error: unknown, failures: number, retry: RetryPolicy, signal?: AbortSignal): Promise<void> {
  const failure = error instanceof EngraphError ? error : new ConnectionError(error);
  const pauseMs = pauseBeforeRetry({ ...retry, attempts: Infinity }, Math.min(failures, 20), failure, Math.random());
  if (pauseMs === null) throw error;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, pauseMs);
    signal?.addEventListener('abort', done, { once: true });
  });
  signal?.throwIfAborted();
}

/** An event of its CloudEvent. */
export function eventOf(cloudEvent: unknown): Omit<ScopeEvent, 'position'> {
  const { id, type, subject, time, data } = cloudEvent as Omit<ScopeEvent, 'position'>;
  const about = subject === undefined ? {} : { subject };
  return { type: type.replace(/^engraph\./, ''), id, ...about, time, data };
}

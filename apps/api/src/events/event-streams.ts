import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import { Authenticator } from '#access/authenticator.js';
import type { EventType } from '#contracts/events.js';
import { SYSTEM_POOL } from '#database/database.module.js';
import { LogTail } from '#event-store/log-tail.js';
import { readLogEnd } from '#event-store/scope-log.js';
import { AnswerNotAwaited } from '../admission/request-shares.js';
import { TooManyStreams } from '../http/problems.js';
import { API_OPTIONS, type ApiOptions } from '../options/api-options.js';
import { LIMITS } from '../shared/request-limits.js';
import { Stopping } from '../shared/stopping.js';
import { EventPositions } from './event-positions.js';
import { EventStream, HEARTBEAT_MS } from './event-stream.js';
import { ScopePages } from './scope-pages.js';

/** Maximum open streams of one process. */
const MAX_STREAMS = 1_000;

/** A client that takes nothing for this long is disconnected, and may continue later. */
const STALLED_MS = 30_000;
const STALL_CHECK_MS = 5_000;

export interface StreamRequest {
  readonly scopeId: string;
  readonly credential: string;
  /** Position after which to begin, as the caller has it; undefined: now. */
  readonly after: string | undefined;
  readonly types: readonly EventType[] | null;
  readonly follow: boolean;
}

/** The open streams of this process: bounded, ended at a shutdown, and when their key is. */
@Injectable()
export class EventStreams implements OnModuleDestroy {
  /** Open streams, each with what closes its connection. */
  private readonly open = new Map<EventStream, () => void>();
  private readonly perScope = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(SYSTEM_POOL) private readonly system: Pool,
    private readonly tail: LogTail,
    private readonly pages: ScopePages,
    private readonly positions: EventPositions,
    private readonly authenticator: Authenticator,
    private readonly stopping: Stopping,
    @Inject(API_OPTIONS) private readonly options: Pick<ApiOptions, 'onStreams'>,
  ) {
    stopping.signal.addEventListener('abort', () => {
      for (const stream of this.open.keys()) stream.close();
    });
  }

  /**
   * Opens a stream that ends with the reply.
   * @throws TooManyStreams
   * @throws BadRequest about the position
   * @throws AnswerNotAwaited if the client disconnects first
   */
  async begin(request: StreamRequest, { raw }: FastifyReply): Promise<Readable> {
    const { follow, scopeId, after } = request;
    requireOpen(raw);
    raw.once('close', this.enter(scopeId));
    const stream = this.streamOf(request);
    // Before anything is read: from here on, the stream is told of what it does not find.
    const tail = follow
      ? await this.tail.follow(scopeId, (until) => {
          stream.advance(until);
        })
      : null;
    raw.once('close', () => tail?.end());
    if (raw.destroyed) tail?.end();
    const now = await readLogEnd(this.system);
    stream.advance(now);
    const from = after === undefined ? now : await this.positions.read(scopeId, after);
    const id = await this.positions.write(scopeId, from);
    requireOpen(raw);
    this.register(stream, raw);
    return Readable.from(stream.framesAfter(from, id), { objectMode: false, highWaterMark: 16 * 1024 });
  }

  async onModuleDestroy(): Promise<void> {
    await this.tail.stop();
  }

  private streamOf({ scopeId, types, follow, credential }: StreamRequest): EventStream {
    return new EventStream({
      ...{ types, follow, heartbeatMs: HEARTBEAT_MS },
      read: (range) => this.pages.read(scopeId, range),
      idOf: (position) => this.positions.write(scopeId, position),
      isAllowed: async () => {
        const identity = await this.authenticator.authenticate(credential);
        return identity?.scope.scopeId === scopeId && identity.permissions.has('recall');
      },
    });
  }

  private register(stream: EventStream, raw: ServerResponse): void {
    this.open.set(stream, () => raw.destroy());
    this.options.onStreams?.(this.open.size);
    this.timer ??= setInterval(() => {
      this.cutStalled();
    }, STALL_CHECK_MS).unref();
    raw.once('close', () => {
      stream.close();
      this.open.delete(stream);
      this.options.onStreams?.(this.open.size);
      if (this.open.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    });
    if (this.stopping.signal.aborted) stream.close();
  }

  private cutStalled(): void {
    for (const [stream, cut] of this.open) if (stream.stalledMs > STALLED_MS) cut();
  }

  /** Counts a stream. @returns a function that ends it @throws TooManyStreams */
  private enter(scopeId: string): () => void {
    const count = this.perScope.get(scopeId) ?? 0;
    if (count >= LIMITS.event_streams) throw new TooManyStreams(LIMITS.event_streams);
    let all = 0;
    for (const of of this.perScope.values()) all += of;
    if (all >= MAX_STREAMS) throw new TooManyStreams(null);
    this.perScope.set(scopeId, count + 1);
    return () => {
      const left = (this.perScope.get(scopeId) ?? 1) - 1;
      if (left > 0) this.perScope.set(scopeId, left);
      else this.perScope.delete(scopeId);
    };
  }
}

/** @throws AnswerNotAwaited */
function requireOpen(raw: ServerResponse): void {
  if (raw.destroyed) throw new AnswerNotAwaited('nobody waits for the answer');
}

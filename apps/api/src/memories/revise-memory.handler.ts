import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { dateOfNanos, type Clock } from '#contracts/clock.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { POOL } from '#database/database.module.js';
import { inLockedScope } from '#database/in-locked-scope.js';
import { inScope } from '#database/in-scope.js';
import { writeIdempotently } from '#event-store/idempotent-write.js';
import { fingerprintOf } from '#event-store/request-ledger.js';
import { reviseMemory, type MemoryChange } from '#memories/revise/revise-memory.js';
import { BadRequest, NotFound } from '../http/problems.js';
import { API_OPTIONS, type ApiOptions } from '../options/api-options.js';
import { CLOCK } from '../shared/clock.js';
import type { ReviseMemoryDto } from './revise-memory.dto.js';
import { salienceOf } from '#memories/encode/salience.js';

export interface RevisionResult {
  readonly memory_id: string;
  readonly version: number;
  readonly was_changed: boolean;
}

/** Changes a memory under a request id. */
export class ReviseMemory extends Command<{ result: RevisionResult; replayed: boolean }> {
  constructor(
    readonly scopeId: string,
    readonly requestId: string,
    readonly memoryUuid: string,
    readonly request: ReviseMemoryDto,
    /** Version that the caller has seen; undefined: any. */
    readonly expected: number | undefined,
  ) {
    super();
  }
}

@CommandHandler(ReviseMemory)
export class ReviseMemoryHandler implements ICommandHandler<ReviseMemory> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(API_OPTIONS) private readonly options: Pick<ApiOptions, 'extract' | 'sweepAfterMs' | 'onCommit'>,
  ) {}

  async execute({ scopeId, requestId, memoryUuid, request, expected }: ReviseMemory) {
    const change = changeOf(request);
    const memory_id = memoryIdOfUuid(memoryUuid);
    const operation = 'PATCH /v1/memories';
    const fingerprint = fingerprintOf(operation, { memory_id, expected, ...change });
    const nowNanos = this.clock.nowNanos();
    const now = dateOfNanos(nowNanos);
    const { extract, sweepAfterMs, onCommit } = this.options;
    const options = {
      nowNanos,
      extract,
      sweepAt: new Date(now.getTime() + sweepAfterMs),
      ...(expected && { expected }),
    };
    // Lock the scope first, as a forget does: the order in the log is then that of the lock.
    const outcome = await writeIdempotently(
      this.pool,
      { scopeId, requestId, operation, fingerprint },
      now,
      async (tx): Promise<RevisionResult> => {
        const revised = await reviseMemory(tx, scopeId, memoryUuid, change, options);
        if (!revised) throw new NotFound('memory');
        return { memory_id, version: revised.version, was_changed: revised.wasChanged };
      },
      (work) => inLockedScope(inScope(this.pool, scopeId), scopeId, work),
    );
    onCommit?.();
    return outcome;
  }
}

/** @throws BadRequest if the body names nothing to change */
function changeOf({ text, metadata, tags, pinned, ...times }: ReviseMemoryDto): MemoryChange {
  const expiry = times.expires_at_unix_nanos === undefined ? times.expires_at : times.expires_at_unix_nanos;
  const change = {
    ...(text !== undefined && { text, salience: salienceOf(text) }),
    ...(metadata !== undefined && { metadata }),
    ...(tags !== undefined && { tags: [...new Set(tags)] }),
    ...(expiry !== undefined && { expires_at_unix_nanos: expiry ?? 0 }),
    ...(pinned !== undefined && { pinned }),
  };
  if (Object.keys(change).length === 0)
    throw new BadRequest('the body must have at least one of text, metadata, tags, expires_at_unix_nanos, pinned');
  return change;
}

import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ClientBase, Pool } from 'pg';
import { dateOfNanos, type Clock } from '#contracts/clock.js';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import { recordAudit, type AuditActor } from '#database/audit-trail.js';
import { POOL } from '#database/database.module.js';
import { writeIdempotently, type WriteOutcome } from '#event-store/idempotent-write.js';
import { fingerprintOf } from '#event-store/request-ledger.js';
import { REDRIVE_AUDIT, redriveInScope } from '#memories/extraction/redrive-failed.js';
import { NotFound } from '../http/problems.js';
import { CLOCK } from '../shared/clock.js';
import type { RedriveDto } from './redrive.dto.js';

interface Redriven {
  readonly redriven: number;
}

/** Has memories whose extraction was given up extracted again, under a request id. */
export class RedriveExtractions extends Command<WriteOutcome<Redriven>> {
  constructor(
    readonly scopeId: string,
    readonly requestId: string,
    readonly request: RedriveDto,
    /** Actor for the audit log. */
    readonly by: AuditActor,
  ) {
    super();
  }
}

@CommandHandler(RedriveExtractions)
export class RedriveExtractionsHandler implements ICommandHandler<RedriveExtractions> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFound if the memory is not there */
  execute({ scopeId, requestId, request, by }: RedriveExtractions): Promise<WriteOutcome<Redriven>> {
    const memoryId = request.memory_id ?? null;
    const operation = 'POST /v1/operation/redrive';
    const key = { scopeId, requestId, operation, fingerprint: fingerprintOf(operation, { memoryId }) };
    const memoryUuid = memoryId === null ? null : uuidOfMemoryId(memoryId);
    const now = dateOfNanos(this.clock.nowNanos());
    const work = async (tx: ClientBase): Promise<Redriven> => {
      const redriven = await redriveInScope(tx, scopeId, memoryUuid);
      if (redriven === null) throw new NotFound('memory');
      await recordAudit(tx, by, { ...REDRIVE_AUDIT, at: now, scopeId, memoryUuid });
      return { redriven };
    };
    return writeIdempotently(this.pool, key, now, work);
  }
}

import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ClientBase, Pool } from 'pg';
import { dateOfNanos, type Clock } from '#contracts/clock.js';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import { JOB, type AuditActor } from '#database/audit-trail.js';
import { POOL } from '#database/database.module.js';
import { inScope } from '#database/in-scope.js';
import { fingerprintOf } from '#event-store/request-ledger.js';
import { writeIdempotently } from '#event-store/idempotent-write.js';
import { forgetMemory } from '#memories/forget/forget-memory.js';
import { inLockedScope } from '#database/in-locked-scope.js';
import { CLOCK } from '../shared/clock.js';
import { NotFound } from '../http/problems.js';
import type { ForgetMemoryDto } from './forget-memory.dto.js';

export interface ForgetResult {
  readonly memory_id: string;
  readonly was_already_forgotten: boolean;
  readonly edges_removed: number;
}

/** Forgets a memory under a request id. */
export class ForgetMemory extends Command<{ result: ForgetResult; replayed: boolean }> {
  constructor(
    readonly scopeId: string,
    readonly requestId: string,
    readonly request: ForgetMemoryDto,
    /** Actor for the audit log, which records erasures. */
    readonly by: AuditActor = JOB,
  ) {
    super();
  }
}

@CommandHandler(ForgetMemory)
export class ForgetMemoryHandler implements ICommandHandler<ForgetMemory> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ scopeId, requestId, request, by }: ForgetMemory) {
    const { memory_id } = request;
    const hard = request.hard ?? false;
    const uuid = uuidOfMemoryId(memory_id);
    if (uuid === null) throw new NotFound('memory');
    const operation = 'DELETE /v1/memories';
    const key = { scopeId, requestId, operation, fingerprint: fingerprintOf(operation, { memory_id, hard }) };
    const now = dateOfNanos(this.clock.nowNanos());
    const forget = async (tx: ClientBase): Promise<ForgetResult> => {
      const outcome = await forgetMemory(tx, scopeId, uuid, { hard, now, by });
      if (!outcome) throw new NotFound('memory');
      return { memory_id, was_already_forgotten: outcome.wasForgotten, edges_removed: outcome.linksRemoved };
    };
    // Lock the scope first: a forget that waits for a concurrent restore then follows it in the log, and so takes
    // effect.
    return writeIdempotently(this.pool, key, now, forget, (work) =>
      inLockedScope(inScope(this.pool, scopeId), scopeId, work),
    );
  }
}

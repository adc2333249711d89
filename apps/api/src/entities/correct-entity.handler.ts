import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Pool, PoolClient } from 'pg';
import { dateOfNanos, type Clock } from '#contracts/clock.js';
import { POOL } from '#database/database.module.js';
import { inLockedScope } from '#database/in-locked-scope.js';
import { inScope } from '#database/in-scope.js';
import { fingerprintOf } from '#event-store/request-ledger.js';
import { writeIdempotently } from '#event-store/idempotent-write.js';
import { UnknownEntity } from '#graph/commands/assign-name.js';
import { correctEntity, type EntityCorrection } from '#graph/commands/correct-entity.js';
import { getEntity, type ResolvedEntity } from '#graph/queries/get-entity.js';
import { NotFound } from '../http/problems.js';
import { CLOCK } from '../shared/clock.js';

/** Puts the name or the type of an entity right, under a request id. */
export class CorrectEntity extends Command<{ result: ResolvedEntity; replayed: boolean }> {
  constructor(
    readonly scopeId: string,
    readonly requestId: string,
    readonly correction: EntityCorrection,
  ) {
    super();
  }
}

@CommandHandler(CorrectEntity)
export class CorrectEntityHandler implements ICommandHandler<CorrectEntity> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ scopeId, requestId, correction }: CorrectEntity) {
    const sql = inScope(this.pool, scopeId);
    const nowNanos = this.clock.nowNanos();
    const operation = 'PATCH /v1/entities';
    const key = { scopeId, requestId, operation, fingerprint: fingerprintOf(operation, correction) };
    const { result, replayed } = await writeIdempotently(
      this.pool,
      key,
      dateOfNanos(nowNanos),
      async (tx) => ({ entity_id: await correct(tx, scopeId, correction, nowNanos) }),
      (work) => inLockedScope(sql, scopeId, work),
    );
    const entity = await getEntity(sql, scopeId, result.entity_id);
    if (!entity) throw new NotFound('entity');
    return { result: entity, replayed };
  }
}

async function correct(
  tx: PoolClient,
  scopeId: string,
  correction: EntityCorrection,
  nowNanos: bigint,
): Promise<string> {
  try {
    return await correctEntity(tx, scopeId, correction, nowNanos);
  } catch (error) {
    if (error instanceof UnknownEntity) throw new NotFound('entity');
    throw error;
  }
}

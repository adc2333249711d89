import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ClientBase, Pool } from 'pg';
import { dateOfNanos, type Clock } from '#contracts/clock.js';
import { POOL } from '#database/database.module.js';
import { inScope } from '#database/in-scope.js';
import { fingerprintOf } from '#event-store/request-ledger.js';
import { writeIdempotently } from '#event-store/idempotent-write.js';
import { createEntity, type NewEntity } from '#graph/commands/create-entity.js';
import { inLockedScope } from '#database/in-locked-scope.js';
import { getEntity, type ResolvedEntity } from '#graph/queries/get-entity.js';
import { CLOCK } from '../shared/clock.js';

/** Creates an entity, or adds names to an existing one, under a request id. */
export class CreateEntity extends Command<{ result: ResolvedEntity; replayed: boolean }> {
  constructor(
    readonly scopeId: string,
    readonly requestId: string,
    readonly entity: NewEntity,
  ) {
    super();
  }
}

@CommandHandler(CreateEntity)
export class CreateEntityHandler implements ICommandHandler<CreateEntity> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  execute({ scopeId, requestId, entity }: CreateEntity) {
    const nowNanos = this.clock.nowNanos();
    const operation = 'POST /v1/entities';
    const key = { scopeId, requestId, operation, fingerprint: fingerprintOf(operation, entity) };
    const make = async (tx: ClientBase): Promise<ResolvedEntity> => {
      const { survivorId } = await createEntity(tx, scopeId, entity, nowNanos);
      const made = await getEntity(tx, scopeId, survivorId);
      if (!made) throw new Error('the created entity is missing in its own transaction');
      return made;
    };
    return writeIdempotently(this.pool, key, dateOfNanos(nowNanos), make, (work) =>
      inLockedScope(inScope(this.pool, scopeId), scopeId, work),
    );
  }
}

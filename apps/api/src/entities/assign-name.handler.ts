import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Pool, PoolClient } from 'pg';
import { dateOfNanos, type Clock } from '#contracts/clock.js';
import { POOL } from '#database/database.module.js';
import { inLockedScope } from '#database/in-locked-scope.js';
import { inScope } from '#database/in-scope.js';
import { fingerprintOf } from '#event-store/request-ledger.js';
import { writeIdempotently } from '#event-store/idempotent-write.js';
import { assignName, NotAnAlias, UnknownEntity, UnknownName } from '#graph/commands/assign-name.js';
import { mergeEntities } from '#graph/commands/merge-entities.js';
import { getEntity, type ResolvedEntity } from '#graph/queries/get-entity.js';
import { BadRequest, NotFound } from '../http/problems.js';
import { CLOCK } from '../shared/clock.js';

/** Whether an entity is another one, or a name of it is that of another one. */
export type NameRequest = { readonly entityId: string } & ({ readonly intoId: string } | { readonly name: string });

/** Merges two entities, or splits a name from one, under a request id. */
export class DecideNames extends Command<{ result: ResolvedEntity; replayed: boolean }> {
  constructor(
    readonly scopeId: string,
    readonly requestId: string,
    readonly request: NameRequest,
  ) {
    super();
  }
}

@CommandHandler(DecideNames)
export class DecideNamesHandler implements ICommandHandler<DecideNames> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ scopeId, requestId, request }: DecideNames) {
    const sql = inScope(this.pool, scopeId);
    const nowNanos = this.clock.nowNanos();
    const operation = 'intoId' in request ? 'merge entities' : 'split entity';
    const key = { scopeId, requestId, operation, fingerprint: fingerprintOf(operation, request) };
    const { result, replayed } = await writeIdempotently(
      this.pool,
      key,
      dateOfNanos(nowNanos),
      async (tx) => ({ entity_id: await decide(tx, scopeId, request, nowNanos) }),
      (work) => inLockedScope(sql, scopeId, work),
    );
    const entity = await getEntity(sql, scopeId, result.entity_id);
    if (!entity) throw new NotFound('entity');
    return { result: entity, replayed };
  }
}

/** The entity that the names now belong to. @throws BadRequest, NotFound */
async function decide(tx: PoolClient, scopeId: string, request: NameRequest, nowNanos: bigint): Promise<string> {
  try {
    if ('intoId' in request) return await mergeEntities(tx, scopeId, request, nowNanos);
    const { entityId, name } = request;
    return await assignName(tx, scopeId, { entityId, name, decision: 'split' }, nowNanos);
  } catch (error) {
    if (error instanceof UnknownEntity) throw new NotFound('entity');
    if (error instanceof UnknownName || error instanceof NotAnAlias)
      throw new BadRequest('name must be an alias of the entity, and not its canonical name');
    throw error;
  }
}

import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Pool, PoolClient } from 'pg';
import { dateOfNanos, type Clock } from '#contracts/clock.js';
import { POOL } from '#database/database.module.js';
import { inScope } from '#database/in-scope.js';
import { fingerprintOf } from '#event-store/request-ledger.js';
import { writeIdempotently } from '#event-store/idempotent-write.js';
import { createEntity } from '#graph/commands/create-entity.js';
import { inLockedScope } from '#database/in-locked-scope.js';
import { resolveName, type Resolution, type ResolveRequest } from '#entity-resolution/resolve/resolve-name.js';
import { CLOCK } from '../shared/clock.js';
import { nameLists } from './name-lexicon.js';

export interface ResolveAnswer {
  readonly outcome: 'resolved' | 'created' | 'ambiguous' | 'not_found';
  /** Tier that decided: 1 exact or alias, 2 spelling, 3 meaning, 5 createFromName; null if nothing was found. */
  readonly tier: number | null;
  readonly confidence: number;
  readonly entity_id: string | null;
  readonly candidate_ids: readonly string[];
}

/** Resolves a name to an entity of a scope. */
export class ResolveEntity extends Query<ResolveAnswer> {
  constructor(
    readonly scopeId: string,
    readonly request: ResolveRequest,
  ) {
    super();
  }
}

@QueryHandler(ResolveEntity)
export class ResolveEntityHandler implements IQueryHandler<ResolveEntity> {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async execute({ scopeId, request }: ResolveEntity): Promise<ResolveAnswer> {
    return toAnswer(await resolveName(inScope(this.pool, scopeId), scopeId, request, nameLists()));
  }
}

/** Resolves a name; if nothing has it, creates an entity under a request id. */
export class ResolveOrCreateEntity extends Command<{ result: ResolveAnswer; replayed: boolean }> {
  constructor(
    readonly scopeId: string,
    readonly requestId: string,
    readonly request: ResolveRequest,
  ) {
    super();
  }
}

@CommandHandler(ResolveOrCreateEntity)
export class ResolveOrCreateEntityHandler implements ICommandHandler<ResolveOrCreateEntity> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Takes the scope lock only if the name seems to be new, and resolves it again under the lock. */
  async execute({ scopeId, requestId, request }: ResolveOrCreateEntity) {
    const sql = inScope(this.pool, scopeId);
    const nowNanos = this.clock.nowNanos();
    const operation = 'POST /v1/entities/resolve';
    const key = { scopeId, requestId, operation, fingerprint: fingerprintOf(operation, request) };
    const known = await resolveName(sql, scopeId, request, nameLists());
    if (known.outcome !== 'not_found')
      return writeIdempotently(this.pool, key, dateOfNanos(nowNanos), () => Promise.resolve(toAnswer(known)));
    const make = async (tx: PoolClient): Promise<ResolveAnswer> => {
      const meanwhile = await resolveName(tx, scopeId, request, nameLists());
      return meanwhile.outcome === 'not_found' ? createFromName(tx, scopeId, request, nowNanos) : toAnswer(meanwhile);
    };
    return writeIdempotently(this.pool, key, dateOfNanos(nowNanos), make, (work) => inLockedScope(sql, scopeId, work));
  }
}

async function createFromName(
  tx: PoolClient,
  scopeId: string,
  { name, type }: ResolveRequest,
  nowNanos: bigint,
): Promise<ResolveAnswer> {
  const entity = { type: type ?? nameLists().typeOf(name), canonicalName: name, aliases: [] };
  const { survivorId } = await createEntity(tx, scopeId, entity, nowNanos);
  return { outcome: 'created', tier: 5, confidence: 1, entity_id: survivorId, candidate_ids: [survivorId] };
}

function toAnswer({ outcome, tier, confidence, entityId, candidateIds }: Resolution): ResolveAnswer {
  return { outcome, tier, confidence, entity_id: entityId, candidate_ids: candidateIds };
}

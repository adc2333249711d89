import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ClientBase, Pool } from 'pg';
import { withIsoTimes, type IsoTimesOf } from '#contracts/iso-times.js';
import { dateOfNanos, type Clock } from '#contracts/clock.js';
import type { LinkKind } from '#contracts/links.js';
import { POOL } from '#database/database.module.js';
import { fingerprintOf } from '#event-store/request-ledger.js';
import { writeIdempotently } from '#event-store/idempotent-write.js';
import { linkMemories } from '#memories/links/memory-links.js';
import { CLOCK } from '../shared/clock.js';
import { NotFound } from '../http/problems.js';
import { linkKeyOf, linkWeightOf, type LinkDto } from './link.dto.js';

export interface LinkResult {
  readonly source: string;
  readonly target: string;
  readonly kind: LinkKind;
  readonly weight: number;
  readonly created_at_unix_nanos: bigint | number;
  readonly already_existed: boolean;
}

/** Links two memories of a scope under a request id. */
export class LinkMemories extends Command<{ result: LinkResult & IsoTimesOf<LinkResult>; replayed: boolean }> {
  constructor(
    readonly scopeId: string,
    readonly requestId: string,
    readonly request: LinkDto,
  ) {
    super();
  }
}

@CommandHandler(LinkMemories)
export class LinkMemoriesHandler implements ICommandHandler<LinkMemories> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ scopeId, requestId, request }: LinkMemories) {
    const link = linkKeyOf(request);
    const { source, target, kind } = request;
    const weight = linkWeightOf(request);
    const nowNanos = this.clock.nowNanos();
    const operation = 'POST /v1/links';
    const fingerprint = fingerprintOf(operation, { source, target, kind, weight });
    const key = { scopeId, requestId, operation, fingerprint };
    const make = async (tx: ClientBase): Promise<LinkResult> => {
      const stored = await linkMemories(tx, scopeId, link, { weight, nowNanos });
      if (!stored) throw new NotFound('memory');
      const { weight: storedWeight, createdAt: created_at_unix_nanos, existed: already_existed } = stored;
      return { source, target, kind, weight: storedWeight, created_at_unix_nanos, already_existed };
    };
    const { result, replayed } = await writeIdempotently(this.pool, key, dateOfNanos(nowNanos), make);
    return { result: withIsoTimes(result), replayed };
  }
}

import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { dateOfNanos, type Clock } from '#contracts/clock.js';
import type { LinkKind } from '#contracts/links.js';
import { POOL } from '#database/database.module.js';
import { fingerprintOf } from '#event-store/request-ledger.js';
import { writeIdempotently } from '#event-store/idempotent-write.js';
import { hasMemories, unlinkMemories } from '#memories/links/memory-links.js';
import { CLOCK } from '../shared/clock.js';
import { NotFound } from '../http/problems.js';
import { linkKeyOf, type UnlinkDto } from './link.dto.js';

export interface UnlinkResult {
  readonly source: string;
  readonly target: string;
  readonly kind: LinkKind;
  /** False if there was no such link. */
  readonly removed: boolean;
}

/** Removes a link between two memories of a scope under a request id. */
export class UnlinkMemories extends Command<{ result: UnlinkResult; replayed: boolean }> {
  constructor(
    readonly scopeId: string,
    readonly requestId: string,
    readonly request: UnlinkDto,
  ) {
    super();
  }
}

@CommandHandler(UnlinkMemories)
export class UnlinkMemoriesHandler implements ICommandHandler<UnlinkMemories> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  execute({ scopeId, requestId, request }: UnlinkMemories) {
    const link = linkKeyOf(request);
    const { source, target, kind } = request;
    const operation = 'DELETE /v1/links';
    const key = { scopeId, requestId, operation, fingerprint: fingerprintOf(operation, { source, target, kind }) };
    const now = dateOfNanos(this.clock.nowNanos());
    return writeIdempotently(this.pool, key, now, async (tx): Promise<UnlinkResult> => {
      if (!(await hasMemories(tx, scopeId, [link.source, link.target]))) throw new NotFound('memory');
      return { source, target, kind, removed: await unlinkMemories(tx, scopeId, link) };
    });
  }
}

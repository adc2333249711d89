import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IsBoolean, IsOptional } from 'class-validator';
import type { Pool } from 'pg';
import { dateOfNanos, type Clock } from '#contracts/clock.js';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import { POOL } from '#database/database.module.js';
import { inScope } from '#database/in-scope.js';
import { completeLedger, enterLedger, fingerprintOf } from '#event-store/ledger.js';
import { forgetMemory } from '#graph/forget-memory.js';
import { lockScope } from '#graph/projection/project-memories.js';
import { CLOCK } from '../clock.js';
import { NotFound } from '../http/problems.js';
import { IsMemoryId } from '../http/validators.js';

/** Body of DELETE /v1/memories, and data of a ForgetMemory command. */
export class ForgetMemoryDto {
  @IsMemoryId()
  memory_id!: string;

  @IsOptional()
  @IsBoolean()
  hard?: boolean | null;
}

export interface ForgetResult {
  readonly memory_id: string;
  readonly was_already_forgotten: boolean;
  readonly edges_removed: number;
}

/** Take a memory out of its scope, under a request id. */
export class ForgetMemory extends Command<{ result: ForgetResult; replayed: boolean }> {
  constructor(
    readonly scopeId: string,
    readonly requestId: string,
    readonly request: ForgetMemoryDto,
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

  async execute({ scopeId, requestId, request }: ForgetMemory) {
    const { memory_id } = request;
    const hard = request.hard ?? false;
    const uuid = uuidOfMemoryId(memory_id);
    if (uuid === null) throw new NotFound('memory');
    const operation = 'DELETE /v1/memories';
    const key = { scopeId, requestId, operation, fingerprint: fingerprintOf(operation, { memory_id, hard }) };
    return inScope(this.pool, scopeId).transaction(async (tx) => {
      await lockScope(tx, scopeId);
      const replay = await enterLedger(tx, key, {}, dateOfNanos(this.clock.nowNanos()));
      if (replay) return { result: replay.result as ForgetResult, replayed: true };
      const outcome = await forgetMemory(tx, scopeId, uuid, hard);
      if (!outcome) throw new NotFound('memory');
      const result = { memory_id, was_already_forgotten: outcome.wasForgotten, edges_removed: outcome.linksRemoved };
      await completeLedger(tx, key, result);
      return { result, replayed: false };
    });
  }
}

import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { dateOfNanos, type Clock } from '#contracts/clock.js';
import { POOL } from '#database/database.module.js';
import { inLockedScope } from '#database/in-locked-scope.js';
import { inScope } from '#database/in-scope.js';
import { fingerprintOf } from '#event-store/request-ledger.js';
import { writeIdempotently } from '#event-store/idempotent-write.js';
import { assertFact, DisallowedFact } from '#graph/commands/assert-fact.js';
import { UnknownEntity } from '#graph/commands/assign-name.js';
import type { DecidedNow } from '#graph/commands/fact-events.js';
import type { FactTable } from '#graph/commands/find-fact.js';
import { confirmFact, retractFact, UnknownFact } from '#graph/commands/judge-fact.js';
import { decidedFactId } from '#graph/queries/decided-fact.js';
import { getRelation } from '#graph/queries/list-relations.js';
import { getStatement } from '#graph/queries/list-statements.js';
import { BadRequest, NotFound } from '../http/problems.js';
import { CLOCK } from '../shared/clock.js';
import type { AssertedFact } from './assert-fact.dto.js';

/** What a caller decides about a fact. */
export type FactDecisionRequest =
  | { readonly decision: 'assert'; readonly fact: AssertedFact }
  | { readonly decision: 'confirm' | 'retract'; readonly id: string; readonly reason: string | null };

/** Asserts, confirms or retracts a relation or statement under a request id. */
export class DecideFact extends Command<{ result: object; replayed: boolean }> {
  constructor(
    readonly scopeId: string,
    readonly requestId: string,
    readonly table: FactTable,
    readonly request: FactDecisionRequest,
  ) {
    super();
  }
}

const RESOURCES = { relations: 'relation', statements: 'statement' } as const;

@CommandHandler(DecideFact)
export class DecideFactHandler implements ICommandHandler<DecideFact> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ scopeId, requestId, table, request }: DecideFact) {
    const sql = inScope(this.pool, scopeId);
    const nowNanos = this.clock.nowNanos();
    const operation = `${request.decision} in ${table}`;
    const key = { scopeId, requestId, operation, fingerprint: fingerprintOf(operation, request) };
    // The ledger has only the id: what a memory says must not outlive it there.
    const { result, replayed } = await writeIdempotently(
      this.pool,
      key,
      dateOfNanos(nowNanos),
      async (tx) => ({ decision_id: await decide(tx, scopeId, table, request, nowNanos) }),
      (work) => inLockedScope(sql, scopeId, work),
    );
    if (request.decision === 'retract')
      return { result: { retracted: true, [`${RESOURCES[table]}_id`]: request.id }, replayed };
    const id = await decidedFactId(sql, scopeId, table, result.decision_id ?? '');
    const read = table === 'relations' ? getRelation : getStatement;
    const fact = id === null ? null : await read(sql, scopeId, id);
    if (!fact) throw new NotFound(RESOURCES[table]);
    return { result: fact, replayed };
  }
}

type Transaction = Parameters<typeof assertFact>[0];

/** Id of the decision; null for a retraction. @throws BadRequest, NotFound */
async function decide(
  tx: Transaction,
  scopeId: string,
  table: FactTable,
  request: FactDecisionRequest,
  nowNanos: bigint,
): Promise<string | null> {
  try {
    if (request.decision === 'assert') {
      const how: DecidedNow = { reason: request.fact.reason, nowNanos };
      return await assertFact(tx, scopeId, request.fact, how);
    }
    const { id, reason } = request;
    if (request.decision === 'confirm') return await confirmFact(tx, scopeId, { table, id }, { reason, nowNanos });
    await retractFact(tx, scopeId, { table, id }, { reason, nowNanos });
    return null;
  } catch (error) {
    if (error instanceof UnknownEntity) throw new NotFound('entity');
    if (error instanceof UnknownFact) throw new NotFound(RESOURCES[table]);
    if (error instanceof DisallowedFact) throw new BadRequest(error.message);
    throw error;
  }
}

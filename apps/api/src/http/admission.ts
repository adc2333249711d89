import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Identity } from '#access/api-keys.js';
import type { RatePolicy } from '#access/lease-tokens.js';
import { rateCallerOf } from '#access/rate-caller.js';
import { TokenBuckets, type Allowance } from '#access/token-buckets.js';
import { dateOfNanos, type Clock } from '#contracts/clock.js';
import { inScope } from '#database/in-scope.js';
import { isInLedger } from '#event-store/ledger.js';
import { RateLimited, TooManyWait } from './problems.js';
import { rateLimitFields } from './rate-limit-fields.js';
import { requestIdOf } from './request-id.js';

export interface AdmissionOptions {
  /** Limits of each caller; none: callers are not limited. */
  readonly policies: readonly RatePolicy[];
  /** Most requests that may wait for a connection of the pool. */
  readonly maxWaitingReads: number;
}

/** Decides which requests are taken on. */
export class Admission {
  private readonly requests: TokenBuckets | undefined;
  private readonly memories: TokenBuckets | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly options: AdmissionOptions,
  ) {
    const nowMs = (): number => dateOfNanos(clock.nowNanos()).getTime();
    const bucketsOf = (name: RatePolicy['name']): TokenBuckets | undefined => {
      const policy = options.policies.find((one) => one.name === name);
      return policy && new TokenBuckets(policy, pool, nowMs);
    };
    this.requests = bucketsOf('requests');
    this.memories = bucketsOf('memories');
  }

  /**
   * For requests that wait for a connection of their own; new memories have the queue of their batches.
   * @throws TooManyWait
   */
  checkLoad(): void {
    if (this.pool.waitingCount >= this.options.maxWaitingReads) throw new TooManyWait(this.pool.waitingCount);
  }

  /**
   * Counts a request against the limits of its caller, and tells it of them in the fields of the answer.
   * @param storesMemory whether it counts against the quota too, if a memory comes of it
   * @throws RateLimited, or the driver's error: every request needs Postgres, so one admitted without it would only
   * wait once more to hear that it is out of reach
   */
  async admit(identity: Identity, storesMemory: boolean, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const applied = [this.requests, storesMemory ? this.memories : undefined].filter((one) => one !== undefined);
    if (applied.length === 0) return;
    const caller = rateCallerOf(identity);
    const allowances: Allowance[] = [];
    for (const buckets of applied) {
      const allowance = await buckets.take(caller);
      allowances.push(allowance);
      void reply.headers(rateLimitFields(allowances));
      if (!allowance.admitted && !(buckets === this.memories && (await this.repeats(identity, request))))
        throw new RateLimited(buckets.policy.name, allowance.retryAfterSeconds);
      if (allowance.admitted && buckets === this.memories) giveBackUnlessStored(allowance, reply);
    }
  }

  /** A write whose answer was lost is told of, whatever its caller may still store. */
  private async repeats({ scope: { scopeId } }: Identity, request: FastifyRequest): Promise<boolean> {
    if (request.headers['idempotency-key'] === undefined) return false;
    const now = dateOfNanos(this.clock.nowNanos());
    return isInLedger(inScope(this.pool, scopeId), scopeId, requestIdOf(request), now);
  }
}

/** What was refused or answered before stores no memory. */
function giveBackUnlessStored(allowance: Allowance, reply: FastifyReply): void {
  reply.raw.once('close', () => {
    if (reply.statusCode >= 400 || reply.hasHeader('idempotency-replayed')) allowance.giveBack();
  });
}

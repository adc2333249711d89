import type { FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import type { Identity } from '#access/api-keys.js';
import type { RatePolicy } from '#access/lease-tokens.js';
import { rateCallerOf } from '#access/rate-caller.js';
import { TokenBuckets, type Allowance } from '#access/token-buckets.js';
import { dateOfNanos, type Clock } from '#contracts/clock.js';
import { inScope } from '#database/in-scope.js';
import { isKnownRequest } from '#event-store/request-ledger.js';
import { RateLimited } from './problems.js';
import { giveBackUnlessStored } from '../admission/stored-memory.js';
import { rateLimitFields } from './rate-limit-fields.js';
import type { AuthenticatedRequest } from './authenticated-request.js';
import { requestIdOf } from './request-id.js';

export interface AdmissionOptions {
  /** Limits of each caller; none: callers are not limited. */
  readonly policies: readonly RatePolicy[];
}

/** Decides which requests are taken on. */
export class Admission {
  private readonly requests: TokenBuckets | undefined;
  private readonly memories: TokenBuckets | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
    options: AdmissionOptions,
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
   * Counts a request against the rate of its caller, and tells it of that in the fields of the answer.
   * @throws RateLimited, or the driver's error: every request needs Postgres, so one admitted without it would only
   * wait once more to hear that it is out of reach
   */
  async countRequest(identity: Identity, reply: FastifyReply): Promise<void> {
    const allowance = await this.requests?.take(rateCallerOf(identity));
    if (allowance === undefined) return;
    tellOf(allowance, reply);
    if (!allowance.admitted) throw new RateLimited('requests', allowance.retryAfterSeconds);
  }

  /**
   * Counts a request that stores a memory against the quota of its caller, and gives that back if none comes of it.
   * @throws RateLimited, or the driver's error
   */
  async countMemory(identity: Identity, request: AuthenticatedRequest, reply: FastifyReply): Promise<void> {
    const allowance = await this.memories?.take(rateCallerOf(identity));
    if (allowance === undefined) return;
    tellOf(allowance, reply);
    if (allowance.admitted) giveBackUnlessStored(allowance, request, reply);
    else if (!(await this.repeats(identity, request))) throw new RateLimited('memories', allowance.retryAfterSeconds);
  }

  /** A write whose answer was lost is told of, whatever its caller may still store. */
  private async repeats({ scope: { scopeId } }: Identity, request: AuthenticatedRequest): Promise<boolean> {
    if (request.headers['idempotency-key'] === undefined) return false;
    const now = dateOfNanos(this.clock.nowNanos());
    return isKnownRequest(inScope(this.pool, scopeId), scopeId, requestIdOf(request), now);
  }
}

/** Each limit has an item of its own in the fields. */
function tellOf(allowance: Allowance, reply: FastifyReply): void {
  for (const [name, item] of Object.entries(rateLimitFields(allowance))) {
    const before = reply.getHeader(name);
    void reply.header(name, before === undefined ? item : `${String(before)}, ${item}`);
  }
}

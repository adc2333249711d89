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
import { giveBackUnlessStored } from '../admission/memory-quota.js';
import { rateLimitFields } from './rate-limit-fields.js';
import type { AuthenticatedRequest } from './authenticated-request.js';
import { requestIdOf } from './request-id.js';

export interface AdmissionOptions {
  /** Rate policies of each caller; empty means no limits. */
  readonly policies: readonly RatePolicy[];
}

/** Applies rate limits and quotas to requests. */
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
   * Counts a request against its caller's rate limit, and writes the RateLimit fields of the response.
   * @throws RateLimited
   * @throws the driver's error if Postgres cannot be reached: every request needs it, so admitting one would only delay
   * the failure
   */
  async countRequest(identity: Identity, reply: FastifyReply): Promise<void> {
    const allowance = await this.requests?.take(rateCallerOf(identity));
    if (allowance === undefined) return;
    addRateLimitFields(allowance, reply);
    if (!allowance.admitted) throw new RateLimited('requests', allowance.retryAfterSeconds);
  }

  /**
   * Counts a request that stores a memory against its caller's quota, and returns the allowance if nothing is stored.
   * @throws RateLimited unless the request isRepeatedWrite an earlier write
   * @throws the driver's error
   */
  async countMemory(identity: Identity, request: AuthenticatedRequest, reply: FastifyReply): Promise<void> {
    const allowance = await this.memories?.take(rateCallerOf(identity));
    if (allowance === undefined) return;
    addRateLimitFields(allowance, reply);
    if (allowance.admitted) giveBackUnlessStored(allowance, request, reply);
    else if (!(await this.isRepeatedWrite(identity, request)))
      throw new RateLimited('memories', allowance.retryAfterSeconds);
  }

  /** Whether the request id is already known: a repeated write gets its result even if the quota is used up. */
  private async isRepeatedWrite({ scope: { scopeId } }: Identity, request: AuthenticatedRequest): Promise<boolean> {
    if (request.headers['idempotency-key'] === undefined) return false;
    const now = dateOfNanos(this.clock.nowNanos());
    return isKnownRequest(inScope(this.pool, scopeId), scopeId, requestIdOf(request), now);
  }
}

/** Appends the limit's item to the RateLimit fields; each limit has its own item. */
function addRateLimitFields(allowance: Allowance, reply: FastifyReply): void {
  for (const [name, item] of Object.entries(rateLimitFields(allowance))) {
    const before = reply.getHeader(name);
    void reply.header(name, before === undefined ? item : `${String(before)}, ${item}`);
  }
}

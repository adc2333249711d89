import type { FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import type { Identity } from '#access/api-keys.js';
import type { RatePolicy } from '#access/lease-tokens.js';
import { rateCallerOf } from '#access/rate-caller.js';
import { TokenBuckets, type Allowance } from '#access/token-buckets.js';
import { dateOfNanos, type Clock } from '#contracts/clock.js';
import { inScope } from '#database/in-scope.js';
import { knownRequests } from '#event-store/request-ledger.js';
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

  /**
   * Counts memories that one request stores against its caller's quota.
   * @returns an allowance for each, the refused ones last; none if there is no quota
   * @throws the driver's error
   */
  async countMemories(identity: Identity, memories: number, reply: FastifyReply): Promise<Allowance[]> {
    const { memories: buckets } = this;
    if (buckets === undefined || memories === 0) return [];
    const caller = rateCallerOf(identity);
    const allowances: Allowance[] = [];
    while (allowances.length < memories) {
      const allowance = await buckets.take(caller);
      // Each further one would be refused as well, after the same wait.
      if (!allowance.admitted)
        allowances.push(...Array.from({ length: memories - allowances.length }, () => allowance));
      else allowances.push(allowance);
    }
    const last = allowances.at(-1);
    if (last) addRateLimitFields(last, reply);
    return allowances;
  }

  /**
   * Counts several memories that one request stores against its caller's quota.
   * @returns a function that gives back those that were not stored
   * @throws RateLimited if not all of them are allowed; then none is counted
   */
  async takeMemories(identity: Identity, count: number): Promise<(unused: number) => void> {
    const taken: Allowance[] = [];
    const giveBack = (unused: number): void => {
      for (const allowance of taken.splice(0, unused)) allowance.giveBack();
    };
    for (let i = 0; i < count && this.memories; i += 1) {
      const allowance = await this.memories.take(rateCallerOf(identity));
      if (!allowance.admitted) {
        giveBack(taken.length);
        throw new RateLimited('memories', allowance.retryAfterSeconds);
      }
      taken.push(allowance);
    }
    return giveBack;
  }

  /** Whether the request id is already known: a repeated write gets its result even if the quota is used up. */
  private async isRepeatedWrite(identity: Identity, request: AuthenticatedRequest): Promise<boolean> {
    if (request.headers['idempotency-key'] === undefined) return false;
    return (await this.repeatedWrites(identity, [requestIdOf(request)])).size === 1;
  }

  /** Request ids of earlier writes among these. */
  repeatedWrites({ scope: { scopeId } }: Identity, requestIds: readonly string[]): Promise<ReadonlySet<string>> {
    const now = dateOfNanos(this.clock.nowNanos());
    return knownRequests(inScope(this.pool, scopeId), scopeId, requestIds, now);
  }
}

/** Appends the limit's item to the RateLimit fields; each limit has its own item. */
function addRateLimitFields(allowance: Allowance, reply: FastifyReply): void {
  for (const [name, item] of Object.entries(rateLimitFields(allowance))) {
    const before = reply.getHeader(name);
    void reply.header(name, before === undefined ? item : `${String(before)}, ${item}`);
  }
}

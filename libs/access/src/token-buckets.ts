import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { inScope } from '#database/in-scope.js';
import { leaseTokens, windowStartOf, type RateCaller, type RatePolicy } from './lease-tokens.js';

/** State of a caller's bucket after a request. */
export interface Allowance {
  readonly policy: RatePolicy;
  readonly admitted: boolean;
  /** Tokens left, as far as this process knows. */
  readonly remaining: number;
  /** Whole seconds until the bucket is full again. */
  readonly resetSeconds: number;
  /** If refused: whole seconds until a retry may succeed, at least 1. */
  readonly retryAfterSeconds: number;
  /** Returns the token if its use did not take place. */
  giveBack(): void;
}

/** A process's view of a bucket; times in milliseconds since 1970. */
interface Bucket {
  /** Leased tokens not yet used. */
  leasedTokens: number;
  /** Number of requests that wait for a lease. */
  waiting: number;
  leasing: Promise<void> | undefined;
  /** Tokens left in Postgres, and when they were counted. */
  tokens: number;
  countedAt: number;
  emptyUntil: number;
  windowStart: number;
}

/** Maximum cached callers; an evicted one loses its leased tokens. */
const MAX_CALLERS = 10_000;

/** An empty bucket is queried again only after this time: at most twenty statements a second. */
const EMPTY_PAUSE_MS = 50;

/**
 * Token buckets of one policy. Their state is in Postgres. Each process leases tokens ahead of their use, so a request
 * needs a statement only if none are leased, and a refused request needs none. Tokens leave the bucket before they are
 * used: all processes together admit at most what the bucket gave, plus one lease per process of tokens taken earlier.
 */
export class TokenBuckets {
  private readonly buckets = new LRUCache<string, Bucket>({ max: MAX_CALLERS });

  /** @param nowMs milliseconds since 1970 */
  constructor(
    readonly policy: RatePolicy,
    private readonly pool: Pool,
    private readonly nowMs: () => number,
  ) {}

  /**
   * Takes one token from a caller's bucket.
   * @throws the driver's error if a lease is needed and Postgres cannot be reached
   */
  async take(caller: RateCaller): Promise<Allowance> {
    const bucket = this.bucketOf(caller);
    while (bucket.leasedTokens < 1 && bucket.emptyUntil <= this.nowMs()) await this.awaitLease(bucket, caller);
    const admitted = bucket.leasedTokens >= 1;
    if (admitted) bucket.leasedTokens -= 1;
    return this.allowanceOf(bucket, admitted);
  }

  private bucketOf(caller: RateCaller): Bucket {
    const { windowMs } = this.policy;
    const windowStart = windowMs === null ? 0 : windowStartOf(windowMs, this.nowMs());
    const key = `${caller.scopeId} ${caller.caller}`;
    let bucket = this.buckets.get(key);
    if (bucket === undefined || bucket.windowStart < windowStart) {
      bucket = {
        ...{ leasedTokens: 0, waiting: 0, leasing: undefined, tokens: 0, countedAt: 0, emptyUntil: 0 },
        windowStart,
      };
      this.buckets.set(key, bucket);
    }
    return bucket;
  }

  /** Waits for the next lease, which all waiting requests share. */
  private async awaitLease(bucket: Bucket, caller: RateCaller): Promise<void> {
    bucket.waiting += 1;
    try {
      // Deferred by a microtask, so that concurrent requests are counted into the lease.
      await (bucket.leasing ??= Promise.resolve()
        .then(() => this.lease(bucket, caller))
        .finally(() => (bucket.leasing = undefined)));
    } finally {
      bucket.waiting -= 1;
    }
  }

  /** Leases tokens for all waiting requests and some ahead, up to the policy's lease size. */
  private async lease(bucket: Bucket, caller: RateCaller): Promise<void> {
    const { policy } = this;
    const ask = Math.min(policy.capacity, policy.lease - 1 + Math.max(1, bucket.waiting));
    const now = this.nowMs();
    const { leased, tokens } = await leaseTokens(
      inScope(this.pool, caller.scopeId),
      policy,
      caller,
      ask,
      new Date(now),
    );
    bucket.leasedTokens += leased;
    bucket.tokens = tokens;
    bucket.countedAt = now;
    if (leased < 1) bucket.emptyUntil = now + Math.max(EMPTY_PAUSE_MS, this.msToOneToken(tokens, now));
  }

  private msToOneToken(tokens: number, now: number): number {
    const { perSecond, windowMs } = this.policy;
    const flow = perSecond > 0 ? Math.ceil(((1 - tokens) / perSecond) * 1_000) : Infinity;
    return windowMs === null ? flow : Math.min(flow, windowStartOf(windowMs, now) + windowMs - now);
  }

  private allowanceOf(bucket: Bucket, admitted: boolean): Allowance {
    const { policy } = this;
    const now = this.nowMs();
    const inPostgres = bucket.tokens + (policy.perSecond * Math.max(0, now - bucket.countedAt)) / 1_000;
    const left = Math.min(policy.capacity, inPostgres + bucket.leasedTokens);
    const resetSeconds =
      policy.windowMs === null
        ? Math.ceil((policy.capacity - left) / policy.perSecond)
        : Math.ceil((windowStartOf(policy.windowMs, now) + policy.windowMs - now) / 1_000);
    return {
      ...{ policy, admitted, resetSeconds },
      remaining: admitted ? Math.floor(left) : 0,
      retryAfterSeconds: Math.max(1, Math.ceil((bucket.emptyUntil - now) / 1_000)),
      giveBack: () => {
        if (admitted) bucket.leasedTokens += 1;
      },
    };
  }
}

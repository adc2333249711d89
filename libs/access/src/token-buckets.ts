import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { inScope } from '#database/in-scope.js';
import { leaseTokens, windowStartOf, type RateCaller, type RatePolicy } from './lease-tokens.js';

/** What a caller is told of its bucket. */
export interface Allowance {
  readonly policy: RatePolicy;
  readonly admitted: boolean;
  /** Tokens left, as far as this process knows. */
  readonly remaining: number;
  /** Until the bucket is full again, in whole seconds. */
  readonly resetSeconds: number;
  /** Where it was not admitted: until it is worth trying again, in whole seconds, at least 1. */
  readonly retryAfterSeconds: number;
  /** Gives the token back, where what it was taken for did not come about. */
  giveBack(): void;
}

/** A bucket as one process knows it; times in milliseconds since 1970. */
interface Bucket {
  /** Tokens taken ahead of their use. */
  held: number;
  /** Requests that wait for a lease. */
  waiting: number;
  leasing: Promise<void> | undefined;
  /** What was left in Postgres, and when. */
  tokens: number;
  countedAt: number;
  emptyUntil: number;
  windowStart: number;
}

/** Callers that one process remembers; one that is forgotten loses the tokens that were held for it. */
const CALLERS = 10_000;

/** An empty bucket is not asked for again within this time, whoever floods it: twenty statements a second. */
const EMPTY_PAUSE_MS = 50;

/**
 * The buckets of one policy. Their state is in Postgres; each process leases tokens ahead of their use, so that a
 * request costs a statement only where none are held, and a refused one costs none. Tokens leave the bucket before they
 * are used, so processes together admit at most what the bucket gave, plus, of tokens kept from before, one lease each.
 */
export class TokenBuckets {
  private readonly buckets = new LRUCache<string, Bucket>({ max: CALLERS });

  /** @param nowMs milliseconds since 1970 */
  constructor(
    readonly policy: RatePolicy,
    private readonly pool: Pool,
    private readonly nowMs: () => number,
  ) {}

  /**
   * Takes one token of the caller's.
   * @throws the driver's error when a lease is due and Postgres is out of reach
   */
  async take(caller: RateCaller): Promise<Allowance> {
    const bucket = this.bucketOf(caller);
    while (bucket.held < 1 && bucket.emptyUntil <= this.nowMs()) await this.leased(bucket, caller);
    const admitted = bucket.held >= 1;
    if (admitted) bucket.held -= 1;
    return this.allowanceOf(bucket, admitted);
  }

  private bucketOf(caller: RateCaller): Bucket {
    const { windowMs } = this.policy;
    const windowStart = windowMs === null ? 0 : windowStartOf(windowMs, this.nowMs());
    const key = `${caller.scopeId} ${caller.caller}`;
    let bucket = this.buckets.get(key);
    if (bucket === undefined || bucket.windowStart < windowStart) {
      bucket = { ...{ held: 0, waiting: 0, leasing: undefined, tokens: 0, countedAt: 0, emptyUntil: 0 }, windowStart };
      this.buckets.set(key, bucket);
    }
    return bucket;
  }

  /** Resolves with the next lease, which all who wait share. */
  private async leased(bucket: Bucket, caller: RateCaller): Promise<void> {
    bucket.waiting += 1;
    try {
      // Those of this turn of the event loop are counted into the lease.
      await (bucket.leasing ??= Promise.resolve()
        .then(() => this.lease(bucket, caller))
        .finally(() => (bucket.leasing = undefined)));
    } finally {
      bucket.waiting -= 1;
    }
  }

  /** One lease ahead, beside what those who wait use at once. */
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
    bucket.held += leased;
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
    const left = Math.min(policy.capacity, inPostgres + bucket.held);
    const resetSeconds =
      policy.windowMs === null
        ? Math.ceil((policy.capacity - left) / policy.perSecond)
        : Math.ceil((windowStartOf(policy.windowMs, now) + policy.windowMs - now) / 1_000);
    return {
      ...{ policy, admitted, resetSeconds },
      remaining: admitted ? Math.floor(left) : 0,
      retryAfterSeconds: Math.max(1, Math.ceil((bucket.emptyUntil - now) / 1_000)),
      giveBack: () => {
        if (admitted) bucket.held += 1;
      },
    };
  }
}

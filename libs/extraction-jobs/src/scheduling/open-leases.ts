import type { ScopeLease, LeaseRelease } from './scope-leases.js';

/** Leases taken together, until each is released. */
export class OpenLeases {
  private readonly ends: Map<string, LeaseRelease>;
  private readonly settled = new Set<string>();

  /** @param end releases scopes */
  constructor(
    leases: readonly ScopeLease[],
    private readonly end: (ends: readonly LeaseRelease[]) => Promise<void>,
  ) {
    this.ends = new Map(leases.map((lease) => [lease.scopeId, untouchedRelease(lease)]));
  }

  /** Records the outcome of a turn; `release` releases it with others. */
  settle(end: LeaseRelease): void {
    this.ends.set(end.scopeId, end);
    this.settled.add(end.scopeId);
  }

  /** Releases the settled leases. @throws what the database throws */
  release(): Promise<void> {
    return this.releaseThese([...this.settled]);
  }

  /** Releases all leases; those not settled keep their place in the queue. @throws what the database throws */
  releaseAll(): Promise<void> {
    return this.releaseThese([...this.ends.keys()]);
  }

  private releaseThese(scopeIds: readonly string[]): Promise<void> {
    const ends = scopeIds.flatMap((scopeId) => this.ends.get(scopeId) ?? []);
    for (const scopeId of scopeIds) {
      this.ends.delete(scopeId);
      this.settled.delete(scopeId);
    }
    return this.end(ends);
  }
}

/** Release of a lease under which nothing was done. */
export function untouchedRelease({ scopeId, wakeups }: ScopeLease): LeaseRelease {
  return { scopeId, wakeups, outcome: 'untouched', restMs: 0 };
}

import type { ScopeLease, LeaseRelease } from './scope-leases.js';

/** The turns of scopes that were leased together, until each is given back. */
export class OpenLeases {
  private readonly ends: Map<string, LeaseRelease>;
  private readonly settled = new Set<string>();

  /** @param end gives leased scopes back */
  constructor(
    turns: readonly ScopeLease[],
    private readonly end: (ends: readonly LeaseRelease[]) => Promise<void>,
  ) {
    this.ends = new Map(turns.map((turn) => [turn.scopeId, untouchedRelease(turn)]));
  }

  /** Notes how a turn ended; it is given back with others. */
  settle(end: LeaseRelease): void {
    this.ends.set(end.scopeId, end);
    this.settled.add(end.scopeId);
  }

  /** Gives back the turns that have ended. @throws what the database throws */
  release(): Promise<void> {
    return this.give([...this.settled]);
  }

  /** Gives all back; those that have not ended keep their place. @throws what the database throws */
  releaseAll(): Promise<void> {
    return this.give([...this.ends.keys()]);
  }

  private give(scopeIds: readonly string[]): Promise<void> {
    const ends = scopeIds.flatMap((scopeId) => this.ends.get(scopeId) ?? []);
    for (const scopeId of scopeIds) {
      this.ends.delete(scopeId);
      this.settled.delete(scopeId);
    }
    return this.end(ends);
  }
}

/** The end of a turn in which nothing was done. */
export function untouchedRelease({ scopeId, wakeups }: ScopeLease): LeaseRelease {
  return { scopeId, wakeups, outcome: 'untouched', restMs: 0 };
}

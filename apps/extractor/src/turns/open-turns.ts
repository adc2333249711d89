import type { Turn, TurnEnd } from './turn-rows.js';

/** The turns of scopes that were leased together, until each is given back. */
export class OpenTurns {
  private readonly ends: Map<string, TurnEnd>;
  private readonly settled = new Set<string>();

  /** @param end gives leased scopes back */
  constructor(
    turns: readonly Turn[],
    private readonly end: (ends: readonly TurnEnd[]) => Promise<void>,
  ) {
    this.ends = new Map(turns.map((turn) => [turn.scopeId, untouched(turn)]));
  }

  /** Notes how a turn ended; it is given back with others. */
  settle(end: TurnEnd): void {
    this.ends.set(end.scopeId, end);
    this.settled.add(end.scopeId);
  }

  /** Gives back the turns that have ended. @throws what the database throws */
  giveBack(): Promise<void> {
    return this.give([...this.settled]);
  }

  /** Gives all back; those that have not ended keep their place. @throws what the database throws */
  giveBackAll(): Promise<void> {
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
export function untouched({ scopeId, wakeups }: Turn): TurnEnd {
  return { scopeId, wakeups, outcome: 'untouched', restMs: 0 };
}

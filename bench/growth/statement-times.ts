import type { ClientBase } from 'pg';

/** Total duration of one statement's calls. */
export interface StatementTime {
  readonly statement: string;
  readonly calls: number;
  readonly ms: number;
}

const SHOWN = 6;
const LETTERS = 90;

/** Counts statements, and how long each took as the client waits for it. */
export class StatementTimes {
  private readonly times = new Map<string, { calls: number; ms: number }>();
  count = 0;

  reset(): void {
    this.times.clear();
  }

  /** Wraps a session to count its statements. */
  around(tx: ClientBase): ClientBase {
    const query = async (text: string, values?: unknown[]): Promise<unknown> => {
      const startedAt = performance.now();
      const result = await tx.query(text, values);
      this.add(text.replace(/\s+/g, ' ').trim().slice(0, LETTERS), performance.now() - startedAt);
      return result;
    };
    return { query } as unknown as ClientBase;
  }

  slowest(): StatementTime[] {
    return [...this.times]
      .map(([statement, time]) => ({ statement, ...time }))
      .sort((a, b) => b.ms - a.ms)
      .slice(0, SHOWN);
  }

  private add(statement: string, ms: number): void {
    this.count += 1;
    const time = this.times.get(statement) ?? { calls: 0, ms: 0 };
    this.times.set(statement, { calls: time.calls + 1, ms: time.ms + ms });
  }
}

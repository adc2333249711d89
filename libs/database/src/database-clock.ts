import type { Clock } from '#contracts/clock.js';

/** What the time can be asked of: a pool, or a client. */
interface Asked {
  query(sql: string): Promise<{ rows: unknown[] }>;
}

/** How often Postgres is asked again; two machines drift apart by less than a millisecond in that time. */
const MEASURE_MS = 10_000;

/**
 * The clock of Postgres, as far as this process knows it: machines whose own clocks are a day apart write and judge times by
 * one. Between two measurements it goes on by what counts from a fixed point, so nobody who sets the machine's clock moves it.
 * A measurement tells that the time was between the answer and the answer plus what it took; what lies within that is kept.
 */
export class DatabaseClock implements Clock {
  private atMs = NaN;
  private measuredAt = 0;
  private timer: NodeJS.Timeout | undefined;

  private constructor(private readonly database: Asked) {}

  /** A clock that has been measured once. @throws what the database throws */
  static async start(database: Asked): Promise<DatabaseClock> {
    const clock = new DatabaseClock(database);
    await clock.measure();
    // While Postgres is away, the clock goes on by itself.
    const again = (): void => void clock.measure().catch(() => undefined);
    clock.timer = setInterval(again, MEASURE_MS).unref();
    return clock;
  }

  readonly now = (): Date => new Date(this.nowMs());

  nowNanos(): bigint {
    return BigInt(this.nowMs()) * 1_000_000n;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private nowMs(): number {
    return Math.floor(this.atMs + performance.now() - this.measuredAt);
  }

  private async measure(): Promise<void> {
    const askedAt = performance.now();
    const { rows } = await this.database.query('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms');
    const measuredAt = performance.now();
    const earliest = (rows[0] as { ms: number }).ms;
    const latest = earliest + measuredAt - askedAt;
    const guess = this.atMs + measuredAt - this.measuredAt;
    this.atMs = Number.isNaN(guess) ? (earliest + latest) / 2 : Math.min(Math.max(guess, earliest), latest);
    this.measuredAt = measuredAt;
  }
}

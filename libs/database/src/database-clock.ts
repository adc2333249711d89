import type { Clock } from '#contracts/clock.js';

/** What the time can be asked of: a pool, or a client. */
interface Asked {
  query(sql: string): Promise<{ rows: unknown[] }>;
}

const MEASURE_MS = 10_000;
/** At the start: the quickest answer says most, and on a busy machine many are slow. */
const FIRST_MEASUREMENTS = 8;
/** How far the rates of two crystal oscillators may be apart; common ones stay within 50 millionths. */
const MAX_DRIFT = 100e-6;

/**
 * The clock of Postgres, as far as this process knows it: machines whose own clocks are a day apart write and judge times by
 * one. Between two measurements it goes on by a monotonic clock, so nobody who sets the machine's clock moves it.
 *
 * A measurement proves that the time lay between the server's answer and the answer plus the round trip. What all measurements
 * leave possible is kept as an interval, widened by the drift between them, and its middle is the time (Marzullo 1984). An answer
 * that contradicts the interval says that somebody set the server's clock: it counts alone.
 */
export class DatabaseClock implements Clock {
  private earliestMs = NaN;
  private latestMs = NaN;
  private measuredAt = 0;
  private timer: NodeJS.Timeout | undefined;

  private constructor(private readonly database: Asked) {}

  /** A clock that has been measured. @throws what the database throws */
  static async start(database: Asked): Promise<DatabaseClock> {
    const clock = new DatabaseClock(database);
    for (let count = 0; count < FIRST_MEASUREMENTS; count++) await clock.measure();
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
    return Math.floor((this.earliestMs + this.latestMs) / 2 + performance.now() - this.measuredAt);
  }

  private async measure(): Promise<void> {
    const askedAt = performance.now();
    const { rows } = await this.database.query('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms');
    const answeredAt = performance.now();
    const answer = (rows[0] as { ms: number }).ms;
    const passed = answeredAt - this.measuredAt;
    const earliest = Math.max(answer, this.earliestMs + passed * (1 - MAX_DRIFT));
    const latest = Math.min(answer + answeredAt - askedAt, this.latestMs + passed * (1 + MAX_DRIFT));
    const agrees = earliest <= latest;
    this.earliestMs = agrees ? earliest : answer;
    this.latestMs = agrees ? latest : answer + answeredAt - askedAt;
    this.measuredAt = answeredAt;
  }
}

import { nanosOfMs, type Clock } from '#contracts/clock.js';

/** Source of the time: a pool or a client. */
interface TimeSource {
  query(sql: string): Promise<{ rows: unknown[] }>;
}

const MEASURE_MS = 10_000;
/** Measurements at the start: the quickest reply is the most precise, and on a busy machine many are slow. */
const FIRST_MEASUREMENTS = 8;
/** Largest assumed difference between the rates of two crystal oscillators; common ones stay within 50 millionths. */
const MAX_DRIFT = 100e-6;

/**
 * Estimate of the clock of Postgres, so that machines whose own clocks are a day apart write and compare times by one
 * clock. Between measurements it advances by the monotonic clock, so changes of the machine's clock do not affect it.
 *
 * A measurement proves that the server's time is between the reply and the reply plus the round trip. The intersection
 * of all measurements is kept as an interval, widened by the drift between them, and its midpoint is the time (Marzullo
 * 1984). A reply that contradicts the interval means that the server's clock was set, and replaces it.
 */
export class DatabaseClock implements Clock {
  private earliestMs = NaN;
  private latestMs = NaN;
  private measuredAt = 0;
  private timer: NodeJS.Timeout | undefined;

  private constructor(private readonly database: TimeSource) {}

  /**
   * Starts a clock and measures it.
   * @throws the error of the database
   */
  static async start(database: TimeSource): Promise<DatabaseClock> {
    const clock = new DatabaseClock(database);
    for (let count = 0; count < FIRST_MEASUREMENTS; count++) await clock.measure();
    // While Postgres is unreachable, the clock keeps running on the last measurement.
    const again = (): void => void clock.measure().catch(() => undefined);
    clock.timer = setInterval(again, MEASURE_MS).unref();
    return clock;
  }

  readonly now = (): Date => new Date(this.nowMs());

  nowNanos(): bigint {
    return nanosOfMs(this.nowMs());
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

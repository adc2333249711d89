/** A monotonic clock in milliseconds. */
export type MonotonicClock = () => number;

export const monotonicClock: MonotonicClock = () => performance.now();

/** Default time budget of a stage for one memory. */
export const DEFAULT_STAGE_BUDGET_MS = 900;

/** Deadline that a stage checks between sentences; it interrupts nothing by itself. */
export class Budget {
  private deadline: number;

  constructor(
    milliseconds: number = DEFAULT_STAGE_BUDGET_MS,
    private readonly clock: MonotonicClock = monotonicClock,
  ) {
    this.deadline = clock() + milliseconds;
  }

  /** Extends the deadline by the time for which the work waited for others. */
  extend(milliseconds: number): void {
    this.deadline += milliseconds;
  }

  /** Whether the deadline has passed. */
  spent(): boolean {
    return this.clock() >= this.deadline;
  }
}

/** A monotonic clock in milliseconds. */
export type MonotonicClock = () => number;

export const monotonicClock: MonotonicClock = () => performance.now();

/** Time that a stage may take for one memory. */
export const DEFAULT_STAGE_BUDGET_MS = 900;

/** A deadline that a stage asks for between sentences; it interrupts nothing by itself. */
export class Budget {
  private deadline: number;

  constructor(
    milliseconds: number = DEFAULT_STAGE_BUDGET_MS,
    private readonly clock: MonotonicClock = monotonicClock,
  ) {
    this.deadline = clock() + milliseconds;
  }

  /** Allows so many milliseconds more: the work waited for others. */
  extend(milliseconds: number): void {
    this.deadline += milliseconds;
  }

  /** Whether the time is used up. */
  spent(): boolean {
    return this.clock() >= this.deadline;
  }
}

import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleType,
  type CircuitBreakerPolicy,
  type IBackoff,
  type IHalfOpenAfterBackoffContext,
} from 'cockatiel';
import { LlmUnavailable } from '#extraction/llm/ask-llm.js';

export interface CircuitOptions {
  /** Calls that the endpoint fails one after the other before it is left alone. */
  readonly failures: number;
  /** Pause before it is tried again: the first, which doubles with each try that fails, and the longest. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
}

/** The endpoint has failed again and again and is left alone for a while; it was not asked. */
export class CircuitOpen extends LlmUnavailable {
  constructor(retryAfterMs: number) {
    super('the circuit is open', retryAfterMs);
  }
}

const DEFAULTS: CircuitOptions = { failures: 5, firstPauseMs: 1_000, longestPauseMs: 60_000 };

/**
 * A circuit breaker around the calls of one process to the endpoint. It opens after failures in a row, timeouts among
 * them; then one call at a time is let through after a pause, as long as the endpoint asks for with Retry-After or else
 * one that doubles, until a call succeeds.
 */
export class LlmCircuitBreaker {
  private readonly breaker: CircuitBreakerPolicy;
  private pausedUntil = 0;

  constructor(options: Partial<CircuitOptions> = {}, onChange: (open: boolean) => void = () => undefined) {
    const { failures, ...pauses } = { ...DEFAULTS, ...options };
    const backoff: IBackoff<IHalfOpenAfterBackoffContext>['next'] = (context) => {
      const duration = pauseAfter(context, pauses);
      this.pausedUntil = Date.now() + duration;
      return { duration, next: backoff };
    };
    this.breaker = circuitBreaker(handleType(LlmUnavailable), {
      breaker: new ConsecutiveBreaker(failures),
      halfOpenAfter: { next: backoff },
    });
    this.breaker.onStateChange((state) => {
      onChange(state !== CircuitState.Closed);
    });
  }

  /** Milliseconds until the endpoint may be asked; 0 where it may be now. */
  get waitMs(): number {
    return this.breaker.state === CircuitState.Open ? Math.max(0, this.pausedUntil - Date.now()) : 0;
  }

  /** @throws CircuitOpen instead of a call; or what the call throws */
  async call<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await this.breaker.execute(ask);
    } catch (error) {
      if (error instanceof BrokenCircuitError) throw new CircuitOpen(this.waitMs);
      throw error;
    }
  }
}

function pauseAfter(
  { attempt, result }: IHalfOpenAfterBackoffContext,
  { firstPauseMs, longestPauseMs }: Omit<CircuitOptions, 'failures'>,
): number {
  const asked = 'error' in result && result.error instanceof LlmUnavailable ? result.error.retryAfterMs : undefined;
  return Math.min(longestPauseMs, asked ?? firstPauseMs * 2 ** (attempt - 1));
}

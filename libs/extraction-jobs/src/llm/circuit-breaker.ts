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
  /** Consecutive failures after which the circuit opens. */
  readonly failures: number;
  /** Pause before the next trial call: the first one doubles with each failed trial, up to the longest one. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
}

/** The circuit is open after repeated failures; the endpoint was not called. */
export class CircuitOpen extends LlmUnavailable {
  constructor(retryAfterMs: number) {
    super('the circuit is open', retryAfterMs);
  }
}

const DEFAULTS: CircuitOptions = { failures: 5, firstPauseMs: 1_000, longestPauseMs: 60_000 };

/**
 * Circuit breaker for the LLM endpoint, per process. It opens after consecutive failures, including timeouts. Then one
 * trial call at a time is admitted after a pause, which is the endpoint's Retry-After or doubles each time, until a
 * call succeeds.
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

  /** Milliseconds until the endpoint may be called; 0 if it may be called now. */
  get waitMs(): number {
    return this.breaker.state === CircuitState.Open ? Math.max(0, this.pausedUntil - Date.now()) : 0;
  }

  /** Calls the endpoint through the breaker. @throws CircuitOpen without a call @throws what the call throws */
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
  const retryAfterMs =
    'error' in result && result.error instanceof LlmUnavailable ? result.error.retryAfterMs : undefined;
  return Math.min(longestPauseMs, retryAfterMs ?? firstPauseMs * 2 ** (attempt - 1));
}

import type { Pool } from 'pg';
import { LlmTimeout, LlmUnavailable, type LlmOutcome } from '#extraction/llm/ask-llm.js';
import type { LlmTask } from '#extraction/llm/llm-task.js';
import { mostTokens } from '#extraction/llm/usage.js';
import type { ExtractionInput } from '#extraction/pipeline/stage.js';
import { failpoint } from '#failpoints/failpoints.js';
import { NOOP_OBSERVER, type ExtractionObserver } from '../extraction-observer.js';
import { LlmCircuitBreaker, type CircuitOptions } from './circuit-breaker.js';
import {
  TokenBudgetExhausted,
  budgetDue,
  LlmTokens,
  type TokenReservation,
  type TokenBudgets,
} from './token-budgets.js';

export interface LlmCallsOptions {
  /** Pool of the owner, for the token counts of all scopes. */
  readonly system: Pool;
  /** Asks about one memory. Throws LlmTimeout, or LlmUnavailable if the endpoint is at fault. */
  readonly ask: (input: ExtractionInput, task: LlmTask, signal: AbortSignal) => Promise<LlmOutcome>;
  readonly budgets?: TokenBudgets;
  readonly circuit?: Partial<CircuitOptions>;
  readonly now: () => Date;
  readonly observer?: ExtractionObserver;
}

/** Calls the LLM within the token budgets, and not while its circuit is open. */
export class LlmCalls {
  private readonly circuit: LlmCircuitBreaker;
  /** Null if no budget is set. */
  private readonly tokens: LlmTokens | null;
  private readonly observer: ExtractionObserver;
  /** Time at which the spent budget of all scopes is checked again. */
  private budgetExhaustedUntil = 0;

  constructor(private readonly options: LlmCallsOptions) {
    const { system, now, circuit, budgets = { perScope: 0, inAll: 0 }, observer = NOOP_OBSERVER } = options;
    this.observer = observer;
    this.circuit = new LlmCircuitBreaker(circuit, (open) => {
      observer.llmCircuit(open);
    });
    this.tokens = budgets.perScope + budgets.inAll === 0 ? null : new LlmTokens(system, budgets, now);
  }

  /** Milliseconds for which no scope may call the LLM; 0 if one may now. */
  get waitMs(): number {
    return Math.max(0, this.circuit.waitMs, this.budgetExhaustedUntil - this.options.now().getTime());
  }

  /**
   * Calls the LLM for one memory, and counts its tokens.
   * @throws TokenBudgetExhausted
   * @throws CircuitOpen
   * @throws LlmUnavailable if tokens cannot be counted
   * @throws what the call throws
   */
  async ask(scopeId: string, input: ExtractionInput, task: LlmTask, signal: AbortSignal): Promise<LlmOutcome> {
    const reservation = await this.reserve(scopeId, mostTokens(input.text, task));
    try {
      failpoint('llm.after-reservation');
      const outcome = await this.circuit.call(() => this.options.ask(input, task, signal));
      const { prompt, completion } = outcome.usage ?? { prompt: 0, completion: 0 };
      this.observer.llmUsed({ prompt, completion });
      await this.settle(reservation, prompt + completion);
      return outcome;
    } catch (error) {
      // A failed call is not charged. The usage of a call that timed out is unknown, so its reservation stands.
      if (!(error instanceof LlmTimeout)) await this.settle(reservation, 0);
      throw error;
    }
  }

  private async reserve(scopeId: string, tokens: number): Promise<TokenReservation | null> {
    if (this.tokens === null) return null;
    try {
      return await this.tokens.reserve(scopeId, tokens);
    } catch (error) {
      if (!(error instanceof TokenBudgetExhausted)) {
        throw new LlmUnavailable('its token usage cannot be recorded', undefined, { cause: error });
      }
      this.observer.llmOverBudget(error.budget);
      if (error.budget === 'all') this.budgetExhaustedUntil = budgetDue(this.options.now()).getTime();
      throw error;
    }
  }

  /**
   * Corrects the reservation to the tokens used. If that fails, the maximum stays counted: the LLM's answer is worth
   * more.
   */
  private async settle(reservation: TokenReservation | null, used: number): Promise<void> {
    if (reservation) await this.tokens?.settle(reservation, used).catch(() => undefined);
  }
}

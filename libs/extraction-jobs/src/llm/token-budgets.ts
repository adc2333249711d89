import type { Pool } from 'pg';
import { inTransaction } from '#database/transaction.js';

/** LLM tokens per UTC day, prompt and completion together; 0: no limit. */
export interface TokenBudgets {
  readonly perScope: number;
  /** For all scopes together, over all extractors. */
  readonly inAll: number;
}

/** Tokens counted before a call, to be corrected after it. */
export interface TokenReservation {
  readonly scopeId: string;
  readonly day: string;
  readonly tokens: number;
}

/** Today's budget of the scope or of all scopes is used up. */
export class TokenBudgetExhausted extends Error {
  override readonly name = 'TokenBudgetExhausted';
  constructor(readonly budget: 'scope' | 'all') {
    super(`the token budget of ${budget === 'all' ? 'all scopes' : 'the scope'} is exhausted`);
  }
}

/** Id of the row for all scopes together; no scope has this id. */
const ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Counts the LLM's tokens per day in Postgres, for all extractors together. A call is admitted while its budgets are
 * not used up, and counted with the maximum it may use, so a budget is exceeded by at most one call, however many run
 * concurrently. The reservation of a lost call stays counted.
 */
export class LlmTokens {
  constructor(
    private readonly system: Pool,
    private readonly budgets: TokenBudgets,
    private readonly now: () => Date,
  ) {}

  /** Reserves tokens in both budgets. @throws TokenBudgetExhausted */
  async reserve(scopeId: string, tokens: number): Promise<TokenReservation> {
    const day = this.now().toISOString().slice(0, 10);
    await inTransaction(this.system, async (tx) => {
      const { rows } = await tx.query<{ scope_id: string }>(
        `INSERT INTO llm_tokens AS t (scope_id, day, tokens)
         SELECT scope_id, $2::date, $3::bigint FROM unnest(ARRAY[$4::uuid, $1::uuid]) AS row (scope_id)
         WHERE NOT EXISTS (SELECT FROM erased_scopes AS e WHERE e.scope_id = row.scope_id)
         ON CONFLICT (scope_id) DO UPDATE SET
           day = greatest(t.day, excluded.day),
           tokens = CASE WHEN t.day < excluded.day THEN 0 ELSE t.tokens END + excluded.tokens
         WHERE t.day < excluded.day
            OR t.tokens < coalesce(nullif(CASE WHEN t.scope_id = $4 THEN $6::bigint ELSE $5::bigint END, 0), t.tokens + 1)
         RETURNING scope_id`,
        [scopeId, day, tokens, ALL, this.budgets.perScope, this.budgets.inAll],
      );
      if (rows.length === 2) return;
      // The rollback also returns what one of the two budgets counted.
      throw new TokenBudgetExhausted(rows.some((row) => row.scope_id === ALL) ? 'scope' : 'all');
    });
    return { scopeId, day, tokens };
  }

  /** Replaces a reservation by the tokens used; does nothing if the day is over. */
  async settle({ scopeId, day, tokens }: TokenReservation, used: number): Promise<void> {
    await this.system.query(
      `UPDATE llm_tokens SET tokens = greatest(0, tokens + $4::bigint)
       WHERE scope_id IN (SELECT scope_id FROM llm_tokens WHERE scope_id IN ($1, $2) ORDER BY scope_id FOR UPDATE)
         AND day = $3`,
      [ALL, scopeId, day, used - tokens],
    );
  }
}

/** Time at which a spent budget is checked again: at the next UTC day, and hourly in case it is raised. */
export function budgetDue(now: Date): Date {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  return new Date(Math.min(midnight, now.getTime() + 3_600_000));
}

/**
 * Limits that nothing meets on a slow machine, where those of the product would refuse a request or cut a stage short; a
 * test of those limits names them.
 */
export const PATIENT = {
  requestLimits: { connectTimeoutMs: 60_000, statementTimeoutMs: 60_000 },
  stageBudgetMs: 60_000,
  lockWaitMs: 60_000,
} as const;

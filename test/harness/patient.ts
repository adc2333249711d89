/**
 * Limits that are not reached on a slow machine, where the default ones would reject requests or interrupt stages. A
 * test of a limit sets it explicitly.
 */
export const PATIENT = {
  requestLimits: { connectTimeoutMs: 60_000, statementTimeoutMs: 60_000 },
  stageBudgetMs: 60_000,
  lockWaitMs: 60_000,
} as const;

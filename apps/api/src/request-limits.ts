/** What a request may wait for a connection and for one statement: a Postgres that is silent is told within 5 s. */
export const REQUEST_LIMITS = { connectTimeoutMs: 2_000, statementTimeoutMs: 2_800 } as const;

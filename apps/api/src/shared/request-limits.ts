/** What a request may wait for a connection and for one statement. */
export interface RequestLimits {
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number;
}

/** A Postgres that is silent is told within 5 s. */
export const REQUEST_LIMITS: RequestLimits = { connectTimeoutMs: 2_000, statementTimeoutMs: 2_800 };

/** The most that a body may hold: where it may carry a memory, `LIMITS` says; where it names a few things, less. */
export const BODY_BYTES = { usual: 1024 * 1024, small: 64 * 1024 } as const;

/** The most that a request may ask for or send; GET /v1/capabilities tells them. Page limits clamp, sizes are refused. */
export const LIMITS = {
  body_bytes: 8 * 1024 * 1024,
  text_bytes: 1024 * 1024,
  speaker_bytes: 1024,
  metadata_bytes: 64 * 1024,
  name_bytes: 1024,
  entity_aliases: 100,
  context_bytes: 64 * 1024,
  memories: 100,
  entities: 1000,
  relations: 1000,
  statements: 1000,
  graph: 500,
  recall: 1000,
  context_tokens: 100_000,
  traverse_depth: 5,
  traverse_nodes: 1000,
  cue_bytes: 64 * 1024,
  wall_time_ms: 30_000,
  plan_steps: 64,
  plan_branches: 256,
  reason_depth: 5,
  reason_inferences: 100,
} as const;

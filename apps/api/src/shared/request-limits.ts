import { FIELD_LIMITS } from '#request-schema/field-limits.js';

/** Timeouts of a request for a connection and for one statement. */
export interface RequestLimits {
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number;
}

/** Together below 5 s, in which an unresponsive Postgres is reported. */
export const REQUEST_LIMITS: RequestLimits = { connectTimeoutMs: 2_000, statementTimeoutMs: 2_800 };

/** Maximum body sizes; the route that stores memories uses `LIMITS.body_bytes`. */
export const BODY_BYTES = { usual: 1024 * 1024, small: 64 * 1024 } as const;

/** Maximum values of requests, listed by GET /v1/capabilities. Counts are clamped; sizes above a limit are refused. */
export const LIMITS = {
  body_bytes: 8 * 1024 * 1024,
  import_bytes: 16 * 1024 * 1024,
  text_bytes: 1024 * 1024,
  speaker_bytes: FIELD_LIMITS.speaker_bytes,
  metadata_bytes: 64 * 1024,
  tags: FIELD_LIMITS.tags,
  tag_characters: FIELD_LIMITS.tag_characters,
  filter_conditions: FIELD_LIMITS.filter_conditions,
  filter_values: FIELD_LIMITS.filter_values,
  filter_value_bytes: FIELD_LIMITS.filter_value_bytes,
  name_bytes: FIELD_LIMITS.name_bytes,
  entity_aliases: 100,
  value_bytes: 4 * 1024,
  reason_bytes: 1024,
  context_bytes: 64 * 1024,
  memories: 100,
  batch_memories: 1000,
  forget_memories: 500,
  entities: 1000,
  relations: 1000,
  statements: 1000,
  graph: 500,
  recall: 1000,
  context_tokens: 100_000,
  context_facts: 20,
  traverse_depth: 5,
  traverse_nodes: 1000,
  cue_bytes: 64 * 1024,
  wall_time_ms: 30_000,
  plan_steps: 64,
  plan_branches: 256,
  reason_depth: 5,
  reason_inferences: 100,
  event_streams: 32,
  webhooks: 20,
} as const;

import * as z from 'zod';
import type { ReasonRequest } from '#reasoning/reason/reason-about.js';
import { cue, cueOf } from '../schema/cue.js';
import { clampedInteger, clampTo, share } from '../schema/number-fields.js';
import { LIMITS } from '../shared/request-limits.js';

const DEFAULT_THRESHOLD = 0.5;
const DEPTH = { fallback: 3, most: LIMITS.reason_depth };
const INFERENCES = { fallback: 10, most: LIMITS.reason_inferences };
const BUDGET_MS = { fallback: 5_000, most: LIMITS.wall_time_ms };

/** Body of POST /v1/reason. */
export const ReasonDto = z.object({
  observation: cue('Observation to reason about: a memory, or a text.'),
  depth: clampedInteger(DEPTH, 'Maximum number of hops in the graph.').nullish(),
  confidence_threshold: share(
    '$field must be from 0 to 1',
    `Minimum confidence of an inference. Default ${String(DEFAULT_THRESHOLD)}.`,
  ).nullish(),
  max_inferences: clampedInteger(
    INFERENCES,
    'Maximum number of inferences; the most confident are returned.',
  ).nullish(),
  budget_wall_time_ms: clampedInteger(
    BUDGET_MS,
    'Time limit in milliseconds; then the evidence gathered so far is evaluated.',
  ).nullish(),
});
export type ReasonDto = z.infer<typeof ReasonDto>;

/** Request with defaults applied and limits clamped. */
export function reasonRequest(dto: ReasonDto): ReasonRequest {
  return {
    observation: cueOf(dto.observation),
    depth: clampTo(dto.depth, DEPTH),
    confidenceThreshold: dto.confidence_threshold ?? DEFAULT_THRESHOLD,
    maxInferences: clampTo(dto.max_inferences, INFERENCES),
    budgetMs: clampTo(dto.budget_wall_time_ms, BUDGET_MS),
  };
}

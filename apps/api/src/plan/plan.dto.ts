import * as z from 'zod';
import type { PlanRequest } from '#reasoning/plan/plan-path.js';
import { choice } from '#request-schema/fields.js';
import { cue, cueOf } from '../schema/cue.js';
import { clampedInteger, clampTo } from '../schema/number-fields.js';
import { LIMITS } from '../shared/request-limits.js';

const STEPS = { fallback: 8, most: LIMITS.plan_steps };
const WALL_TIME_MS = { fallback: 5_000, most: LIMITS.wall_time_ms };
const BRANCHES = { fallback: 32, most: LIMITS.plan_branches };

/** Body of POST /v1/plan. */
export const PlanDto = z.object({
  start: cue('Start of the path: a memory, or a text for which up to five matching memories are searched.'),
  goal: cue('Goal of the path, in the same form.'),
  max_steps: clampedInteger(STEPS, 'Maximum number of memories on the path, both ends included.').nullish(),
  max_wall_time_ms: clampedInteger(WALL_TIME_MS, 'Time limit of the search, in milliseconds.').nullish(),
  max_branches: clampedInteger(BRANCHES, 'Maximum number of edges followed from each memory.').nullish(),
  strategy: choice(['auto', 'a_star'], { about: 'Search algorithm. Both values select A*.' }).nullish(),
});
export type PlanDto = z.infer<typeof PlanDto>;

/** Request with defaults applied and limits clamped. */
export function planRequest(dto: PlanDto): PlanRequest {
  return {
    start: cueOf(dto.start),
    goal: cueOf(dto.goal),
    maxSteps: clampTo(dto.max_steps, STEPS),
    maxBranches: clampTo(dto.max_branches, BRANCHES),
    maxWallTimeMs: clampTo(dto.max_wall_time_ms, WALL_TIME_MS),
  };
}

import { IsIn, IsOptional } from 'class-validator';
import type { PlanRequest } from '#reasoning/plan/plan-path.js';
import { cueOf, IsCue, type CueDto } from '../http/cue.js';
import { clampTo, IsInteger } from '../http/integers.js';
import { LIMITS } from '../shared/request-limits.js';

const DEFAULT_STEPS = 8;
const DEFAULT_WALL_TIME_MS = 5_000;
const DEFAULT_BRANCHES = 32;

/** Body of POST /v1/plan. */
export class PlanDto {
  @IsCue()
  start!: CueDto;

  @IsCue()
  goal!: CueDto;

  @IsOptional()
  @IsInteger()
  max_steps?: number | bigint | null;

  @IsOptional()
  @IsInteger()
  max_wall_time_ms?: number | bigint | null;

  @IsOptional()
  @IsInteger()
  max_branches?: number | bigint | null;

  /** Both values select the only strategy, A*. */
  @IsOptional()
  @IsIn(['auto', 'a_star'], { message: 'strategy must be auto or a_star' })
  strategy?: 'auto' | 'a_star' | null;
}

/** Request with defaults applied and limits clamped. */
export function planRequest(dto: PlanDto): PlanRequest {
  return {
    start: cueOf(dto.start),
    goal: cueOf(dto.goal),
    maxSteps: clampTo(dto.max_steps ?? DEFAULT_STEPS, LIMITS.plan_steps),
    maxBranches: clampTo(dto.max_branches ?? DEFAULT_BRANCHES, LIMITS.plan_branches),
    maxWallTimeMs: clampTo(dto.max_wall_time_ms ?? DEFAULT_WALL_TIME_MS, LIMITS.wall_time_ms),
  };
}

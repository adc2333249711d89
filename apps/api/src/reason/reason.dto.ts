import { IsNumber, IsOptional, Max, Min } from 'class-validator';
import type { ReasonRequest } from '#reasoning/reason/reason-about.js';
import { cueOf, IsCue, type CueDto } from '../http/cue.js';
import { clampTo, IsInteger } from '../http/integers.js';
import { LIMITS } from '../shared/request-limits.js';

const DEFAULT_DEPTH = 3;
const DEFAULT_THRESHOLD = 0.5;
const DEFAULT_INFERENCES = 10;
const DEFAULT_BUDGET_MS = 5_000;

/** Body of POST /v1/reason. */
export class ReasonDto {
  @IsCue()
  observation!: CueDto;

  @IsOptional()
  @IsInteger()
  depth?: number | bigint | null;

  @IsOptional()
  @IsNumber({ allowNaN: false, allowInfinity: false }, { message: 'confidence_threshold must be from 0 to 1' })
  @Min(0)
  @Max(1)
  confidence_threshold?: number | null;

  @IsOptional()
  @IsInteger()
  max_inferences?: number | bigint | null;

  @IsOptional()
  @IsInteger()
  budget_wall_time_ms?: number | bigint | null;
}

/** Request with defaults applied and limits clamped. */
export function reasonRequest(dto: ReasonDto): ReasonRequest {
  return {
    observation: cueOf(dto.observation),
    depth: clampTo(dto.depth ?? DEFAULT_DEPTH, LIMITS.reason_depth),
    confidenceThreshold: dto.confidence_threshold ?? DEFAULT_THRESHOLD,
    maxInferences: clampTo(dto.max_inferences ?? DEFAULT_INFERENCES, LIMITS.reason_inferences),
    budgetMs: clampTo(dto.budget_wall_time_ms ?? DEFAULT_BUDGET_MS, LIMITS.wall_time_ms),
  };
}

import { ArrayNotEmpty, IsArray, IsBoolean, IsIn, IsOptional } from 'class-validator';
import { RETRIEVERS, type RetrieverName } from '#recall/retriever.js';
import { clampTo, IsInteger } from '../http/integers.js';
import { BadRequest } from '../http/problems.js';
import { IsStorableText, IsU64, IsUnixNanos } from '../http/validators.js';
import { LIMITS } from '../request-limits.js';

const DEFAULT_RESULTS = 10;

/** Body of POST /v1/recall. */
export class RecallDto {
  @IsOptional()
  @IsStorableText(LIMITS.text_bytes, { blank: false })
  query?: string | null;

  /** Alias of query. */
  @IsOptional()
  @IsStorableText(LIMITS.text_bytes, { blank: false })
  cue?: string | null;

  @IsOptional()
  @IsInteger()
  max_results?: number | bigint | null;

  @IsOptional()
  @IsU64()
  session?: bigint | number | null;

  @IsOptional()
  @IsUnixNanos()
  since_unix_nanos?: bigint | number | null;

  /** Alias of since_unix_nanos. */
  @IsOptional()
  @IsUnixNanos()
  since?: bigint | number | null;

  @IsOptional()
  @IsUnixNanos()
  until_unix_nanos?: bigint | number | null;

  /** Alias of until_unix_nanos. */
  @IsOptional()
  @IsUnixNanos()
  until?: bigint | number | null;

  /** Id of an entity, or a name of it. */
  @IsOptional()
  @IsStorableText(LIMITS.name_bytes, { blank: false })
  subject?: string | null;

  @IsOptional()
  @IsArray()
  @ArrayNotEmpty({ message: 'retrievers must name at least one' })
  @IsIn(RETRIEVERS, { each: true, message: `retrievers may be ${RETRIEVERS.join(', ')}` })
  retrievers?: RetrieverName[] | null;

  /** Whether the turns next to a match may stand in the answer. */
  @IsOptional()
  @IsBoolean({ message: 'neighbours must be true or false' })
  neighbours?: boolean | null;

  @IsOptional()
  @IsBoolean({ message: 'include_trace must be true or false' })
  include_trace?: boolean | null;
}

/** What is asked for. @throws BadRequest where there is no question */
export function questionOf({ query, cue }: RecallDto): string {
  const text = query ?? cue;
  if (text === undefined || text === null) throw new BadRequest('query must be a string, not blank');
  return text;
}

/** How many memories are wanted. */
export function resultsOf({ max_results }: RecallDto): number {
  return clampTo(max_results ?? DEFAULT_RESULTS, LIMITS.recall);
}

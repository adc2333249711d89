import { ArrayNotEmpty, IsArray, IsBoolean, IsIn, IsNumber, IsOptional, Max, Min } from 'class-validator';
import { RETRIEVERS, type RetrieverName } from '#recall/retrievers/retriever.js';
import { clampTo, IsInteger } from '../http/integers.js';
import { BadRequest } from '../http/problems.js';
import { IsStorableText, IsU64, IsUnixNanos } from '../http/validators.js';
import { LIMITS } from '../shared/request-limits.js';

const DEFAULT_RESULTS = 10;
const DEFAULT_TOKENS = 1000;
/** Response formats: memories alone, or also one text for a prompt. */
export const FORMATS = ['memories', 'context'] as const;

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

  /** Entity id, or a name of the entity. */
  @IsOptional()
  @IsStorableText(LIMITS.name_bytes, { blank: false })
  subject?: string | null;

  @IsOptional()
  @IsArray()
  @ArrayNotEmpty({ message: 'retrievers must name at least one' })
  @IsIn(RETRIEVERS, { each: true, message: `retrievers may be ${RETRIEVERS.join(', ')}` })
  retrievers?: RetrieverName[] | null;

  /** Minimum confidence of a memory, 0 to 1. */
  @IsOptional()
  @IsNumber({ allowNaN: false, allowInfinity: false }, { message: 'min_confidence must be a number from 0 to 1' })
  @Min(0, { message: 'min_confidence must be a number from 0 to 1' })
  @Max(1, { message: 'min_confidence must be a number from 0 to 1' })
  min_confidence?: number | null;

  /** Only memories of this kind. */
  @IsOptional()
  @IsIn([0, 1, 2], { message: 'kind must be 0, 1 or 2' })
  kind?: number | null;

  /** `context` adds one text for a prompt. */
  @IsOptional()
  @IsIn(FORMATS, { message: `format must be ${FORMATS.join(' or ')}` })
  format?: (typeof FORMATS)[number] | null;

  /** Maximum length of that text in tokens. */
  @IsOptional()
  @IsInteger()
  max_tokens?: number | bigint | null;

  /** Whether messages next to a match may be returned. */
  @IsOptional()
  @IsBoolean({ message: 'neighbours must be true or false' })
  neighbours?: boolean | null;

  @IsOptional()
  @IsBoolean({ message: 'include_trace must be true or false' })
  include_trace?: boolean | null;
}

/** Text of the query. @throws BadRequest if it is missing */
export function questionOf({ query, cue }: RecallDto): string {
  const text = query ?? cue;
  if (text === undefined || text === null) throw new BadRequest('query must be a string, not blank');
  return text;
}

/** Maximum length of the text for a prompt, in tokens; null if none is requested. */
export function contextTokensOf({ format, max_tokens }: RecallDto): number | null {
  return format === 'context' ? clampTo(max_tokens ?? DEFAULT_TOKENS, LIMITS.context_tokens) : null;
}

/** Maximum number of memories. */
export function resultsOf({ max_results }: RecallDto): number {
  return clampTo(max_results ?? DEFAULT_RESULTS, LIMITS.recall);
}

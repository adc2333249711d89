import { IsIn, IsOptional } from 'class-validator';
import type { MemoryRole } from '#contracts/events.js';
import type { ExactJson } from '#contracts/exact-json.js';
import { IsStorableObject, IsStorableText, IsU64, IsUnixNanos } from '../http/validators.js';
import { LIMITS } from '../shared/request-limits.js';

/** Body of POST /v1/memories and payload of an EncodeMemory command. */
export class EncodeMemoryDto {
  @IsStorableText(LIMITS.text_bytes, { blank: false })
  text!: string;

  @IsOptional()
  @IsU64()
  session?: bigint | number | null;

  /** Alias of session. */
  @IsOptional()
  @IsU64()
  context?: bigint | number | null;

  @IsOptional()
  @IsUnixNanos()
  occurred_at_unix_nanos?: bigint | number | null;

  /** Alias of occurred_at_unix_nanos. */
  @IsOptional()
  @IsUnixNanos()
  occurred_at?: bigint | number | null;

  @IsOptional()
  @IsStorableText(LIMITS.speaker_bytes, { blank: true })
  speaker?: string | null;

  @IsOptional()
  @IsIn(['user', 'assistant', 'system'], { message: 'role must be user, assistant or system' })
  role?: MemoryRole | null;

  @IsOptional()
  @IsIn([0, 1], { message: 'kind must be 0 (episodic) or 1 (semantic)' })
  kind?: 0 | 1 | null;

  @IsOptional()
  @IsStorableObject(LIMITS.metadata_bytes)
  metadata?: { [key: string]: ExactJson } | null;

  @IsOptional()
  @IsIn(['none', 'content'], { message: 'dedupe must be none or content' })
  dedupe?: 'none' | 'content' | null;
}

import {
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
} from 'class-validator';
import type { NewApiKey } from '#access/api-keys.js';
import { LONGEST_GRACE_S } from '#access/key-operations.js';
import { PERMISSIONS, type Permission } from '#access/permissions.js';
import { BadRequest } from '../http/problems.js';
import { IsStorableText } from '../http/validators.js';
import { LIMITS } from '../shared/request-limits.js';

/** ISO 8601 time with a zone; without one the meaning would depend on the server's time zone. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** Body of POST /admin/keys. */
export class CreateKeyDto {
  @IsString({ message: 'namespace must be a string' })
  namespace!: string;

  @IsString({ message: 'agent must be a string' })
  agent!: string;

  @IsOptional()
  @IsStorableText(LIMITS.name_bytes, { blank: true })
  name?: string | null;

  @IsArray({ message: `permissions must be an array of ${PERMISSIONS.join(', ')}` })
  @ArrayNotEmpty({ message: 'permissions must not be empty' })
  @ArrayUnique({ message: 'permissions must not repeat one' })
  @IsIn(PERMISSIONS, { each: true, message: `permissions must be of ${PERMISSIONS.join(', ')}` })
  permissions!: Permission[];

  @IsOptional()
  @Matches(TIME, { message: 'expires_at must be an ISO 8601 time with its zone' })
  expires_at?: string | null;
}

/** Body of POST /admin/keys/{id}/rotate. */
export class RotateKeyDto {
  @IsOptional()
  @IsInt({ message: 'grace_seconds must be an integer' })
  @Min(0, { message: 'grace_seconds must not be negative' })
  @Max(LONGEST_GRACE_S, { message: `grace_seconds must be at most ${String(LONGEST_GRACE_S)}` })
  grace_seconds?: number | null;
}

/** Key described by a request body. @throws BadRequest if expires_at is not a valid time or not in the future */
export function newKeyOf({ namespace, agent, name, permissions, expires_at }: CreateKeyDto, now: Date): NewApiKey {
  const expiresAt = typeof expires_at === 'string' ? new Date(expires_at) : null;
  if (expiresAt && !(expiresAt > now)) throw new BadRequest('expires_at must be in the future');
  return { namespace, agent, name: name ?? '', permissions, expiresAt };
}

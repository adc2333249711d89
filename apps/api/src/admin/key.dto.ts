import * as z from 'zod';
import type { NewApiKey } from '#access/api-keys.js';
import { LONGEST_GRACE_S } from '#access/key-operations.js';
import { PERMISSIONS } from '#access/permissions.js';
import { refusing } from '#request-schema/refusal.js';
import { storableText } from '#request-schema/text-fields.js';
import { BadRequest } from '../http/problems.js';
import { LIMITS } from '../shared/request-limits.js';

/** ISO 8601 time with a zone; without one the meaning would depend on the server's time zone. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;
const NO_TIME = '$field must be an ISO 8601 time with its zone';

const PERMISSION = z.enum(PERMISSIONS, refusing(`$field must be of ${PERMISSIONS.join(', ')}`));
const GRACE = `$field must be at most ${String(LONGEST_GRACE_S)}`;

/** Body of POST /admin/keys. */
export const CreateKeyDto = z.object({
  namespace: z.string(refusing('$field must be a string')),
  agent: z.string(refusing('$field must be a string')),
  name: storableText(LIMITS.name_bytes, { blank: true }).nullish(),
  permissions: z
    .array(PERMISSION, refusing(`$field must be an array of ${PERMISSIONS.join(', ')}`))
    .min(1, refusing('$field must not be empty'))
    .refine((names) => new Set(names).size === names.length, refusing('$field must not repeat one')),
  expires_at: z.string(refusing(NO_TIME)).regex(TIME, refusing(NO_TIME)).nullish(),
});
export type CreateKeyDto = z.infer<typeof CreateKeyDto>;

/** Body of POST /admin/keys/{id}/rotate. */
export const RotateKeyDto = z.object({
  grace_seconds: z
    .int(refusing('$field must be an integer'))
    .min(0, refusing('$field must not be negative'))
    .max(LONGEST_GRACE_S, refusing(GRACE))
    .nullish(),
});
export type RotateKeyDto = z.infer<typeof RotateKeyDto>;

/** Key described by a request body. @throws BadRequest if expires_at is not a valid time or not in the future */
export function newKeyOf({ namespace, agent, name, permissions, expires_at }: CreateKeyDto, now: Date): NewApiKey {
  const expiresAt = typeof expires_at === 'string' ? new Date(expires_at) : null;
  if (expiresAt && !(expiresAt > now)) throw new BadRequest('expires_at must be in the future');
  return { namespace, agent, name: name ?? '', permissions, expiresAt };
}

import * as z from 'zod';
import { choice, listOf } from '#request-schema/fields.js';
import { withKeywords } from '#request-schema/json-schema-of.js';
import { refusing } from '#request-schema/refusal.js';
import { storableText } from '#request-schema/text-fields.js';
import { EVENT_TYPES } from '../events/events.query.js';

const MAX_URL_BYTES = 2_048;

/** As Standard Webhooks has it: 24 to 64 bytes in base64. */
const SECRET = /^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const SECRET_PREFIX = 'whsec_';
const NO_SECRET = '$field must be whsec_ and the base64 of 24 to 64 bytes';

const SECRET_FIELD = withKeywords(
  z.custom<string>(
    (value) => typeof value === 'string' && SECRET.test(value) && isLongEnough(keyOfSecret(value)),
    refusing(NO_SECRET),
  ),
  {
    type: 'string',
    description: 'Key of the signatures, `whsec_` and the base64 of 24 to 64 bytes. Default: a new one.',
  },
);

/** Body of POST /v1/webhooks. */
export const CreateWebhookDto = z.object({
  url: withKeywords(storableText(MAX_URL_BYTES, { blank: false }), {
    ...{ type: 'string', format: 'uri', minLength: 1 },
    description: 'Where events are posted: an https URL of the public Internet.',
  }),
  types: listOf(choice(EVENT_TYPES), {
    refusal: '$field must be a list of event types',
    atLeast: [1, '$field must not be empty'],
    atMost: [EVENT_TYPES.length, '$field must not repeat a type'],
    about: 'Only events of these types. All, if absent.',
  }).nullish(),
  secret: SECRET_FIELD.nullish(),
});
export type CreateWebhookDto = z.infer<typeof CreateWebhookDto>;

/** Key of the signatures. */
export function keyOfSecret(secret: string): Buffer {
  return Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
}

/** Text of a key, as receivers get it. */
export function secretOfKey(key: Buffer): string {
  return SECRET_PREFIX + key.toString('base64');
}

function isLongEnough({ length }: Buffer): boolean {
  return length >= 24 && length <= 64;
}

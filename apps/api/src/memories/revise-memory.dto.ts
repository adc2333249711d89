import * as z from 'zod';
import { flag } from '#request-schema/fields.js';
import { tagList } from '#request-schema/tag-fields.js';
import { storableText } from '#request-schema/text-fields.js';
import { unixNanos } from '#request-schema/time-fields.js';
import { storableObject } from '../schema/object-fields.js';
import { LIMITS } from '../shared/request-limits.js';

/** Body of PATCH /v1/memories/{id}. An absent field stays as it is; null removes metadata, tags or the expiry. */
export const ReviseMemoryDto = z.object({
  text: storableText(LIMITS.text_bytes, {
    ...{ blank: false, about: 'New text. What the old one gave the graph is taken back, and it is extracted anew.' },
  }).optional(),
  metadata: storableObject(LIMITS.metadata_bytes).nullish(),
  tags: tagList().nullish(),
  expires_at_unix_nanos: unixNanos(
    'When the memory expires, and is forgotten: Unix nanoseconds or ISO 8601 with a zone. 0 or null: never.',
  ).nullish(),
  expires_at: unixNanos('Alias of `expires_at_unix_nanos`.').nullish(),
  pinned: flag('True: the memory never expires.').optional(),
});
export type ReviseMemoryDto = z.infer<typeof ReviseMemoryDto>;

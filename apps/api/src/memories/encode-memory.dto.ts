import * as z from 'zod';
import { GENRES } from '#contracts/genres.js';
import { choice, flag } from '#request-schema/fields.js';
import { sessionId } from '#request-schema/session-fields.js';
import { tagList } from '#request-schema/tag-fields.js';
import { storableText } from '#request-schema/text-fields.js';
import { unixNanos } from '#request-schema/time-fields.js';
import { storableObject } from '../schema/object-fields.js';
import { LIMITS } from '../shared/request-limits.js';

/** Body of POST /v1/memories and payload of an EncodeMemory command. */
export const EncodeMemoryDto = z.object({
  text: storableText(LIMITS.text_bytes, {
    ...{ blank: false, about: 'Text of the memory: at most 1 MiB of UTF-8, not blank. It is stored unchanged.' },
  }),
  speaker: storableText(LIMITS.speaker_bytes, {
    ...{ blank: true, about: 'Name of the speaker, at most 1 KiB. "I" in the text means the speaker; default `user`.' },
  }).nullish(),
  role: choice(['user', 'assistant', 'system', 'tool'], {
    about: 'Role of the speaker. With `assistant`, `system` or `tool`, "I" in the text is ignored.',
  }).nullish(),
  genre: choice(GENRES, {
    about: 'Genre of the text, which decides how it is read. By default it is told by the form of the text.',
  }).nullish(),
  session: sessionId().nullish(),
  context: sessionId('Alias of `session`.').nullish(),
  occurred_at_unix_nanos: unixNanos(
    'Event time, when the text was said: Unix nanoseconds or ISO 8601 with a zone. Default 0, unset.',
  ).nullish(),
  occurred_at: unixNanos('Alias of `occurred_at_unix_nanos`.').nullish(),
  kind: choice([0, 1], {
    about: 'Kind of memory: 0 episodic (default), 1 semantic.',
    refusal: '$field must be 0 (episodic) or 1 (semantic)',
  }).nullish(),
  metadata: storableObject(LIMITS.metadata_bytes).nullish(),
  tags: tagList().nullish(),
  expires_at_unix_nanos: unixNanos(
    'When the memory expires, and is forgotten: Unix nanoseconds or ISO 8601 with a zone. Default 0, never.',
  ).nullish(),
  expires_at: unixNanos('Alias of `expires_at_unix_nanos`.').nullish(),
  pinned: flag('True: the memory never expires. Default false.').nullish(),
  dedupe: choice(['none', 'content'], {
    about: '`content`: do not store a text again that the scope already has; return the stored memory. Default `none`.',
  }).nullish(),
});
export type EncodeMemoryDto = z.infer<typeof EncodeMemoryDto>;

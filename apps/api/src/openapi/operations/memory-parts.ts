import { arrayOf, FLAG, TEXT, type JsonSchema } from '#contracts/schemas/json-schema.js';
import {
  COUNT_FIELD,
  described,
  MEMORY_ID_FIELD,
  nullable,
  SESSION_FIELD,
  SHARE,
  times,
} from '#request-schema/keywords.js';
import { parameter } from './schema-parts.js';

/** Fields that memories have in every answer. */
export const SPEAKER_ROLE = described(nullable(TEXT), 'Role of the speaker, such as `user`; null if unknown.');
export const METADATA: JsonSchema = {
  ...{ type: ['object', 'null'], additionalProperties: true },
  description: 'Metadata as the caller gave it; null without any. Integers are exact.',
};
export const MEMORY_TAGS = described(arrayOf(TEXT), 'Tags in the order of the caller.');

export const KIND = described({ type: 'integer', enum: [0, 1, 2] }, '0 episodic, 1 semantic, 2 consolidated.');
export const EXTRACTION: JsonSchema = described(
  { enum: ['pending', 'done', 'partial', 'failed'] },
  'State of extraction. `partial`: the LLM stage is still to come.',
);
export const STATE = described({ type: 'integer', enum: [0, 1] }, '0 active, 1 forgotten.');
export const SALIENCE = described(SHARE, 'Estimated importance of the text.');
export const MEMORY_VERSION = described(
  { type: 'integer', minimum: 1 },
  'Number of the version: each change makes a new one.',
);
export const EXPIRES = times({ expires_at: 'When the memory expires, in Unix nanoseconds; 0 means never.' });

/** Fields of a memory in lists, and by itself. */
export const MEMORY_FIELDS = {
  memory_id: MEMORY_ID_FIELD,
  text: TEXT,
  kind: KIND,
  state: STATE,
  session: nullable(SESSION_FIELD),
  speaker: nullable(TEXT),
  role: SPEAKER_ROLE,
  metadata: METADATA,
  tags: MEMORY_TAGS,
  ...times({
    created_at: null,
    occurred_at: null,
    last_accessed_at: 'Last recall of the memory, in Unix nanoseconds; 0 means never.',
  }),
  salience: SALIENCE,
  access_count: described(COUNT_FIELD, 'Number of recalls that returned the memory.'),
  statement_count: described(COUNT_FIELD, 'Number of statements that the memory makes; a candidate is none.'),
  entity_count: described(COUNT_FIELD, 'Number of entities that the memory mentions.'),
  relation_count: described(COUNT_FIELD, 'Number of relations that the memory claims; a candidate is none.'),
  extraction: EXTRACTION,
  version: MEMORY_VERSION,
  pinned: described(FLAG, 'Whether the memory never expires.'),
  ...EXPIRES,
};

/** Path parameter with a memory id. */
export const MEMORY_ID_PARAMETER = parameter('path', 'id', {
  schema: MEMORY_ID_FIELD,
  description: 'Id of the memory.',
});

const PREFERENCE = '(wait=[0-9]{1,9}|handling=(lenient|strict))';

export const PREFER_WAIT = parameter('header', 'Prefer', {
  schema: { type: 'string', pattern: `^${PREFERENCE}(, ?${PREFERENCE})*$` },
  description:
    '`wait=N`: respond when extraction is done, or after N seconds, at most 30; `Preference-Applied` has the state. ' +
    '`handling=lenient`: ignore unknown fields. Several are separated by commas: `wait=10, handling=lenient`.',
});
export const PREFERENCE_APPLIED: JsonSchema = {
  ...{
    type: 'string',
    pattern: '^(handling=lenient, )?wait=[0-9]+; extraction=(pending|done|partial|failed)$|^handling=lenient$',
  },
};

import { GENRES } from '../genres.js';
import {
  arrayOf,
  COUNT,
  dataSchema,
  FLAG,
  type JsonSchema,
  MEMORY_ID,
  object,
  optional,
  SESSION,
  tag,
} from './json-schema.js';
import { TEXT, UNIX_NANOS } from './json-schema.js';

const REQUEST_ID: JsonSchema = {
  type: 'string',
  pattern: '^[\\x21-\\x7e]{1,255}$',
  description: 'Makes the command idempotent within its scope for 24 hours.',
};

/** An integer, or a text of 1 to 255 characters. */
const SESSION_OR_TEXT: JsonSchema = { anyOf: [SESSION, { type: 'string', minLength: 1, maxLength: 255 }] };

const TRUSTED_SCOPE = optional({
  ...object({ namespace: TEXT, agent: TEXT }),
  description: 'Only where the deployment trusts its producers; else the credential decides the scope.',
});

const COMMAND = tag('EncodeMemory', 'ForgetMemory');

const encodeMemory1 = dataSchema('EncodeMemory', 1, 'Store a memory: the fields of POST /v1/memories.', {
  request_id: REQUEST_ID,
  scope: TRUSTED_SCOPE,
  text: { type: 'string', minLength: 1, description: 'At most 1 MiB of UTF-8.' },
  session: optional(SESSION_OR_TEXT),
  context: optional({ ...SESSION_OR_TEXT, description: 'Another name of session.' }),
  occurred_at_unix_nanos: optional(UNIX_NANOS),
  occurred_at: optional({ ...UNIX_NANOS, description: 'Another name of occurred_at_unix_nanos.' }),
  speaker: optional(TEXT),
  role: optional(tag('user', 'assistant', 'system', 'tool')),
  genre: optional(tag(...GENRES)),
  kind: optional({ type: 'integer', minimum: 0, maximum: 1 }),
  metadata: optional({ type: 'object' }),
  tags: optional({ ...arrayOf(TEXT), description: 'At most 32 of at most 128 characters.' }),
  expires_at_unix_nanos: optional(UNIX_NANOS),
  expires_at: optional({ ...UNIX_NANOS, description: 'Another name of expires_at_unix_nanos.' }),
  pinned: optional(FLAG),
  dedupe: optional(tag('none', 'content')),
});

const forgetMemory1 = dataSchema('ForgetMemory', 1, 'Forget a memory: the fields of DELETE /v1/memories.', {
  request_id: REQUEST_ID,
  scope: TRUSTED_SCOPE,
  memory_id: MEMORY_ID,
  hard: optional({ ...FLAG, description: 'Erase the text now instead of after seven days.' }),
});

const commandSucceeded1 = dataSchema('CommandSucceeded', 1, 'A command was carried out.', {
  request_id: REQUEST_ID,
  command: COMMAND,
  replayed: { ...FLAG, description: 'Whether this is the result of an earlier command with the same request id.' },
  result: { type: 'object', description: 'What the HTTP route would answer.' },
});

const commandFailed1 = dataSchema('CommandFailed', 1, 'A command was refused; sending it again changes nothing.', {
  request_id: REQUEST_ID,
  command: { enum: ['EncodeMemory', 'ForgetMemory', null], description: 'null where the type was unreadable.' },
  error: object({ code: TEXT, message: TEXT }),
  status: { ...COUNT, minimum: 400, maximum: 599, description: 'The status that the HTTP route would answer.' },
});

/** Schemas of commands and replies, by message type and version. */
export const COMMAND_SCHEMAS = {
  EncodeMemory: { 1: encodeMemory1 },
  ForgetMemory: { 1: forgetMemory1 },
  CommandSucceeded: { 1: commandSucceeded1 },
  CommandFailed: { 1: commandFailed1 },
} as const satisfies Record<string, Readonly<Record<number, JsonSchema>>>;

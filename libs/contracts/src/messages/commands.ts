import { uuidv7 } from '../uuid-v7.js';
import type { CloudEvent } from './cloud-event.js';
import { type ExactJson, parseExact, stringifyExact } from '../exact-json.js';
import { CLOUD_EVENT_SCHEMA } from '../schemas/envelope-schemas.js';
import { schemaUrn } from '../schemas/json-schema.js';
import { schemaFault } from '../schemas/validate.js';

export const COMMAND_TYPES = ['EncodeMemory', 'ForgetMemory'] as const;
export type CommandType = (typeof COMMAND_TYPES)[number];

/** A command from the topic. Only its envelope has been checked; its fields are those of the HTTP route. */
export interface CommandMessage {
  readonly type: CommandType;
  readonly requestId: string;
  /** Value of the record header `authorization`, as `Bearer <key>`; null when there is none. */
  readonly authorization: string | null;
  /** Scope named by the producer; applies only when the deployment trusts its producers. */
  readonly scope: { readonly namespace: string; readonly agent: string } | null;
  /** Value of the record header `traceparent` (W3C). */
  readonly traceparent?: string;
  /** When the broker appended the record; absent when the command did not come from a broker. */
  readonly takenAt?: Date;
  /** Data without request id and scope. */
  readonly fields: Readonly<Record<string, ExactJson>>;
}

export interface CommandSucceeded {
  readonly request_id: string;
  readonly command: CommandType;
  /** Whether the result is that of an earlier command with the same request id. */
  readonly replayed: boolean;
  /** Body that the HTTP route would return. */
  readonly result: object;
}

export interface CommandFailed {
  readonly request_id: string;
  readonly command: CommandType | null;
  readonly error: { readonly code: string; readonly message: string };
  /** HTTP status that the route would return. */
  readonly status: number;
}

export type CommandReplyData = CommandSucceeded | CommandFailed;

/** Thrown when a record of the command topic is not a valid command. The reason never contains text of the record. */
export class MalformedCommand extends Error {
  override readonly name = 'MalformedCommand';
  constructor(
    readonly reason: string,
    /** For the reply; null when it could not be read either. */
    readonly requestId: string | null,
    readonly command: CommandType | null,
  ) {
    super(`malformed command: ${reason}`);
  }
}

const ENVELOPE_FIELDS = new Set(['request_id', 'scope']);
const REQUEST_ID = /^[\x21-\x7e]{1,255}$/;

/**
 * Reads a record of the command topic.
 * @param authorization value of the record header of that name
 * @throws MalformedCommand
 */
export function readCommand(value: string, authorization: string | null): CommandMessage {
  const message = parse(value);
  const data = objectOrNull(objectOrNull(message)?.['data']);
  const requestId = requestIdOf(data);
  const type = typeOf(objectOrNull(message)?.['type']);
  const fault = envelopeFault(message, type, requestId);
  if (fault !== null || type === null || requestId === null || data === null) {
    throw new MalformedCommand(fault ?? 'unreadable', requestId, type);
  }
  const fields = Object.fromEntries(Object.entries(data).filter(([name]) => !ENVELOPE_FIELDS.has(name)));
  return { type, requestId, authorization, scope: scopeOf(data['scope'], requestId, type), fields };
}

/** Wraps a reply in a CloudEvent: `CommandFailed` when it has an error, else `CommandSucceeded`. */
export function commandReply(data: CommandReplyData): CloudEvent<CommandReplyData> {
  const type = 'error' in data ? 'CommandFailed' : 'CommandSucceeded';
  return {
    specversion: '1.0',
    id: uuidv7(),
    source: 'engraph',
    type: `engraph.${type}`,
    subject: data.request_id,
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    dataschema: schemaUrn(type, 1),
    data,
  };
}

/** Serialises a reply as the value of a Kafka record; integers are exact. */
export function writeCommandReply(data: CommandReplyData): string {
  return stringifyExact(commandReply(data));
}

function parse(value: string): ExactJson {
  try {
    return parseExact(value);
  } catch {
    // No cause: the parser's message quotes the text.
    throw new MalformedCommand('not JSON', null, null);
  }
}

function envelopeFault(message: ExactJson, type: CommandType | null, requestId: string | null): string | null {
  const fault = schemaFault(CLOUD_EVENT_SCHEMA, message);
  if (fault !== null) return fault;
  if (type === null) return `type is none of engraph.${COMMAND_TYPES.join(', engraph.')}`;
  if (requestId === null) return '/data/request_id must be 1 to 255 visible ASCII characters';
  const schema = objectOrNull(message)?.['dataschema'];
  const known = schema === undefined || schema === schemaUrn(type, 1);
  return known ? null : `dataschema is not a known version of ${type}`;
}

function objectOrNull(value: ExactJson | undefined): { [key: string]: ExactJson } | null {
  return typeof value === 'object' && !Array.isArray(value) ? value : null;
}

function requestIdOf(data: { [key: string]: ExactJson } | null): string | null {
  const id = data?.['request_id'];
  return typeof id === 'string' && REQUEST_ID.test(id) ? id : null;
}

function typeOf(type: ExactJson | undefined): CommandType | null {
  return COMMAND_TYPES.find((known) => type === `engraph.${known}`) ?? null;
}

function scopeOf(scope: ExactJson | undefined, requestId: string, type: CommandType): CommandMessage['scope'] {
  if (scope === undefined || scope === null) return null;
  const { namespace, agent } = objectOrNull(scope) ?? {};
  if (typeof namespace === 'string' && typeof agent === 'string') return { namespace, agent };
  throw new MalformedCommand('/data/scope must have namespace and agent', requestId, type);
}

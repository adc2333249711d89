import type { ToolAnnotations } from '@modelcontextprotocol/server';
import { CallRefused, type EngraphCalls } from '../calls/engraph-calls.js';
import type { ApiSchemas, ToolFields } from '../schema/api-schemas.js';
import type { ToolArguments } from '../schema/tool-schema.js';

/** What a tool answers. */
export interface ToolAnswer {
  /** For the model. Stored text in it is marked by `quotedData`. */
  readonly text: string;
  /** The same for programs. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Nothing was done. */
  readonly failed?: true;
}

/** A tool of the MCP server. */
export interface MemoryTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly required: readonly string[];
  /** Schemas of its arguments, made of those of the API. */
  fields(schemas: ApiSchemas): ToolFields;
  /** Schemas of the fields of its answer, and which of them it always has. */
  answer(schemas: ApiSchemas): { readonly fields: ToolFields; readonly required: readonly string[] };
  /** @throws CallRefused */
  run(given: ToolArguments, calls: EngraphCalls): Promise<ToolAnswer>;
}

/** Longest wait for extraction, in seconds, below the time in which the API answers any request. */
const MAX_WAIT_SECONDS = 20;

/** Argument of the tools that can wait for extraction. */
export const WAIT_SECONDS = {
  type: 'integer',
  minimum: 0,
  maximum: MAX_WAIT_SECONDS,
  description:
    'Longest time to wait, in seconds, until recall finds the memory and its facts are extracted: 0 to 20, default 5. It ' +
    'is stored durably before that.',
} as const;

const USUAL_WAIT_SECONDS = 5;

/** Seconds to wait. @throws CallRefused for anything but a whole number from 0 to 20 */
export function waitSecondsOf(given: ToolArguments): number {
  const seconds = given['wait_seconds'] ?? USUAL_WAIT_SECONDS;
  if (typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= 0 && seconds <= MAX_WAIT_SECONDS)
    return seconds;
  throw new CallRefused('bad_request', `wait_seconds must be a whole number from 0 to ${String(MAX_WAIT_SECONDS)}`);
}

/** Argument of writes that have a meaning of their own when they are repeated. */
export const REQUEST_ID = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^[\\x21-\\x7e]+$',
  description:
    'Id of this request that you choose. Repeat a call with the same id after an error or a lost connection: for 24 ' +
    'hours it is done once.',
} as const;

/** Request id that the caller chose; undefined if it chose none. @throws CallRefused for anything but a text */
export function requestIdIn(given: ToolArguments): string | undefined {
  const id = given['request_id'];
  if (id === undefined || (typeof id === 'string' && /^[\x21-\x7e]{1,255}$/.test(id))) return id;
  throw new CallRefused('bad_request', 'request_id must be 1 to 255 visible ASCII characters');
}

/** Fields of these names. */
export function picked(given: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));
}

/** Argument that must be a text. @throws CallRefused */
export function textArgument(given: ToolArguments, name: string): string {
  const value = given[name];
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new CallRefused('bad_request', `${name} must be a text, not blank`);
}

/** A memory as a line of text: day, id, speaker and words. */
export function memoryLine({ memory_id: id, text, speaker, created_at, occurred_at }: ToldMemory): string {
  const day = (occurred_at ?? created_at).slice(0, 'yyyy-mm-dd'.length);
  return `[${day}, memory ${id}]${speaker ? ` ${speaker}:` : ''} ${text}`;
}

interface ToldMemory {
  readonly memory_id: string;
  readonly text: string;
  readonly speaker: string | null;
  /** In ISO 8601. */
  readonly created_at: string;
  readonly occurred_at: string | null;
}

import { v5 as uuidv5 } from 'uuid';
import type { EntityCorrected, EventData, EventType } from '#contracts/events.js';
import { parseExact, type ExactJson } from '#contracts/exact-json.js';
import { boundExceeded } from '#contracts/json-bounds.js';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import { isEntityType } from '#contracts/ontology.js';
import { EVENT_SCHEMAS } from '#contracts/schemas/event-schemas.js';
import { schemaFault } from '#contracts/schemas/validate.js';
import { isEventType, upcast } from '#contracts/upcast.js';
import { faultOfCorrection, ofKnownNames } from '#graph/commands/correction-in-scope.js';
import { inOtherScope, type EntityByName } from '#graph/named-entities.js';
import { EXPORT_VERSION, type ExportEnd } from './export-lines.js';
import { InvalidImportLine } from './import-errors.js';
import { factForScope, faultOfFact, isFactEvent } from './import-facts.js';

/** An event of a line, for the scope that imports it. */
export type ImportedEvent = {
  [T in EventType]: {
    /** Number of the line, from 1. */
    readonly line: number;
    readonly eventId: string;
    readonly type: T;
    readonly streamId: string;
    readonly recordedAt: Date;
    readonly data: EventData[T];
  };
}[EventType];

/** What a line says; `foreign`: an event of another scope that says nothing in this one. */
export type ImportLine =
  | { readonly kind: 'header'; readonly scopeId: string }
  | { readonly kind: 'event'; readonly event: ImportedEvent }
  | { readonly kind: 'end'; readonly end: ExportEnd }
  | { readonly kind: 'checkpoint' | 'foreign' | 'blank' };

/** Scope that a file is of, and scope that it goes to. */
export interface ImportScopes {
  /** Null before the header. */
  readonly from: string | null;
  readonly to: string;
}

/** Maximum bytes of a line: an event with a text of 1 MiB, in the worst JSON escaping, and what was read in it. */
export const MAX_LINE_BYTES = 8 * 1024 * 1024;
const MAX_TEXT_BYTES = 1024 * 1024;
/** Above those of a body: what was read in a memory of a mebibyte has many parts. */
const JSON_BOUNDS = { depth: 64, values: 1_000_000 };
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads a line without its line feed. @throws InvalidImportLine */
export function readImportLine(bytes: Buffer, line: number, scopes: ImportScopes): ImportLine {
  const fail = (fault: string): never => {
    throw new InvalidImportLine(line, fault);
  };
  const value = parsedLine(bytes, fail);
  if (value === null) return { kind: 'blank' };
  const { engraph } = value;
  if (engraph === 'export') return headerLine(value, fail);
  if (scopes.from === null) return fail('the first line must be the header of an export, {"engraph": "export", …}');
  if (engraph === 'end') return { kind: 'end', end: value as unknown as ExportEnd };
  if (engraph === 'checkpoint') return { kind: 'checkpoint' };
  if (engraph !== undefined) return fail('engraph must be export, checkpoint or end');
  return eventLine(value, { line, from: scopes.from, to: scopes.to }, fail);
}

type Fail = (fault: string) => never;
type Parsed = Record<string, ExactJson>;

function parsedLine(bytes: Buffer, fail: Fail): Parsed | null {
  if (bytes.length > MAX_LINE_BYTES) return fail(`a line holds at most ${String(MAX_LINE_BYTES)} bytes`);
  const exceeded = boundExceeded(bytes, JSON_BOUNDS);
  if (exceeded !== null) return fail(`it has more than ${String(JSON_BOUNDS[exceeded])} levels or values`);
  const text = bytes.toString();
  if (text.trim() === '') return null;
  let value: ExactJson;
  try {
    value = parseExact(text);
  } catch {
    return fail('it is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail('it is not a JSON object');
  return value;
}

function headerLine({ version, scope_id }: Parsed, fail: Fail): ImportLine {
  if (version !== EXPORT_VERSION) return fail(`version must be ${String(EXPORT_VERSION)}`);
  if (typeof scope_id !== 'string' || !UUID.test(scope_id)) return fail('scope_id must be a UUID');
  return { kind: 'header', scopeId: scope_id };
}

function eventLine(value: Parsed, at: { line: number; from: string; to: string }, fail: Fail): ImportLine {
  const { event: id, type, recorded_at } = value;
  if (typeof id !== 'string' || !UUID.test(id)) return fail('event must be a UUID in lower case');
  if (typeof type !== 'string' || !isEventType(type)) return fail('type is no event type of this version of Engraph');
  if (!isImported(type)) return fail(`${type} is not imported`);
  const recordedAt = new Date(typeof recorded_at === 'string' ? recorded_at : Number.NaN);
  if (Number.isNaN(recordedAt.getTime())) return fail('recorded_at must be an ISO 8601 time');
  const upcasted = checkedData(type, value, fail);
  const data = at.from === at.to ? upcasted : forScope(type, upcasted, at.to, value, fail);
  if (data === null) return { kind: 'foreign' };
  const eventId = at.from === at.to ? id : uuidv5(`event\0${id}`, at.to);
  const event = { line: at.line, eventId, type, recordedAt, data, streamId: streamOf(type, data, fail) };
  checkContent(event as ImportedEvent, at.to, fail);
  return { kind: 'event', event: event as ImportedEvent };
}

/** Data of an event by its schema, in the current version. */
function checkedData(type: EventType, { version, data = null }: Parsed, fail: Fail) {
  const schema = typeof version === 'number' ? EVENT_SCHEMAS[type][version] : undefined;
  if (!schema) return fail(`version is no version of ${type} that this version of Engraph knows`);
  const fault = schemaFault(schema, data);
  return fault === null ? upcast(type, Number(version), data) : fail(`data${fault}`);
}

/** Data of an event of another scope; null where it names what that scope had and this one cannot know. */
function forScope(type: EventType, data: unknown, scopeId: string, { entities, value_key }: Parsed, fail: Fail) {
  if (type.startsWith('Memor')) return data;
  const named = entities ?? {};
  if (!isNamed(named)) return fail('entities must hold a type_id and a normal_form for each entity id');
  const event = { type, data };
  if (isFactEvent(event)) return factForScope(event, scopeId, named, value_key);
  const own = type === 'EntityCorrected' ? ofKnownNames(data as EntityCorrected, named) : data;
  return inOtherScope(own, scopeId, named);
}

function isNamed(entities: ExactJson): entities is Record<string, ExactJson & EntityByName> {
  if (typeof entities !== 'object' || entities === null || Array.isArray(entities)) return false;
  return Object.values(entities).every((entity) => {
    if (typeof entity !== 'object' || entity === null || Array.isArray(entity)) return false;
    return Number.isSafeInteger(entity['type_id']) && typeof entity['normal_form'] === 'string';
  });
}

/** How the stream of an event follows from its data; null for types that are not imported. */
const STREAMS: { readonly [T in EventType]: ((data: EventData[T]) => string | null) | null } = {
  MemoryEncoded: (data) => uuidOfMemoryId(data.memory_id),
  MemoryRevised: (data) => uuidOfMemoryId(data.memory_id),
  MemoryExtracted: (data) => uuidOfMemoryId(data.memory_id),
  MemoryExtractionFailed: (data) => uuidOfMemoryId(data.memory_id),
  MemoryForgotten: (data) => uuidOfMemoryId(data.memory_id),
  MemoriesLinked: (data) => uuidOfMemoryId(data.source),
  MemoriesUnlinked: (data) => uuidOfMemoryId(data.source),
  EntityCreated: (data) => data.entity_id,
  NameAssigned: (data) => data.entity_id,
  EntityCorrected: (data) => data.entity_id,
  FactAsserted: (data) => data.fact_id,
  FactConfirmed: (data) => data.fact_id,
  FactRetracted: (data) => data.fact_id,
  MemoryRestored: null,
  GraphUpdated: null,
  ScopeErased: null,
};

const isImported = (type: EventType): boolean => STREAMS[type] !== null;

function streamOf(type: EventType, data: unknown, fail: Fail): string {
  const stream = (STREAMS[type] as ((data: unknown) => string | null) | null)?.(data);
  return stream ?? fail('a memory id must be a decimal string below 2^128');
}

function checkContent(event: ImportedEvent, scopeId: string, fail: Fail): void {
  const { type, data } = event;
  const isText = type === 'MemoryEncoded' || type === 'MemoryRevised';
  if (isText && Buffer.byteLength(data.text ?? '') > MAX_TEXT_BYTES)
    fail(`the text of a memory holds at most ${String(MAX_TEXT_BYTES)} bytes`);
  const unknown = type === 'MemoryExtracted' || isFactEvent(event) ? unknownTypeIn(data) : undefined;
  if (unknown !== undefined) fail(`there is no entity type ${unknown}`);
  const fault = faultOfDecision(event, scopeId);
  if (fault !== null) fail(fault);
}

function faultOfDecision(event: ImportedEvent, scopeId: string): string | null {
  if (isFactEvent(event)) return faultOfFact(event, scopeId);
  return event.type === 'EntityCorrected' ? faultOfCorrection(event.data, scopeId) : null;
}

/** An entity type of a name that the ontology does not have; the schema leaves the list open. */
function unknownTypeIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { type, name } = value as { readonly type?: unknown; readonly name?: unknown };
  if (typeof name === 'string' && typeof type === 'string' && !isEntityType(type)) return type;
  for (const part of Object.values(value)) {
    const unknown = unknownTypeIn(part);
    if (unknown !== undefined) return unknown;
  }
  return undefined;
}

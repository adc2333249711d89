import { EVENT_VERSIONS, type EventType, type StoredEvent } from '#contracts/events.js';
import type { Scope } from '#contracts/scope.js';
import type { Sql } from '#database/sql.js';
import {
  logSnapshot,
  readScope,
  SCOPE_START,
  type LogSnapshot,
  type ScopePage,
  type ScopePlace,
} from '#event-store/read-scope.js';
import { isFactDecision } from '#graph/projection/project-facts.js';
import { valueKeysOf } from '#graph/queries/value-keys.js';
import { resolveFilter } from '#search/filter/resolve-filter.js';
import type { SearchFilter } from '#search/filter/search-filter.js';
import { namedEntities, uuidsIn, type NamedEntities } from '#graph/named-entities.js';
import { chainDigest, headerOf, lineOf, type ExportedEvent } from './export-lines.js';
import { passingEvents } from './passing-events.js';

/**
 * Part of the file that an event type is in; null: in none. Links and decisions about facts come last, when the
 * memories that they name are there. GraphUpdated follows from the others, MemoryRestored is left out together with the
 * forget that it undid, and an erased scope has nothing to export.
 */
const PARTS: Readonly<Record<EventType, number | null>> = {
  MemoryEncoded: 0,
  MemoryRevised: 0,
  MemoryExtracted: 0,
  MemoryExtractionFailed: 0,
  MemoryForgotten: 0,
  EntityCreated: 0,
  NameAssigned: 0,
  EntityCorrected: 0,
  MemoriesLinked: 1,
  MemoriesUnlinked: 1,
  FactAsserted: 1,
  FactConfirmed: 1,
  FactRetracted: 1,
  MemoryRestored: null,
  GraphUpdated: null,
  ScopeErased: null,
};

/** Event types of a part; none behind the last one. With a filter, those of memories and links alone. */
function typesOf(part: number, filter: SearchFilter | null): EventType[] {
  return (Object.keys(PARTS) as EventType[]).filter(
    (type) => PARTS[type] === part && (filter === null || isOfMemories(type)),
  );
}

const isOfMemories = (type: EventType): boolean => type.startsWith('Memor');

/** Position behind a page of an export, from which it continues. */
export interface ExportPosition {
  readonly at: LogSnapshot;
  readonly part: number;
  readonly place: ScopePlace;
  /** Events so far. */
  readonly events: number;
  /** Digest of the lines so far, without the checkpoint that holds this position. */
  readonly sha256: string;
}

export interface ExportOptions {
  readonly scope: Scope;
  readonly now: Date;
  /** Only active memories that pass when their page is read, and links between them; null: the whole scope. */
  readonly filter?: SearchFilter | null;
  /** Session of the owner, which alone sees where the log is. */
  readonly system: Sql;
  /** Cursor of the last checkpoint of an interrupted export, and its position; null: from the beginning. */
  readonly from: { readonly cursor: string; readonly position: ExportPosition } | null;
  /** Writes a position as the cursor of a checkpoint. */
  readonly cursorOf: (position: ExportPosition) => Promise<string> | string;
  /** Runs the reading of one page, such as under a share of the scope's requests. */
  readonly turn?: <T>(read: () => Promise<T>) => Promise<T>;
  readonly limits?: { readonly events: number; readonly bytes: number };
}

const LIMITS = { events: 500, bytes: 1024 * 1024 };

/**
 * Yields the text of an export page by page: a header unless it continues, the events of the scope as of its beginning,
 * a checkpoint after each page, and an end. It holds no connection between pages, and reads a page only when the caller
 * asks for it. What is erased meanwhile is not exported.
 * @throws UnknownEventVersion
 */
export async function* exportScope(sql: Sql, options: ExportOptions): AsyncGenerator<string, void> {
  const { scope, from, cursorOf, filter = null } = options;
  const lines = from ? new ChainedLines(digestBehind(from)) : new ChainedLines('');
  if (!from) lines.add(lineOf(headerOf(scope, { now: options.now, filter })));
  const at = from?.position.at ?? (await logSnapshot(options.system));
  let { part, place, events } = from?.position ?? { part: 0, place: SCOPE_START, events: 0 };
  const streams = await streamsOf(sql, scope.scopeId, filter);
  for (let types = typesOf(part, filter); types.length > 0; types = typesOf(part, filter)) {
    const page = await readInTurn(sql, options, place, { at, types, streams });
    for (const line of page.lines) lines.add(lineOf(line));
    events += page.lines.length;
    if (page.last) place = page.last;
    else [part, place] = [part + 1, SCOPE_START];
    if (!page.last) continue;
    const { sha256 } = lines;
    lines.add(checkpoint(await cursorOf({ at, part, place, events, sha256 }), { events, sha256 }));
    yield lines.take();
  }
  const end = lineOf({ engraph: 'end', events, sha256: lines.sha256 });
  yield `${lines.take()}${end}\n`;
}

/** The memories that pass a filter as a `uuid[]`, where they are few enough to be read alone. */
async function streamsOf(sql: Sql, scopeId: string, filter: SearchFilter | null): Promise<Buffer | undefined> {
  return filter ? (await resolveFilter(sql, scopeId, filter)).memoryIds?.toUuidArray() : undefined;
}

/** What of a page is read, beside its limits. */
interface PageContent {
  readonly at: LogSnapshot;
  readonly types: readonly EventType[];
  readonly streams: Buffer | undefined;
}

function readInTurn(
  sql: Sql,
  { scope, turn = (read) => read(), limits = LIMITS, filter = null }: ExportOptions,
  place: ScopePlace,
  content: PageContent,
): Promise<Page> {
  return turn(() => readPage(sql, scope.scopeId, place, { ...content, limits, filter }));
}

function checkpoint(cursor: string, { events, sha256 }: Pick<ExportPosition, 'events' | 'sha256'>): string {
  return lineOf({ engraph: 'checkpoint', events, sha256, cursor });
}

function digestBehind({ cursor, position }: NonNullable<ExportOptions['from']>): string {
  return chainDigest(position.sha256, checkpoint(cursor, position));
}

/** Lines that wait to be sent, with the digest of all lines so far. */
class ChainedLines {
  private readonly waiting: string[] = [];

  constructor(public sha256: string) {}

  add(line: string): void {
    this.sha256 = chainDigest(this.sha256, line);
    this.waiting.push(line, '\n');
  }

  take(): string {
    return this.waiting.splice(0).join('');
  }
}

interface Page {
  readonly lines: readonly ExportedEvent[];
  /** Place of the last event read, exported or not; null: there was none. */
  readonly last: ScopePlace | null;
}

async function readPage(
  sql: Sql,
  scopeId: string,
  after: ScopePlace,
  { filter, ...options }: Parameters<typeof readScope>[3] & { readonly filter: SearchFilter | null },
): Promise<Page> {
  const read = wholeStreams(await readScope(sql, scopeId, after, options));
  const events = filter ? await passingEvents(sql, scopeId, filter, read) : read;
  const named = await namedEntities(sql, scopeId, [...new Set(events.flatMap(entityIdsOf))]);
  const valueKeys = await valueKeysOf(sql, scopeId, events.filter(isFactDecision));
  const last = read.at(-1);
  return {
    lines: events.map((event) => withValueKey(exportedEvent(event, named), event, valueKeys)),
    last: last ? { streamId: last.streamId, position: last.at.position.toString() } : null,
  };
}

/**
 * A page without its last stream, which may go on behind it: what was read in a memory then comes with the memory. A
 * stream longer than a page is cut.
 */
function wholeStreams({ events: page, isLast }: ScopePage): readonly StoredEvent[] {
  const cut = page.findIndex(({ streamId }) => streamId === page.at(-1)?.streamId);
  return isLast || cut === 0 ? page : page.slice(0, cut);
}

function exportedEvent(event: StoredEvent, named: NamedEntities): ExportedEvent {
  const { id, type, data, recordedAt } = event;
  const entities = Object.fromEntries(
    entityIdsOf(event).flatMap((entityId) => {
      const entity = named.get(entityId);
      return entity ? [[entityId, entity] as const] : [];
    }),
  );
  const line = { event: id, type, version: EVENT_VERSIONS[type], recorded_at: recordedAt.toISOString(), data };
  return Object.keys(entities).length > 0 ? { ...line, entities } : line;
}

function withValueKey(
  line: ExportedEvent,
  { type, data }: StoredEvent,
  valueKeys: ReadonlyMap<string, string>,
): ExportedEvent {
  const key = type === 'FactRetracted' ? valueKeys.get(data.value_id ?? '') : undefined;
  return key === undefined ? line : { ...line, value_key: key };
}

/** UUIDs in the data of an event: memories have decimal ids, so these are of entities and of what is made of them. */
function entityIdsOf({ type, data }: StoredEvent): string[] {
  return isOfMemories(type) ? [] : uuidsIn(data);
}

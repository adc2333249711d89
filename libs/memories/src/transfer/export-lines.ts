import { createHash } from 'node:crypto';
import type { EventType } from '#contracts/events.js';
import { stringifyExact } from '#contracts/exact-json.js';
import type { Scope } from '#contracts/scope.js';
import type { EntityByName } from '#graph/named-entities.js';
import type { SearchFilter } from '#search/filter/search-filter.js';

/** Version of the format, in the first line of each file. */
export const EXPORT_VERSION = 1;

/** First line of an export: of which scope it is. Entity ids depend on the scope, see `forScope`. */
export interface ExportHeader {
  readonly engraph: 'export';
  readonly version: number;
  readonly namespace: string;
  readonly agent: string;
  readonly scope_id: string;
  readonly exported_at: string;
  /** The filter that its memories pass; absent where it has the whole scope. */
  readonly filter?: SearchFilter;
}

/** An event of the scope, as the log has it. */
export interface ExportedEvent {
  /** Id of the event. */
  readonly event: string;
  readonly type: EventType;
  readonly version: number;
  readonly recorded_at: string;
  readonly data: unknown;
  /** The entity rows that the data names by id; absent where it names none. */
  readonly entities?: Readonly<Record<string, EntityByName>>;
  /** Key of the value of a retracted fact, whose data has only its id; absent where no memory says it any more. */
  readonly value_key?: string;
}

/** Line after each page: an interrupted export continues behind it with its cursor. */
export interface ExportCheckpoint {
  readonly engraph: 'checkpoint';
  /** Events before this line. */
  readonly events: number;
  /** Digest of all lines before this one, see `chainDigest`. */
  readonly sha256: string;
  readonly cursor: string;
}

/** Last line: a file without it was cut. */
export interface ExportEnd extends Omit<ExportCheckpoint, 'engraph' | 'cursor'> {
  readonly engraph: 'end';
}

/**
 * Digest of a file up to and with a line: SHA-256 of the digest of the lines before it, as 64 hexadecimal digits, and
 * of the line without its line feed. It starts from an empty string.
 */
export function chainDigest(before: string, line: string | Uint8Array): string {
  return createHash('sha256').update(before).update(line).digest('hex');
}

export function headerOf(
  { namespace, agent, scopeId }: Scope,
  { now, filter }: { readonly now: Date; readonly filter: SearchFilter | null },
): ExportHeader {
  return {
    engraph: 'export',
    version: EXPORT_VERSION,
    ...{ namespace, agent, scope_id: scopeId, exported_at: now.toISOString() },
    ...(filter && { filter }),
  };
}

/** A line of an export, without its line feed. */
export function lineOf(line: ExportHeader | ExportedEvent | ExportCheckpoint | ExportEnd): string {
  return stringifyExact(line);
}

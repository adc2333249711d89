import type { ExactJson } from '#contracts/exact-json.js';
import type { MemoryEncoded } from '#contracts/events.js';
import { nanosOfIso } from '#contracts/iso-times.js';

/** A memory as another system has it. */
export interface SourceMemory extends Partial<
  Pick<MemoryEncoded, 'speaker' | 'role' | 'genre' | 'kind' | 'metadata' | 'tags'>
> {
  /** What the system knows it by, so that it is stored once however often it is imported. */
  readonly id: string;
  readonly text: string;
  /** Conversation that it is a turn of, if any; its turns are in order. */
  readonly conversation?: string | null;
  /** Session of its own; by default one of the conversation. */
  readonly session?: bigint | number | null;
  /** When it was said or made, in Unix nanoseconds; null: unknown. */
  readonly atNanos: bigint | null;
}

/** What a file of another system holds. */
export interface SourceFile {
  readonly memories: readonly SourceMemory[];
  /** How many of its entries are left out, by reason. */
  readonly leftOut: Readonly<Record<string, number>>;
}

export type Entry = Readonly<Record<string, ExactJson | undefined>>;

/** Collects what is left out. */
export class LeftOut {
  readonly counts: Record<string, number> = {};

  /** Counts an entry. @returns nothing to import */
  add(reason: string): [] {
    this.counts[reason] = (this.counts[reason] ?? 0) + 1;
    return [];
  }
}

/** Whether a value is an object, not a list. */
export function isEntry(value: ExactJson | undefined): value is Record<string, ExactJson> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is text that is not blank. */
export function textIn(value: ExactJson | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/**
 * Unix nanoseconds of an ISO 8601 time, one without a zone in UTC, or of a number of seconds; null for anything else.
 */
export function nanosOfTime(value: ExactJson | undefined): bigint | null {
  if (typeof value === 'string') return nanosOfText(value.trim());
  const ms = typeof value === 'number' ? value * 1_000 : Number.NaN;
  return Number.isFinite(ms) && ms > 0 && ms <= MAX_MS ? nanosOfMs(ms) : null;
}

/** The end of the 21st century. */
const MAX_MS = 4_102_444_800_000;

/** A double holds the microseconds of a time in milliseconds. */
const nanosOfMs = (ms: number): bigint => BigInt(Math.round(ms * 1_000)) * 1_000n;

function nanosOfText(text: string): bigint | null {
  const nanos = nanosOfIso(text);
  const inUtc = nanos === 'no-zone' ? nanosOfIso(text.includes(':') ? `${text}Z` : `${text}T00:00:00Z`) : nanos;
  return typeof inUtc === 'bigint' ? inUtc : null;
}

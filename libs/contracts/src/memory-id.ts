import { uuidV7Source } from './uuid-v7.js';

const MAX_MEMORY_ID = (1n << 128n) - 1n;
const CANONICAL_DECIMAL = /^(0|[1-9][0-9]{0,38})$/;

/** A UUID source of its own: ids by the clock of Postgres must not follow those of a clock that is ahead. */
const nextUuid = uuidV7Source();

/**
 * Creates a time-ordered memory id, as the hyphenated UUIDv7 stored in the database.
 * @param nowMs time in Unix milliseconds; the system clock by default
 */
export function newMemoryUuid(nowMs?: number): string {
  return nextUuid(nowMs);
}

/** Public form of a memory id: the 128 bits of the UUID as a decimal string. */
export function memoryIdOfUuid(uuid: string): string {
  return BigInt(`0x${uuid.replaceAll('-', '')}`).toString();
}

/** UUID of a public memory id; null when the text is not a canonical decimal below 2^128. */
export function uuidOfMemoryId(memoryId: string): string | null {
  if (!CANONICAL_DECIMAL.test(memoryId)) return null;
  const value = BigInt(memoryId);
  if (value > MAX_MEMORY_ID) return null;
  const hex = value.toString(16).padStart(32, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

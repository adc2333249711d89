import { uuidV7Source } from './uuid-v7.js';

const MAX_MEMORY_ID = (1n << 128n) - 1n;
const CANONICAL_DECIMAL = /^(0|[1-9][0-9]{0,38})$/;

/** Of their own: an id by the clock of Postgres does not follow one by a clock that is ahead. */
const nextUuid = uuidV7Source();

/**
 * A fresh time-ordered memory id, as the hyphenated UUIDv7 that the database keeps.
 * @param nowMs milliseconds since 1970; absent: by the machine's clock
 */
export function newMemoryUuid(nowMs?: number): string {
  return nextUuid(nowMs);
}

/** The public form of a memory id: the UUID's 128 bits as a decimal string. */
export function memoryIdOfUuid(uuid: string): string {
  return BigInt(`0x${uuid.replaceAll('-', '')}`).toString();
}

/** The UUID of a public memory id, or null when the text is not a canonical decimal below 2^128. */
export function uuidOfMemoryId(memoryId: string): string | null {
  if (!CANONICAL_DECIMAL.test(memoryId)) return null;
  const value = BigInt(memoryId);
  if (value > MAX_MEMORY_ID) return null;
  const hex = value.toString(16).padStart(32, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

import { createHash } from 'node:crypto';

/** Session as a caller names it: an unsigned 64-bit integer, or a text. */
export type Session = bigint | number | string;

const MAX_U64 = (1n << 64n) - 1n;

/**
 * Number by which a session is stored and found: an integer is its own, also as a text in canonical decimal (42 and
 * "42" are one session); of any other text the first 64 bits of its SHA-256.
 */
export function sessionNumber(session: Session): bigint {
  if (typeof session !== 'string') return BigInt(session);
  if (/^(?:0|[1-9]\d{0,19})$/.test(session) && BigInt(session) <= MAX_U64) return BigInt(session);
  return createHash('sha256').update(session).digest().readBigUInt64BE();
}

/** Fields of MemoryEncoded for a session: its number, and the text if it was given as one. */
export function sessionFields(session: Session | null): {
  readonly session: bigint | number | null;
  readonly session_text?: string;
} {
  return typeof session === 'string' ? { session: sessionNumber(session), session_text: session } : { session };
}

import { createHash, createHmac } from 'node:crypto';

/** Secrets in the hash of each API key, stored apart from the database; empty: none. */
export interface Peppers {
  /** Pepper for new hashes. */
  readonly current: string;
  /** Pepper of older hashes: their keys stay valid, and are rehashed at their next use. */
  readonly previous: string;
}

export const NO_PEPPERS: Peppers = { current: '', previous: '' };

/** Stored hash of a key, and the id of its pepper; null: none. */
export interface KeyHash {
  readonly hash: Buffer;
  readonly pepperId: string | null;
}

/**
 * Hashes a key: HMAC-SHA-256 with the pepper, or SHA-256 without one. 256 random bits need neither salt nor a slow
 * hash. With the pepper, a copy of the database alone does not reveal whether a key is in it.
 */
export function hashApiKey(key: string, pepper: string): KeyHash {
  if (pepper === '') return { hash: createHash('sha256').update(key).digest(), pepperId: null };
  return { hash: createHmac('sha256', pepper).update(key).digest(), pepperId: pepperIdOf(pepper) };
}

/** All hashes under which a key may be stored, the current one first. */
export function hashesOf(key: string, { current, previous }: Peppers): [KeyHash, ...KeyHash[]] {
  const older = [...new Set([previous, ''])].filter((pepper) => pepper !== current);
  return [hashApiKey(key, current), ...older.map((pepper) => hashApiKey(key, pepper))];
}

/** Id of a pepper that does not reveal it: a pepper has at least 32 characters, so it cannot be found by trying. */
export function pepperIdOf(pepper: string): string {
  return createHmac('sha256', pepper).update('id of this pepper').digest('hex').slice(0, 16);
}

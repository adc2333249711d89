import { createHash, createHmac } from 'node:crypto';

/** Secrets of a deployment, kept apart from its database, that go into the hash of each API key; empty: none. */
export interface Peppers {
  /** With which keys are hashed now. */
  readonly current: string;
  /** With which they were before: such keys stay valid, and are hashed anew at their next use. */
  readonly previous: string;
}

export const NO_PEPPERS: Peppers = { current: '', previous: '' };

/** The hash of a key as it is stored, and the pepper in it; null: none. */
export interface KeyHash {
  readonly hash: Buffer;
  readonly pepperId: string | null;
}

/**
 * The hash under which a key is stored: HMAC-SHA-256 by the pepper, or SHA-256 where there is none. 256 random bits need
 * no salt and no slow hash; the pepper keeps who has a copy of the database alone from telling whether a key is in it.
 */
export function hashApiKey(key: string, pepper: string): KeyHash {
  if (pepper === '') return { hash: createHash('sha256').update(key).digest(), pepperId: null };
  return { hash: createHmac('sha256', pepper).update(key).digest(), pepperId: pepperIdOf(pepper) };
}

/** Every hash under which a key may be stored, the present one first. */
export function hashesOf(key: string, { current, previous }: Peppers): [KeyHash, ...KeyHash[]] {
  const older = [...new Set([previous, ''])].filter((pepper) => pepper !== current);
  return [hashApiKey(key, current), ...older.map((pepper) => hashApiKey(key, pepper))];
}

/** Tells peppers apart without telling them: a pepper has at least 32 characters, so that none can be found by trying. */
export function pepperIdOf(pepper: string): string {
  return createHmac('sha256', pepper).update('id of this pepper').digest('hex').slice(0, 16);
}

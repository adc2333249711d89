import { readFile, stat } from 'node:fs/promises';
import { createLocalJWKSet, createRemoteJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';

/** The keys that tokens are signed with cannot be read; says nothing of a token. */
export class JwtKeysUnavailable extends Error {
  override readonly name = 'JwtKeysUnavailable';
}

/** A set of keys is fetched again after this time, so that a key that was taken out stops being trusted. */
const MAX_AGE_MS = 10 * 60_000;
/** A token of an unknown key has them fetched at once, but no oftener: a flood of such tokens must not reach the issuer. */
const COOLDOWN_MS = 30_000;
const FETCH_TIMEOUT_MS = 2_000;

/**
 * Keys at a URL, cached, and fetched again for a key id that is not among them.
 * @param cooldownMs between two such fetches
 */
export function keysAtUrl(url: string, cooldownMs = COOLDOWN_MS): JWTVerifyGetKey {
  const options = { cacheMaxAge: MAX_AGE_MS, cooldownDuration: cooldownMs, timeoutDuration: FETCH_TIMEOUT_MS };
  return createRemoteJWKSet(new URL(url), options);
}

/** Keys of a file, read again when it has changed. */
export function keysInFile(path: string): JWTVerifyGetKey {
  let read: { readonly mtimeMs: number; readonly keys: JWTVerifyGetKey } | undefined;
  const current = async (): Promise<JWTVerifyGetKey> => {
    const { mtimeMs } = await stat(path);
    if (read?.mtimeMs !== mtimeMs)
      read = { mtimeMs, keys: createLocalJWKSet(JSON.parse(await readFile(path, 'utf8')) as JSONWebKeySet) };
    return read.keys;
  };
  return async (header, token) => {
    const keys = await current().catch((cause: unknown) => {
      throw new JwtKeysUnavailable('the file of JWT keys cannot be read', { cause });
    });
    return keys(header, token);
  };
}

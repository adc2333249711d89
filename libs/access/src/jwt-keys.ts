import { readFile, stat } from 'node:fs/promises';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type ExportedJWKSCache,
  type FetchImplementation,
  type JSONWebKeySet,
  jwksCache,
  type JWTVerifyGetKey,
} from 'jose';

/** The issuer's signing keys cannot be read; this says nothing about the token. */
export class JwtKeysUnavailable extends Error {
  override readonly name = 'JwtKeysUnavailable';
  /** @param awayMs milliseconds for which the keys have been unreadable */
  constructor(
    readonly awayMs: number,
    options?: ErrorOptions,
  ) {
    super('the keys of the JWT issuer cannot be read', options);
  }
}

/** Times in milliseconds. */
export interface JwtKeyTimes {
  /** A key set is fetched again after this time, so that a removed key stops being trusted. */
  readonly maxAge: number;
  /** Minimum interval between fetches because of unknown keys: a flood of such tokens must not reach the issuer. */
  readonly cooldown: number;
  /** A key set is used for this long after its last successful read if the issuer is unavailable. */
  readonly maxStale: number;
  /** Pause after a failed fetch: requests must not wait for an unavailable issuer. */
  readonly pause: number;
}

const TIMES: JwtKeyTimes = { maxAge: 10 * 60_000, cooldown: 30_000, maxStale: 60 * 60_000, pause: 5_000 };
const FETCH_TIMEOUT_MS = 2_000;

/** Keys of a JWKS URL, cached, and fetched again for an unknown key id. */
export function keysAtUrl(url: string, times: Partial<JwtKeyTimes> = {}): JWTVerifyGetKey {
  const { maxAge, cooldown, maxStale, pause } = { ...TIMES, ...times };
  const cache: Partial<ExportedJWKSCache> = {};
  const outage = new Outage(pause);
  const fetched = createRemoteJWKSet(new URL(url), {
    ...{ cacheMaxAge: maxAge, cooldownDuration: cooldown, timeoutDuration: FETCH_TIMEOUT_MS },
    ...{ [jwksCache]: cache as ExportedJWKSCache, [customFetch]: outage.guardedFetch },
  });
  return async (header, token) => {
    try {
      return await fetched(header, token);
    } catch (cause) {
      if (isAboutToken(cause)) throw cause;
      const { jwks, uat = 0 } = cache;
      const awayMs = outage.durationMs(uat);
      if (!jwks || Date.now() - uat > maxStale) throw new JwtKeysUnavailable(awayMs, { cause });
      return keyOfStaleSet(jwks, awayMs)(header, token);
    }
  };
}

/** Keys of a JWKS file, read again when it changes. If it is missing or incomplete, the last valid keys are used. */
export function keysInFile(path: string, times: Partial<JwtKeyTimes> = {}): JWTVerifyGetKey {
  const { maxStale, pause } = { ...TIMES, ...times };
  const outage = new Outage(pause);
  let read: { readonly version: string; readonly set: JSONWebKeySet; at: number } | undefined;
  return async (header, token) => {
    try {
      const { mtimeMs, size } = await stat(path);
      const version = `${String(mtimeMs)} ${String(size)}`;
      const set = read?.version === version ? read.set : (JSON.parse(await readFile(path, 'utf8')) as JSONWebKeySet);
      createLocalJWKSet(set);
      read = { version, set, at: Date.now() };
    } catch (cause) {
      const awayMs = outage.durationMs(read?.at ?? 0);
      if (!read || Date.now() - read.at > maxStale) throw new JwtKeysUnavailable(awayMs, { cause });
      return keyOfStaleSet(read.set, awayMs)(header, token);
    }
    return createLocalJWKSet(read.set)(header, token);
  };
}

/** Whether the keys were available and the token is at fault. */
function isAboutToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}

/**
 * Looks up a key in an outdated set. A missing key may exist in the current set, so it is reported as unavailable, not
 * as an invalid token.
 */
function keyOfStaleSet(set: JSONWebKeySet, awayMs: number): JWTVerifyGetKey {
  const keys = createLocalJWKSet(set);
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (cause) {
      throw cause instanceof errors.JWKSNoMatchingKey ? new JwtKeysUnavailable(awayMs, { cause }) : cause;
    }
  };
}

/** Tracks for how long keys could not be read. */
class Outage {
  private since = 0;
  private failedAt = -Infinity;

  constructor(private readonly pauseMs: number) {}

  /**
   * Milliseconds since the current outage began.
   * @param lastRead time of the last successful read by Date.now(), which ended earlier outages
   */
  durationMs(lastRead: number): number {
    const now = Date.now();
    if (this.since <= lastRead) this.since = now;
    return now - this.since;
  }

  /** A fetch that fails immediately during the pause after a failure. */
  readonly guardedFetch: FetchImplementation = async (...request) => {
    if (performance.now() - this.failedAt < this.pauseMs) throw new Error('the issuer did not answer just now');
    try {
      const response = await fetch(...request);
      if (!response.ok) this.failedAt = performance.now();
      return response;
    } catch (error) {
      this.failedAt = performance.now();
      throw error;
    }
  };
}

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

/** The keys that tokens are signed with cannot be read; says nothing of a token. */
export class JwtKeysUnavailable extends Error {
  override readonly name = 'JwtKeysUnavailable';
  /** @param awayMs for how long they could not be read, so far */
  constructor(
    readonly awayMs: number,
    options?: ErrorOptions,
  ) {
    super('the keys of the JWT issuer cannot be read', options);
  }
}

/** Times in milliseconds. */
export interface JwtKeyTimes {
  /** A set of keys is fetched again after this time, so that a key that was taken out stops being trusted. */
  readonly maxAge: number;
  /** A token of an unknown key has them fetched at once, but no oftener: a flood of them must not reach the issuer. */
  readonly cooldown: number;
  /** Keys that were read are used on for this long while no newer ones can be had. */
  readonly maxStale: number;
  /** After a failure nothing is fetched for this long: requests must not wait for an issuer that is away. */
  readonly pause: number;
}

const TIMES: JwtKeyTimes = { maxAge: 10 * 60_000, cooldown: 30_000, maxStale: 60 * 60_000, pause: 5_000 };
const FETCH_TIMEOUT_MS = 2_000;

/** Keys at a URL, cached, and fetched again for a key id that is not among them. */
export function keysAtUrl(url: string, times: Partial<JwtKeyTimes> = {}): JWTVerifyGetKey {
  const { maxAge, cooldown, maxStale, pause } = { ...TIMES, ...times };
  const cache: Partial<ExportedJWKSCache> = {};
  const outage = new Outage(pause);
  const fetched = createRemoteJWKSet(new URL(url), {
    ...{ cacheMaxAge: maxAge, cooldownDuration: cooldown, timeoutDuration: FETCH_TIMEOUT_MS },
    ...{ [jwksCache]: cache as ExportedJWKSCache, [customFetch]: outage.sparing },
  });
  return async (header, token) => {
    try {
      return await fetched(header, token);
    } catch (cause) {
      if (isAboutToken(cause)) throw cause;
      const { jwks, uat = 0 } = cache;
      const awayMs = outage.goesOn(uat);
      if (!jwks || Date.now() - uat > maxStale) throw new JwtKeysUnavailable(awayMs, { cause });
      return keyOfStaleSet(jwks, awayMs)(header, token);
    }
  };
}

/** Keys of a file, read again when it has changed; while it is away or half-written, those that it had. */
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
      const awayMs = outage.goesOn(read?.at ?? 0);
      if (!read || Date.now() - read.at > maxStale) throw new JwtKeysUnavailable(awayMs, { cause });
      return keyOfStaleSet(read.set, awayMs)(header, token);
    }
    return createLocalJWKSet(read.set)(header, token);
  };
}

/** Whether the keys were there, and the token is at fault. */
function isAboutToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}

/** A key that old ones lack may be among the new ones: no verdict on the token. */
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

/** For how long keys could not be read. */
class Outage {
  private since = 0;
  private failedAt = -Infinity;

  constructor(private readonly pauseMs: number) {}

  /**
   * Milliseconds since it began.
   * @param lastRead when keys were read the last time, in milliseconds of Date.now: what failed before is over
   */
  goesOn(lastRead: number): number {
    const now = Date.now();
    if (this.since <= lastRead) this.since = now;
    return now - this.since;
  }

  /** A fetch that fails at once for a while after it failed. */
  readonly sparing: FetchImplementation = async (...request) => {
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

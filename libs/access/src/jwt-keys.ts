import { readFile, stat } from 'node:fs/promises';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';

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

/** Durations in milliseconds, measured by the monotonic clock. */
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
  const lastRead = new LastRead(maxStale);
  const source = new KeyFetcher(url, pause);
  const refresh = async (): Promise<void> => {
    lastRead.store(await source.fetch());
  };
  return async (header, token) => {
    try {
      if (lastRead.ageMs() >= maxAge) await refresh();
      return await lastRead.keyOf(header, token).catch(async (error: unknown) => {
        if (!(error instanceof errors.JWKSNoMatchingKey) || lastRead.ageMs() < cooldown) throw error;
        await refresh();
        return lastRead.keyOf(header, token);
      });
    } catch (cause) {
      if (isAboutToken(cause)) throw cause;
      return lastRead.staleKeyOf(header, token, cause);
    }
  };
}

/** Keys of a JWKS file, read again when it changes. If it is missing or incomplete, the last valid keys are used. */
export function keysInFile(path: string, times: Partial<JwtKeyTimes> = {}): JWTVerifyGetKey {
  const lastRead = new LastRead({ ...TIMES, ...times }.maxStale);
  let read: { readonly version: string; readonly keys: JWTVerifyGetKey } | undefined;
  return async (header, token) => {
    try {
      const { mtimeMs, size } = await stat(path);
      const version = `${String(mtimeMs)} ${String(size)}`;
      if (read?.version !== version) read = { version, keys: keysOf(JSON.parse(await readFile(path, 'utf8'))) };
      lastRead.store(read.keys);
    } catch (cause) {
      return lastRead.staleKeyOf(header, token, cause);
    }
    return lastRead.keyOf(header, token);
  };
}

/** @throws JWKSInvalid if the value is not a key set */
function keysOf(json: unknown): JWTVerifyGetKey {
  return createLocalJWKSet(json as JSONWebKeySet);
}

/** Whether the keys were available and the token is at fault. */
function isAboutToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}

/** Fetches a key set: one fetch at a time, and none during the pause after a failure. */
class KeyFetcher {
  private failedAt = -Infinity;
  private fetching: Promise<JWTVerifyGetKey> | undefined;

  constructor(
    private readonly url: string,
    private readonly pauseMs: number,
  ) {}

  fetch(): Promise<JWTVerifyGetKey> {
    return (this.fetching ??= this.fetchOnce().finally(() => (this.fetching = undefined)));
  }

  private async fetchOnce(): Promise<JWTVerifyGetKey> {
    if (performance.now() - this.failedAt < this.pauseMs) throw new Error('the issuer failed a moment ago');
    try {
      const headers = { accept: 'application/json, application/jwk-set+json' };
      const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
      const response = await fetch(this.url, { headers, redirect: 'manual', signal });
      if (response.status !== 200) throw new Error(`the issuer answered ${String(response.status)}`);
      return keysOf(await response.json());
    } catch (error) {
      this.failedAt = performance.now();
      throw error;
    }
  }
}

/**
 * The key set of the last successful read. Its age is measured by the monotonic clock: a machine's clock that is set
 * back must not prolong the trust in a removed key, and one that is set forward must not end it.
 */
class LastRead {
  private keys: JWTVerifyGetKey | undefined;
  private readAt = -Infinity;
  private awaySince = -Infinity;

  constructor(private readonly maxStaleMs: number) {}

  store(keys: JWTVerifyGetKey): void {
    this.keys = keys;
    this.readAt = performance.now();
  }

  /** Milliseconds since the last successful read; infinite before the first. */
  ageMs(): number {
    return performance.now() - this.readAt;
  }

  async keyOf(...[header, token]: Parameters<JWTVerifyGetKey>) {
    if (!this.keys) throw new Error('no key set was read yet');
    return this.keys(header, token);
  }

  /**
   * Looks up a key while the current set cannot be read. A missing key may exist in the current set, so it is reported
   * as unavailable, not as an invalid token.
   * @throws JwtKeysUnavailable
   */
  async staleKeyOf(...[header, token, cause]: [...Parameters<JWTVerifyGetKey>, unknown]) {
    const awayMs = this.awayMs();
    if (!this.keys || this.ageMs() > this.maxStaleMs) throw new JwtKeysUnavailable(awayMs, { cause });
    try {
      return await this.keys(header, token);
    } catch (error) {
      throw error instanceof errors.JWKSNoMatchingKey ? new JwtKeysUnavailable(awayMs, { cause: error }) : error;
    }
  }

  /** Milliseconds since the first failure after the last successful read. */
  private awayMs(): number {
    const now = performance.now();
    if (this.awaySince <= this.readAt) this.awaySince = now;
    return now - this.awaySince;
  }
}

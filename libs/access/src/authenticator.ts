import { LRUCache } from 'lru-cache';
import type { DataSource } from 'typeorm';
import { findIdentity, type Identity } from './api-keys.js';

/** Both are cached, so that a flood of bad keys costs no more than one of good ones. */
type Finding = { readonly identity: Identity | null };

/** A revoked key works on for at most this long on any replica; the promise is 5 s. */
const CACHE_MS = 3_000;
const CACHE_ENTRIES = 10_000;

/** Resolves keys to identities, asking the database once per key and cache time. */
export class Authenticator {
  private readonly findings: LRUCache<string, Finding>;

  constructor(dataSource: DataSource, now: () => Date = () => new Date()) {
    this.findings = new LRUCache({
      max: CACHE_ENTRIES,
      ttl: CACHE_MS,
      fetchMethod: async (key) => ({ identity: await findIdentity(dataSource, key, now()) }),
    });
  }

  /**
   * The identity behind a key, or null when it is unknown, revoked or expired.
   * @throws the driver's error when the database is out of reach and the key is not cached
   */
  async authenticate(key: string): Promise<Identity | null> {
    const finding = this.findings.get(key) ?? (await this.findings.fetch(key));
    return finding?.identity ?? null;
  }
}

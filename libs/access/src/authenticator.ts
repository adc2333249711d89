import { LRUCache } from 'lru-cache';
import { isErased } from '#database/erased-scopes.js';
import { ensureScope, findApiKey, InvalidScopeName, type CredentialStore, type Identity } from './api-keys.js';
import { JwtVerifier, type JwtOptions } from './jwt.js';
import { NO_PEPPERS, type Peppers } from './key-hash.js';

/**
 * Result of a look-up. Failures are cached too, so that a flood of bad credentials costs no more than one of good ones.
 */
type Finding = { readonly identity: Identity | null; readonly expiresAt?: Date | null };

/**
 * Maximum time that a revoked key still works on any replica; 5 s are documented. It counts from the start of the
 * look-up, so a slow database adds nothing.
 */
const CACHE_MS = 3_000;
const CACHE_ENTRIES = 10_000;

/** Shape of a JWT; an API key contains no dots. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** Resolves API keys and JWTs to identities, with one look-up per credential and cache time. */
export class Authenticator {
  private readonly findings: LRUCache<string, Finding>;
  private readonly jwt: JwtVerifier | null;

  /**
   * @param jwt null if only API keys are accepted
   * @param elapsed milliseconds of a monotonic clock: setting the system time back must not extend the life of cached
   * entries
   */
  constructor(
    private readonly store: CredentialStore,
    private readonly now: () => Date = () => new Date(),
    jwt: JwtOptions | null = null,
    elapsed: () => number = () => performance.now(),
    private readonly peppers: Peppers = NO_PEPPERS,
  ) {
    this.jwt = jwt && new JwtVerifier(jwt, now);
    this.findings = new LRUCache({
      max: CACHE_ENTRIES,
      ttl: CACHE_MS,
      ttlResolution: 0,
      perf: { now: elapsed },
      fetchMethod: async (credential, _stale, { options }) => {
        const startedAt = elapsed();
        const finding = await this.find(credential);
        options.ttl = Math.max(1, CACHE_MS - (elapsed() - startedAt));
        return finding;
      },
    });
  }

  /**
   * Identity of a credential; null if it is unknown, revoked, expired or untrusted.
   * @throws JwtKeysUnavailable
   * @throws the driver's error if the database cannot be reached and the credential is not cached
   */
  async authenticate(credential: string): Promise<Identity | null> {
    const finding = this.findings.get(credential) ?? (await this.findings.fetch(credential));
    if (finding?.expiresAt && finding.expiresAt <= this.now()) return null;
    return finding?.identity ?? null;
  }

  /** Whether the cache holds a valid identity for the credential; only `authenticate` decides. */
  knows(credential: string): boolean {
    return (this.findings.peek(credential)?.identity ?? null) !== null;
  }

  /** Looks up a credential. No credential grants access to an erased scope. */
  private async find(credential: string): Promise<Finding> {
    const finding = await this.verify(credential);
    const erased = finding.identity !== null && (await isErased(this.store, finding.identity.scope.scopeId));
    return erased ? { identity: null } : finding;
  }

  private async verify(credential: string): Promise<Finding> {
    if (this.jwt && JWT.test(credential)) return this.findByToken(this.jwt, credential);
    return (await findApiKey(this.store, credential, this.now(), this.peppers)) ?? { identity: null };
  }

  /** Identity of a JWT; registers its scope on first use. */
  private async findByToken(jwt: JwtVerifier, token: string): Promise<Finding> {
    const claims = await jwt.verify(token);
    if (!claims) return { identity: null };
    try {
      const scope = await ensureScope(this.store, claims.namespace, claims.agent);
      const { subject, permissions, expiresAt } = claims;
      return { identity: { keyId: subject, scope, permissions, auth: 'jwt' }, expiresAt };
    } catch (error) {
      if (error instanceof InvalidScopeName) return { identity: null };
      throw error;
    }
  }
}

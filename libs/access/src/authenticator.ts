import { LRUCache } from 'lru-cache';
import { isErased } from '#database/erased-scopes.js';
import { ensureScope, findApiKey, InvalidScopeName, type CredentialStore, type Identity } from './api-keys.js';
import { JwtVerifier, type JwtOptions } from './jwt.js';
import { NO_PEPPERS, type Peppers } from './key-hash.js';

/** Both are cached, so that a flood of bad credentials costs no more than one of good ones. */
type Finding = { readonly identity: Identity | null; readonly expiresAt?: Date | null };

/**
 * A revoked key works on for at most this long on any replica; the promise is 5 s. It counts from the start of the
 * look-up: a slow database adds nothing to it.
 */
const CACHE_MS = 3_000;
const CACHE_ENTRIES = 10_000;

/** A key has no dots. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** Resolves credentials, API keys and JWTs, to identities, asking database or issuer once per cache time. */
export class Authenticator {
  private readonly findings: LRUCache<string, Finding>;
  private readonly jwt: JwtVerifier | null;

  /**
   * @param jwt null where the deployment takes API keys alone
   * @param elapsed milliseconds of a clock that nobody sets: what is cached must not live longer where the time of day
   *   is put back
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
   * The identity behind a credential, or null when it is unknown, revoked, expired or not to be trusted.
   * @throws JwtKeysUnavailable, or the driver's error when the database is out of reach and the key is not cached
   */
  async authenticate(credential: string): Promise<Identity | null> {
    const finding = this.findings.get(credential) ?? (await this.findings.fetch(credential));
    if (finding?.expiresAt && finding.expiresAt <= this.now()) return null;
    return finding?.identity ?? null;
  }

  /** Whether the credential was found good lately; `authenticate` decides. */
  knows(credential: string): boolean {
    return (this.findings.peek(credential)?.identity ?? null) !== null;
  }

  /** Nobody has a say in a scope that was erased, whatever a token or a key says. */
  private async find(credential: string): Promise<Finding> {
    const finding = await this.verify(credential);
    const erased = finding.identity !== null && (await isErased(this.store, finding.identity.scope.scopeId));
    return erased ? { identity: null } : finding;
  }

  private async verify(credential: string): Promise<Finding> {
    if (this.jwt && JWT.test(credential)) return this.findByToken(this.jwt, credential);
    return (await findApiKey(this.store, credential, this.now(), this.peppers)) ?? { identity: null };
  }

  /** The scope of a token is registered by its first use. */
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

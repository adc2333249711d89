import {
  errors,
  jwtVerify,
  type JWTHeaderParameters,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  type JWTVerifyResult,
} from 'jose';
import { keysAtUrl, keysInFile } from './jwt-keys.js';
import { isPermission, type Permission } from './permissions.js';

/** Which tokens a deployment trusts, and which of their claims hold scope and permissions. */
export interface JwtOptions {
  /** Location of the issuer's keys: either jwksUrl or jwksFile; the other is empty. */
  readonly jwksUrl: string;
  readonly jwksFile: string;
  readonly issuer: string;
  readonly audience: string;
  /** Asymmetric algorithms only. */
  readonly algorithms: readonly string[];
  readonly clockToleranceSeconds: number;
  /** Maximum time from `iat` to `exp`. */
  readonly longestLifetimeSeconds: number;
  /** Accepted `typ`, in lower case without `application/`; a token without `typ` counts as `jwt`. */
  readonly types: readonly string[];
  /** Namespaces that the issuer may name; a trailing `*` matches any suffix. */
  readonly namespaces: readonly string[];
  readonly namespaceClaim: string;
  readonly agentClaim: string;
  readonly permissionsClaim: string;
}

/** Claims of a verified token. */
export interface JwtClaims {
  readonly subject: string;
  readonly namespace: string;
  readonly agent: string;
  readonly permissions: ReadonlySet<Permission>;
  readonly expiresAt: Date;
}

const MAX_TOKEN_LENGTH = 8 * 1024;

/**
 * Verifies tokens of one issuer, with the configured keys only: keys that a token contains or points to are never used.
 */
export class JwtVerifier {
  private readonly keys: JWTVerifyGetKey;

  constructor(
    private readonly options: JwtOptions,
    private readonly now: () => Date,
  ) {
    this.keys = options.jwksUrl === '' ? keysInFile(options.jwksFile) : keysAtUrl(options.jwksUrl);
  }

  /**
   * Claims of a token; null if signature, algorithm, issuer, audience, times or claims are invalid or missing.
   * @throws JwtKeysUnavailable if the token's key may be one that could not be fetched
   */
  async verify(token: string): Promise<JwtClaims | null> {
    if (token.length > MAX_TOKEN_LENGTH) return null;
    const { issuer, audience, algorithms, clockToleranceSeconds } = this.options;
    try {
      const { payload, protectedHeader } = await verifyWithKeys(token, this.keys, {
        ...{ issuer, audience, algorithms: [...algorithms], clockTolerance: clockToleranceSeconds },
        ...{ currentDate: this.now(), requiredClaims: ['exp', 'sub', 'iat'] },
      });
      return this.isCredential(payload, protectedHeader) ? this.claimsOf(payload) : null;
    } catch (error) {
      if (isTokenError(error)) return null;
      throw error;
    }
  }

  /** Whether the token is a credential that was already issued and does not exceed the maximum lifetime. */
  private isCredential({ iat, exp }: JWTPayload, { typ = 'JWT' }: JWTHeaderParameters): boolean {
    const { types, longestLifetimeSeconds, clockToleranceSeconds } = this.options;
    if (iat === undefined || exp === undefined || typeof typ !== 'string') return false;
    const isIssued = iat <= this.now().getTime() / 1000 + clockToleranceSeconds;
    return isIssued && exp - iat <= longestLifetimeSeconds && types.includes(mediaTypeOf(typ));
  }

  /** Whether the issuer may name this namespace: a compromised or shared issuer must not reach all namespaces. */
  private mayName(namespace: string): boolean {
    return this.options.namespaces.some((one) =>
      one.endsWith('*') ? namespace.startsWith(one.slice(0, -1)) : namespace === one,
    );
  }

  private claimsOf(payload: JWTPayload): JwtClaims | null {
    const { namespaceClaim, agentClaim, permissionsClaim, clockToleranceSeconds } = this.options;
    const { sub, exp, [namespaceClaim]: namespace, [agentClaim]: agent, [permissionsClaim]: granted } = payload;
    if (typeof namespace !== 'string' || typeof agent !== 'string' || !this.mayName(namespace)) return null;
    // A claim may be any JSON, regardless of its declared type.
    if (typeof sub !== 'string' || sub === '' || exp === undefined) return null;
    const expiresAt = new Date((exp + clockToleranceSeconds) * 1000);
    return { subject: sub, namespace, agent, permissions: permissionsOf(granted), expiresAt };
  }
}

/** Verifies a token; one without a key id is tried with each matching key. */
async function verifyWithKeys(
  token: string,
  keys: JWTVerifyGetKey,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(token, keys, options);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      const result = await jwtVerify(token, key, options).catch(unlessOfAnotherKey);
      if (result) return result;
    }
    throw error;
  }
}

function unlessOfAnotherKey(error: unknown): null {
  if (error instanceof errors.JWSSignatureVerificationFailed) return null;
  throw error;
}

/** Normalizes `typ`: RFC 7515 ignores case and allows omitting `application/`. */
function mediaTypeOf(typ: string): string {
  return typ.toLowerCase().replace(/^application\//, '');
}

/**
 * Permissions of a claim: an array, or names separated by blanks as in OAuth's `scope`. Unknown names grant nothing.
 */
function permissionsOf(claim: unknown): ReadonlySet<Permission> {
  const names: unknown[] = typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? claim : [];
  return new Set(names.filter((name) => typeof name === 'string').filter(isPermission));
}

/** Errors of jose about an invalid token; any other error concerns fetching the keys. */
const TOKEN_ERRORS = [
  errors.JWTClaimValidationFailed,
  errors.JWTExpired,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
];

function isTokenError(error: unknown): boolean {
  return TOKEN_ERRORS.some((Fault) => error instanceof Fault);
}

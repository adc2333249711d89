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

/** Which tokens a deployment trusts, and where in them the scope and the permissions stand. */
export interface JwtOptions {
  /** One of the two: where the keys of the issuer are. */
  readonly jwksUrl: string;
  readonly jwksFile: string;
  readonly issuer: string;
  readonly audience: string;
  /** Asymmetric ones only. */
  readonly algorithms: readonly string[];
  readonly clockToleranceSeconds: number;
  /** From its issue to its expiry. */
  readonly longestLifetimeSeconds: number;
  /** Media types, in lower case and without `application/`; a token that names none is a `jwt`. */
  readonly types: readonly string[];
  /** Namespaces that the issuer speaks for; a `*` at the end of one stands for anything. */
  readonly namespaces: readonly string[];
  readonly namespaceClaim: string;
  readonly agentClaim: string;
  readonly permissionsClaim: string;
}

/** What a token that was verified says. */
export interface JwtClaims {
  readonly subject: string;
  readonly namespace: string;
  readonly agent: string;
  readonly permissions: ReadonlySet<Permission>;
  readonly expiresAt: Date;
}

const LONGEST_TOKEN = 8 * 1024;

/** Verifies tokens of one issuer. Keys are its own: none that a token brings along or points to is ever used. */
export class JwtVerifier {
  private readonly keys: JWTVerifyGetKey;

  constructor(
    private readonly options: JwtOptions,
    private readonly now: () => Date,
  ) {
    this.keys = options.jwksUrl === '' ? keysInFile(options.jwksFile) : keysAtUrl(options.jwksUrl);
  }

  /**
   * The claims of a token, or null when it is not to be trusted: signature, algorithm, issuer, audience, times or
   * claims are wrong or missing.
   * @throws JwtKeysUnavailable where a key that is not known may be why
   */
  async verify(token: string): Promise<JwtClaims | null> {
    if (token.length > LONGEST_TOKEN) return null;
    const { issuer, audience, algorithms, clockToleranceSeconds } = this.options;
    try {
      const { payload, protectedHeader } = await verified(token, this.keys, {
        ...{ issuer, audience, algorithms: [...algorithms], clockTolerance: clockToleranceSeconds },
        ...{ currentDate: this.now(), requiredClaims: ['exp', 'sub', 'iat'] },
      });
      return this.isOfUse(payload, protectedHeader) ? this.claimsOf(payload) : null;
    } catch (error) {
      if (isFaultOfToken(error)) return null;
      throw error;
    }
  }

  /** Whether it was made to be a credential, now, and for no longer than any may be. */
  private isOfUse({ iat, exp }: JWTPayload, { typ = 'JWT' }: JWTHeaderParameters): boolean {
    const { types, longestLifetimeSeconds, clockToleranceSeconds } = this.options;
    if (iat === undefined || exp === undefined || typeof typ !== 'string') return false;
    const isIssued = iat <= this.now().getTime() / 1000 + clockToleranceSeconds;
    return isIssued && exp - iat <= longestLifetimeSeconds && types.includes(mediaTypeOf(typ));
  }

  /** An issuer that is taken over, or serves several, must not speak for everybody. */
  private mayName(namespace: string): boolean {
    return this.options.namespaces.some((one) =>
      one.endsWith('*') ? namespace.startsWith(one.slice(0, -1)) : namespace === one,
    );
  }

  private claimsOf(payload: JWTPayload): JwtClaims | null {
    const { namespaceClaim, agentClaim, permissionsClaim, clockToleranceSeconds } = this.options;
    const { sub, exp, [namespaceClaim]: namespace, [agentClaim]: agent, [permissionsClaim]: granted } = payload;
    if (typeof namespace !== 'string' || typeof agent !== 'string' || !this.mayName(namespace)) return null;
    // A claim is whatever JSON the issuer writes, whatever the type here says.
    if (typeof sub !== 'string' || sub === '' || exp === undefined) return null;
    const expiresAt = new Date((exp + clockToleranceSeconds) * 1000);
    return { subject: sub, namespace, agent, permissions: permissionsOf(granted), expiresAt };
  }
}

/** A token that does not say which of several keys signed it is tried with each. */
async function verified(token: string, keys: JWTVerifyGetKey, options: JWTVerifyOptions): Promise<JWTVerifyResult> {
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

/** RFC 7515: whatever the case, and `application/` may be left out. */
function mediaTypeOf(typ: string): string {
  return typ.toLowerCase().replace(/^application\//, '');
}

/** A list of names, or names with blanks between them as OAuth's `scope` has them; unknown ones grant nothing. */
function permissionsOf(claim: unknown): ReadonlySet<Permission> {
  const names: unknown[] = typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? claim : [];
  return new Set(names.filter((name) => typeof name === 'string').filter(isPermission));
}

/** What jose says of a token that is not to be trusted; anything else it throws is a fault in getting the keys. */
const FAULTS_OF_TOKEN = [
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

function isFaultOfToken(error: unknown): boolean {
  return FAULTS_OF_TOKEN.some((Fault) => error instanceof Fault);
}

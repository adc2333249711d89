import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey, type JWTVerifyOptions } from 'jose';
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
      const payload = await payloadOf(token, this.keys, {
        ...{ issuer, audience, algorithms: [...algorithms], clockTolerance: clockToleranceSeconds },
        ...{ currentDate: this.now(), requiredClaims: ['exp', 'sub'] },
      });
      return this.claimsOf(payload);
    } catch (error) {
      if (isFaultOfToken(error)) return null;
      throw error;
    }
  }

  private claimsOf(payload: JWTPayload): JwtClaims | null {
    const { namespaceClaim, agentClaim, permissionsClaim, clockToleranceSeconds } = this.options;
    const { sub, exp, [namespaceClaim]: namespace, [agentClaim]: agent, [permissionsClaim]: granted } = payload;
    if (typeof namespace !== 'string' || typeof agent !== 'string') return null;
    // A claim is whatever JSON the issuer writes, whatever the type here says.
    if (typeof sub !== 'string' || sub === '' || exp === undefined) return null;
    const expiresAt = new Date((exp + clockToleranceSeconds) * 1000);
    return { subject: sub, namespace, agent, permissions: permissionsOf(granted), expiresAt };
  }
}

/** A token that does not say which of several keys signed it is tried with each. */
async function payloadOf(token: string, keys: JWTVerifyGetKey, options: JWTVerifyOptions): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      const verified = await jwtVerify(token, key, options).catch(unlessOfAnotherKey);
      if (verified) return verified.payload;
    }
    throw error;
  }
}

function unlessOfAnotherKey(error: unknown): null {
  if (error instanceof errors.JWSSignatureVerificationFailed) return null;
  throw error;
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

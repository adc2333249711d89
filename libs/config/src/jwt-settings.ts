import type { Config } from './settings.js';

/** Faults of the JWT settings; none if JWTs are not accepted. */
export function jwtFaults(config: Config): string[] {
  const { JWT_JWKS_URL, JWT_JWKS_FILE, JWT_ISSUER, JWT_AUDIENCE, JWT_NAMESPACES } = config;
  if (JWT_JWKS_URL === '' && JWT_JWKS_FILE === '') return [];
  const faults: string[] = [];
  if (JWT_JWKS_URL !== '' && JWT_JWKS_FILE !== '') faults.push('JWT_JWKS_URL and JWT_JWKS_FILE exclude each other');
  if (JWT_ISSUER === '') faults.push('JWT_ISSUER is required when JWTs are accepted');
  if (JWT_NAMESPACES.length === 0)
    faults.push('JWT_NAMESPACES is required when JWTs are accepted: the namespaces that they may name, or *');
  if (JWT_AUDIENCE === '') faults.push('JWT_AUDIENCE is required when JWTs are accepted');
  if (JWT_JWKS_URL !== '' && !isSafe(new URL(JWT_JWKS_URL)))
    faults.push(
      'JWT_JWKS_URL must be https off this machine: whoever can replace the keys in transit can forge tokens',
    );
  return faults;
}

function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** JWT settings; null if no key source is configured, so JWTs are not accepted. */
export function jwtSettings(config: Config) {
  if (config.JWT_JWKS_URL === '' && config.JWT_JWKS_FILE === '') return null;
  return {
    jwksUrl: config.JWT_JWKS_URL,
    jwksFile: config.JWT_JWKS_FILE,
    issuer: config.JWT_ISSUER,
    audience: config.JWT_AUDIENCE,
    algorithms: config.JWT_ALGORITHMS,
    clockToleranceSeconds: config.JWT_CLOCK_TOLERANCE_S,
    longestLifetimeSeconds: config.JWT_MAX_LIFETIME_S,
    types: config.JWT_TYPES.map((type) => type.toLowerCase()),
    namespaces: config.JWT_NAMESPACES,
    namespaceClaim: config.JWT_NAMESPACE_CLAIM,
    agentClaim: config.JWT_AGENT_CLAIM,
    permissionsClaim: config.JWT_PERMISSIONS_CLAIM,
  };
}

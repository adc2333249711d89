import type { Allowance } from '#access/token-buckets.js';

/**
 * RateLimit fields of draft-ietf-httpapi-ratelimit-headers-10; one policy is one item of a structured list:
 * `RateLimit-Policy: "requests";q=100;w=10` (quota, and seconds until it is restored) and `RateLimit:
 * "requests";r=99;t=1` (remaining, and seconds until all of it is available again).
 */
export function rateLimitFields(allowance: Allowance): Record<string, string> {
  return { 'ratelimit-policy': policyItem(allowance), ratelimit: limitItem(allowance) };
}

function policyItem({ policy: { name, capacity, perSecond, windowMs } }: Allowance): string {
  const seconds = windowMs === null ? Math.ceil(capacity / perSecond) : windowMs / 1_000;
  return `"${name}";q=${String(capacity)};w=${String(seconds)}`;
}

function limitItem({ policy, remaining, resetSeconds }: Allowance): string {
  return `"${policy.name}";r=${String(remaining)};t=${String(resetSeconds)}`;
}

/** Suffix of exact times; each has a twin in ISO 8601, which models read better. */
export const EXACT_TIME = '_unix_nanos';

/**
 * Body of an answer as JSON that every client reads alike: integers beyond 2^53 are texts, and times are ISO 8601 only.
 */
export function plainAnswer(body: object): Record<string, unknown> {
  return plain(body) as Record<string, unknown>;
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, part]) => part !== undefined && !name.endsWith(EXACT_TIME))
      .map(([name, part]) => [name, plain(part)]),
  );
}

/**
 * Maximum size of a page in JSON bytes. What exceeds it goes to the next page, or is left out with `truncated`. A page
 * always has at least one item.
 */
export const PAGE_BYTES = 4 * 1024 * 1024;

/** The leading items that fit on a page, by their size according to `jsonBytesOf`. */
export function withinPage<T>(items: readonly T[], bytes = PAGE_BYTES): { items: readonly T[]; truncated: boolean } {
  let sum = 0;
  const end = items.findIndex((item, i) => {
    sum += jsonBytesOf(item) + 1;
    return i > 0 && sum > bytes;
  });
  return end < 0 ? { items, truncated: false } : { items: items.slice(0, end), truncated: true };
}

/**
 * Approximate size of a value as JSON in bytes; exact for strings, where JSON makes control characters six times as
 * long.
 */
export function jsonBytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(JSON.stringify(value));
  if (typeof value !== 'object' || value === null) return String(value).length;
  let sum = 2;
  for (const [key, part] of Object.entries(value)) if (part !== undefined) sum += key.length + 4 + jsonBytesOf(part);
  return sum;
}

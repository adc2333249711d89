/** Bytes of text on one page: what follows is on the next one, or left out with `truncated`. One item is always given. */
export const PAGE_BYTES = 4 * 1024 * 1024;

/** The items that fit on a page, in their order, by a size that `textBytesOf` gives. */
export function withinPage<T>(items: readonly T[], bytes = PAGE_BYTES): { items: readonly T[]; truncated: boolean } {
  let sum = 0;
  const end = items.findIndex((item, i) => {
    sum += textBytesOf(item);
    return i > 0 && sum > bytes;
  });
  return end < 0 ? { items, truncated: false } : { items: items.slice(0, end), truncated: true };
}

/** About the bytes of all that a value holds, as JSON. */
function textBytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + 2;
  if (typeof value !== 'object' || value === null) return 8;
  let sum = 2;
  for (const [key, part] of Object.entries(value)) sum += key.length + 4 + textBytesOf(part);
  return sum;
}

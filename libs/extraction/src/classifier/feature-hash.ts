/** Buckets of the feature hash, a power of two. */
export const FEATURE_BUCKETS = 1 << 19;

const EMPTY = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * FNV-1a over the UTF-16 units of a text, as a signed 32-bit integer.
 * @param before hash of the preceding text: hashing "b" onto the hash of "a" hashes "ab"
 */
export function fnv1a(text: string, before: number = EMPTY): number {
  let hash = before;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME);
  return hash;
}

/** Bucket of a feature by the hash of its text. */
export function bucketOf(hash: number): number {
  return (hash ^ (hash >>> 15)) & (FEATURE_BUCKETS - 1);
}

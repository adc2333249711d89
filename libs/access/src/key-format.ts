import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Prefix by which secret scanners recognize an API key. Clients must not rely on it: older keys have none. */
export const KEY_PREFIX = 'engraph_sk_';

const KEY_BYTES = 32;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Number of base62 digits of 256 bits, and of 32 bits. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

/** Generates a key: prefix, 256 random bits, and the CRC-32 of both, by which a scanner can verify it offline. */
export function newKey(): string {
  const body = `${KEY_PREFIX}${base62(BigInt(`0x${randomBytes(KEY_BYTES).toString('hex')}`), SECRET_LENGTH)}`;
  return `${body}${checksumOf(body)}`;
}

/**
 * Whether a credential has the prefix but not the right length and checksum: it cannot be a key, so no look-up is
 * needed.
 */
export function isMistyped(credential: string): boolean {
  if (!credential.startsWith(KEY_PREFIX)) return false;
  const body = credential.slice(0, -CHECKSUM_LENGTH);
  return (
    credential.length !== KEY_PREFIX.length + SECRET_LENGTH + CHECKSUM_LENGTH ||
    credential.slice(-CHECKSUM_LENGTH) !== checksumOf(body)
  );
}

function checksumOf(body: string): string {
  return base62(BigInt(crc32(body)), CHECKSUM_LENGTH);
}

function base62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; rest > 0n; rest /= 62n) digits = `${DIGITS[Number(rest % 62n)] ?? ''}${digits}`;
  return digits.padStart(length, '0');
}

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { parseExact, stringifyExact, type ExactJson } from '#contracts/exact-json.js';
import { BadRequest } from './problems.js';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Length of the MAC in cursors of earlier versions. */
const MAC_BYTES = 16;
/** Maximum size of a cursor: as hex it fits into Node's 16 KiB of headers with the rest of a request's head. */
const MAX_BYTES = 6 * 1024;
const CURSOR = new RegExp(`^([0-9a-f]{2}){17,${String(MAX_BYTES)}}$`);

interface Keys {
  readonly seal: Buffer;
  readonly mac: Buffer;
}

/**
 * Opaque cursors: the hex of a position encrypted with AES-256-GCM. It is encrypted because the position reveals the
 * transaction count of all tenants. A cursor is bound to scope, route and filters, and valid on every replica.
 */
export class Cursors {
  private keys: Promise<Keys> | undefined;

  constructor(private readonly pool: Pool) {}

  /**
   * Encrypts a position. `binding` identifies scope, route and filters; `read` rejects the cursor under another
   * binding.
   */
  async write(binding: readonly unknown[], position: ExactJson): Promise<string> {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, (await this.sharedKeys()).seal, nonce);
    cipher.setAAD(Buffer.from(stringifyExact(binding)));
    const sealed = Buffer.concat([cipher.update(stringifyExact(position)), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('hex');
  }

  /** Decrypts a position. @throws BadRequest for a cursor that this service did not make for this binding */
  async read(binding: readonly unknown[], cursor: string): Promise<ExactJson> {
    const bytes = CURSOR.test(cursor) ? Buffer.from(cursor, 'hex') : Buffer.alloc(0);
    const keys = await this.sharedKeys();
    const position = open(keys, binding, bytes) ?? readSigned(keys, binding, bytes);
    if (position === null) throw new BadRequest('the cursor is not valid here');
    return parseExact(position);
  }

  /** Loads the keys, which the first replica creates; after a failure the next request tries again. */
  private sharedKeys(): Promise<Keys> {
    this.keys ??= loadSharedKeys(this.pool).catch((error: unknown) => {
      this.keys = undefined;
      throw error;
    });
    return this.keys;
  }
}

function open({ seal }: Keys, binding: readonly unknown[], bytes: Buffer): string | null {
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, seal, bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(stringifyExact(binding)));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const position = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([position, decipher.final()]).toString();
  } catch {
    return null;
  }
}

/** Reads a cursor of an earlier version, which was signed but not encrypted: clients may keep a cursor for any time. */
function readSigned({ mac }: Keys, binding: readonly unknown[], bytes: Buffer): string | null {
  const payload = bytes.subarray(MAC_BYTES);
  if (payload.length === 0) return null;
  const hmac = createHmac('sha256', mac).update(stringifyExact(binding)).update('\0').update(payload);
  return timingSafeEqual(bytes.subarray(0, MAC_BYTES), hmac.digest().subarray(0, MAC_BYTES))
    ? payload.toString()
    : null;
}

async function loadSharedKeys(pool: Pool): Promise<Keys> {
  const { rows } = await pool.query<{ value: Buffer }>('SELECT cursor_key($1) AS value', [randomBytes(32)]);
  const [row] = rows;
  if (!row) throw new Error('the cursor key is missing');
  return { mac: row.value, seal: Buffer.from(hkdfSync('sha256', row.value, '', 'engraph cursors', 32)) };
}

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { parseExact, stringifyExact, type ExactJson } from '#contracts/exact-json.js';
import { BadRequest } from './problems.js';

const MAC_BYTES = 16;
/** In hex it fits, with the rest of a request's head, in the 16 KiB that Node takes. */
const MAX_BYTES = 6 * 1024;
const CURSOR = new RegExp(`^([0-9a-f]{2}){17,${String(MAX_BYTES)}}$`);

/** Opaque cursors: hex of a MAC and the position; bound to scope, route and filters, the same on every replica. */
export class Cursors {
  private key: Promise<Buffer> | undefined;

  constructor(private readonly pool: Pool) {}

  /** `binding` names what the cursor is for; one made for another binding is refused. */
  async write(binding: readonly unknown[], position: ExactJson): Promise<string> {
    const payload = Buffer.from(stringifyExact(position));
    return Buffer.concat([await this.mac(binding, payload), payload]).toString('hex');
  }

  /** @throws BadRequest for a cursor that this service did not make for this binding */
  async read(binding: readonly unknown[], cursor: string): Promise<ExactJson> {
    const bytes = CURSOR.test(cursor) ? Buffer.from(cursor, 'hex') : undefined;
    const payload = bytes?.subarray(MAC_BYTES);
    if (!bytes || !payload || !timingSafeEqual(bytes.subarray(0, MAC_BYTES), await this.mac(binding, payload)))
      throw new BadRequest('the cursor is not valid here');
    return parseExact(payload.toString());
  }

  private async mac(binding: readonly unknown[], payload: Buffer): Promise<Buffer> {
    const hmac = createHmac('sha256', await this.sharedKey());
    return hmac.update(stringifyExact(binding)).update('\0').update(payload).digest().subarray(0, MAC_BYTES);
  }

  /** Made by the first replica that needs it; a failed look-up is tried again by the next request. */
  private sharedKey(): Promise<Buffer> {
    this.key ??= loadSharedKey(this.pool).catch((error: unknown) => {
      this.key = undefined;
      throw error;
    });
    return this.key;
  }
}

async function loadSharedKey(pool: Pool): Promise<Buffer> {
  const { rows } = await pool.query<{ value: Buffer }>('SELECT cursor_key($1) AS value', [randomBytes(32)]);
  const [row] = rows;
  if (!row) throw new Error('the cursor key vanished');
  return row.value;
}

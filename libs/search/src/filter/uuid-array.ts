import { ID_BYTES } from './id-table.js';

/** Header of a one-dimensional array without nulls: dimensions, flags, type of the elements, length, lower bound. */
const HEADER_BYTES = 20;
const EMPTY_HEADER_BYTES = 12;
const UUID_OID = 2950;
const LENGTH_BYTES = 4;

/**
 * Parameter `$n::uuid[]` in the binary format of Postgres, so that no texts are made of tens of thousands of ids.
 * @param ids the ids one after another, each of 16 bytes
 */
export function uuidArray(ids: Uint8Array): Buffer {
  const count = ids.length / ID_BYTES;
  const header = Buffer.alloc(count === 0 ? EMPTY_HEADER_BYTES : HEADER_BYTES);
  header.writeInt32BE(count === 0 ? 0 : 1, 0);
  header.writeInt32BE(UUID_OID, 8);
  if (count === 0) return header;
  header.writeInt32BE(count, 12);
  header.writeInt32BE(1, 16);
  const array = Buffer.alloc(HEADER_BYTES + count * (LENGTH_BYTES + ID_BYTES));
  array.set(header);
  for (let n = 0; n < count; n += 1) {
    const at = HEADER_BYTES + n * (LENGTH_BYTES + ID_BYTES);
    array.writeInt32BE(ID_BYTES, at);
    array.set(ids.subarray(n * ID_BYTES, (n + 1) * ID_BYTES), at + LENGTH_BYTES);
  }
  return array;
}

const PREPARED = new WeakSet<Buffer>();

/** Encodes a constant response once. All readers share its bytes, so an unread copy costs no memory. */
export function preparedAnswer(text: string): Buffer {
  return preparedBytes(Buffer.from(text));
}

/** Marks the bytes of a constant response, which all readers share. */
export function preparedBytes(bytes: Buffer): Buffer {
  PREPARED.add(bytes);
  return bytes;
}

export function isPrepared(payload: string | Buffer): boolean {
  return typeof payload !== 'string' && PREPARED.has(payload);
}

const PREPARED = new WeakSet<Buffer>();

/** Encodes a constant response once. All readers share its bytes, so an unread copy costs no memory. */
export function preparedAnswer(text: string): Buffer {
  const bytes = Buffer.from(text);
  PREPARED.add(bytes);
  return bytes;
}

export function isPrepared(payload: string | Buffer): boolean {
  return typeof payload !== 'string' && PREPARED.has(payload);
}

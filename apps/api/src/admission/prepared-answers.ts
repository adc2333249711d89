const PREPARED = new WeakSet<Buffer>();

/** The bytes of an answer that is always the same: all who read it share them, so that one more costs no memory. */
export function preparedAnswer(text: string): Buffer {
  const bytes = Buffer.from(text);
  PREPARED.add(bytes);
  return bytes;
}

export function isPrepared(payload: string | Buffer): boolean {
  return typeof payload !== 'string' && PREPARED.has(payload);
}

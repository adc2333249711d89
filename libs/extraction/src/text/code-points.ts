/**
 * Maps UTF-16 indices of a text to offsets in Unicode code points. A lone surrogate counts as one code point, as in
 * `[...text]`.
 */
export function codePointOffsets(text: string): (utf16Index: number) => number {
  if (!/[\ud800-\udfff]/.test(text)) return (index) => index;
  const offsets = new Uint32Array(text.length + 1);
  let points = 0;
  for (let i = 0; i < text.length;) {
    const width = (text.codePointAt(i) ?? 0) > 0xffff ? 2 : 1;
    for (let k = 0; k < width; k++) offsets[i + k] = points;
    i += width;
    points += 1;
  }
  offsets[text.length] = points;
  return (index) => offsets[Math.min(index, text.length)] ?? points;
}

/** Maps offsets in code points to UTF-16 indices; past the end, to the length of the text. */
export function utf16Indices(text: string): (codePoint: number) => number {
  if (!/[\ud800-\udbff]/.test(text)) return (codePoint) => codePoint;
  const indices: number[] = [];
  let at = 0;
  for (const character of text) {
    indices.push(at);
    at += character.length;
  }
  return (codePoint) => indices[codePoint] ?? text.length;
}

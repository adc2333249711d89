/**
 * Returns the first `maxUnits` UTF-16 units of a text, or one less when the cut would split a surrogate pair: Postgres
 * rejects lone surrogates in JSON.
 */
export function cutText(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text;
  const last = text.charCodeAt(maxUnits - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxUnits - 1 : maxUnits);
}

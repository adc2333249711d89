/** A part of a text: as it is, or a character that cannot be seen, by its number. */
export interface TextPart {
  readonly text: string;
  readonly isMark: boolean;
}

/**
 * Characters without width and those that turn the direction of a text: by them two names look alike that are not, or a
 * text reads as what it does not say. The joiner of emoji stays where it joins two of them.
 */
const INVISIBLE =
  /(?<!\p{Extended_Pictographic}\u{FE0F}?)\u{200D}|[\u{AD}\u{61C}\u{180E}\u{200B}\u{200C}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2069}\u{FEFF}\u{E0000}-\u{E007F}]/gu;

/** The parts of a text, in their order; what cannot be seen is named. */
export function visibleParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const match of text.matchAll(INVISIBLE)) {
    if (match.index > at) parts.push({ text: text.slice(at, match.index), isMark: false });
    parts.push({ text: nameOf(match[0]), isMark: true });
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isMark: false });
  return parts;
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

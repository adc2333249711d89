/** A place in a text that names an entity; in code points, `end` exclusive. */
export interface Mention {
  readonly entity_id: string;
  readonly start: number;
  readonly end: number;
  readonly stage: string;
}

/** A part of a text: words that name an entity, or those between. */
export interface MentionPart {
  readonly words: string;
  readonly mention?: Mention;
}

/** The parts of a text. Of mentions that overlap, the first stands, and of those that begin together the longest. */
export function mentionParts(text: string, mentions: readonly Mention[]): MentionPart[] {
  const characters = Array.from(text);
  const parts: MentionPart[] = [];
  let at = 0;
  for (const mention of [...mentions].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (mention.start < at || mention.end > characters.length) continue;
    if (mention.start > at) parts.push({ words: characters.slice(at, mention.start).join('') });
    parts.push({ words: characters.slice(mention.start, mention.end).join(''), mention });
    at = mention.end;
  }
  if (at < characters.length) parts.push({ words: characters.slice(at).join('') });
  return parts;
}

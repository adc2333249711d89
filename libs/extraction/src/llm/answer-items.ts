/** An object of the LLM's answer, of which nothing is known yet. */
export type AnswerItem = Readonly<Record<string, unknown>>;

export function isItem(value: unknown): value is AnswerItem {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list of an answer; null if it is missing or no list. */
export function itemList(item: AnswerItem, key: string): readonly unknown[] | null {
  const value = item[key];
  return Array.isArray(value) ? (value as unknown[]) : null;
}

/** A text of an item, trimmed; null if it is empty, no text, or one that Postgres cannot store. */
export function itemText(item: AnswerItem, key: string): string | null {
  const value = item[key];
  if (typeof value !== 'string' || !isStorableText(value)) return null;
  const text = value.trim();
  return text === '' ? null : text;
}

/** Whether a text is without NUL and lone surrogates, which Postgres refuses in text and JSON. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

import type { Observations } from '#contracts/observations.js';

/** What a model reads of a text. */
export interface Span {
  /** Code points: first, and one past the last. */
  readonly start: number;
  readonly end: number;
}

/**
 * A text without the given spans. Names of persons are left out of what is embedded, on both sides: in a conversation
 * most turns name whoever is spoken to, and vectors that agree in a name agree in little else.
 */
export function withoutSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const points = Array.from(text);
  for (const { start, end } of spans) points.fill(' ', start, end);
  const left = points.join('').replace(/ {2,}/g, ' ').trim();
  return /[\p{L}\p{N}]/u.test(left) ? left : text;
}

/** Where a memory names persons. */
export function personSpans(observations: Pick<Observations, 'mentions'> = { mentions: [] }): Span[] {
  return observations.mentions.filter(({ type }) => type === 'person');
}

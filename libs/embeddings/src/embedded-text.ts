import type { Observations } from '#contracts/observations.js';

/** A span of a text. */
export interface Span {
  /** Offsets in code points; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/**
 * Removes spans from a text; returns the text unchanged if no letter or digit would be left. Person names are removed
 * from texts and questions before embedding: in a conversation most messages name the person spoken to, and vectors
 * that agree in a name agree in little else.
 */
export function withoutSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const points = Array.from(text);
  for (const { start, end } of spans) points.fill(' ', start, end);
  const left = points.join('').replace(/ {2,}/g, ' ').trim();
  return /[\p{L}\p{N}]/u.test(left) ? left : text;
}

/** Spans of the person names in a memory. */
export function personSpans(observations: Pick<Observations, 'mentions'> = { mentions: [] }): Span[] {
  return observations.mentions.filter(({ type }) => type === 'person');
}

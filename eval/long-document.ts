import type { Turn } from './conversation.js';

/** Several turns joined to one text. */
export interface Document {
  readonly text: string;
  readonly occurredAt: Date;
  readonly session: bigint;
  /** Where each turn stands: offsets in code points, `end` exclusive. */
  readonly turns: readonly { readonly id: string; readonly start: number; readonly end: number }[];
}

const BETWEEN = '\n\n';

/** Joins turns, in their order and with an empty line between them, to documents of at least `bytes`, but the last. */
export function joinTurns(turns: readonly Turn<string>[], bytes: number): Document[] {
  const documents: Document[] = [];
  let open: Turn<string>[] = [];
  let length = 0;
  for (const turn of turns) {
    open.push(turn);
    length += Buffer.byteLength(turn.text + BETWEEN);
    if (length < bytes) continue;
    documents.push(joined(open));
    open = [];
    length = 0;
  }
  return open.length === 0 ? documents : [...documents, joined(open)];
}

function joined(turns: readonly Turn<string>[]): Document {
  let start = 0;
  const placed = turns.map(({ id, text }) => {
    const end = start + Array.from(text).length;
    const place = { id, start, end };
    start = end + BETWEEN.length;
    return place;
  });
  const last = turns.at(-1);
  return {
    text: turns.map(({ text }) => text).join(BETWEEN),
    occurredAt: last?.occurredAt ?? new Date(0),
    session: last?.session ?? 0n,
    turns: placed,
  };
}

/** Turns of which at least half stands in a passage. */
export function turnsInPassage(
  { turns }: Document,
  passage: { readonly start: number; readonly end: number },
): string[] {
  return turns
    .filter(({ start, end }) => 2 * (Math.min(end, passage.end) - Math.max(start, passage.start)) >= end - start)
    .map(({ id }) => id);
}

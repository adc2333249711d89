/** Part of a text that no passage boundary divides. Offsets in UTF-16 units, without the blanks around it. */
export interface TextPiece {
  readonly start: number;
  readonly end: number;
  /** Level of a heading: 1 to 6, 0 for a title without a mark; null for anything else. */
  readonly headingLevel: number | null;
}

type LineKind = 'blank' | 'heading' | 'fence' | 'table' | 'item' | 'text';

interface Line {
  readonly start: number;
  readonly end: number;
  readonly kind: LineKind;
}

/** Consecutive lines of a paragraph, a list item, a table or a code block. */
interface Block {
  readonly kind: 'text' | 'item' | 'table' | 'fence';
  readonly lines: Line[];
}

/** Maximum length of a heading, in UTF-16 units; a longer line is text. */
const MAX_HEADING = 200;
const MAX_TITLE = 100;
/** Length of text that is segmented into sentences at once, in UTF-16 units. */
const SEGMENTED_UNITS = 2_048;
/** Mark of a heading in Markdown. */
export const HEADING_MARK = /^#{1,6}[ \t]+/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+\S/;
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * Divides a text at headings and at the borders of paragraphs, list items, tables and code blocks. A block of more
 * than `maxBytes` is divided further: tables and code blocks into lines, others into sentences; and these at blanks.
 */
export function* textPieces(text: string, maxBytes: number): Generator<TextPiece> {
  let block: Block | null = null;
  let isFirst = true;
  for (const line of linesOf(text)) {
    if (block && ends(block, line)) {
      yield* blockPieces(text, block, maxBytes, isFirst && line.kind === 'blank');
      isFirst = false;
      block = null;
    }
    if (line.kind === 'heading')
      yield { ...trimmed(text, line.start, line.end), headingLevel: levelOf(text.slice(line.start, line.end)) };
    else if (block) block.lines.push(line);
    else if (line.kind !== 'blank') block = { kind: line.kind, lines: [line] };
    isFirst &&= line.kind !== 'heading';
  }
  if (block) yield* blockPieces(text, block, maxBytes, false);
}

/** Whether a block is complete before a line. The fence that closes a code block belongs to it. */
function ends({ kind, lines }: Block, line: Line): boolean {
  if (kind === 'fence') return lines.length > 1 && lines.at(-1)?.kind === 'fence';
  if (line.kind === 'text') return kind === 'table';
  return kind !== 'table' || line.kind !== 'table';
}

function* linesOf(text: string): Generator<Line> {
  for (let start = 0; start < text.length;) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed + 1;
    yield { start, end, kind: kindOf(text.slice(start, Math.min(end, start + MAX_HEADING)), end - start) };
    start = end;
  }
}

function kindOf(beginning: string, length: number): LineKind {
  if (/^\s*$/.test(beginning) && length <= MAX_HEADING) return 'blank';
  if (/^ {0,3}(```|~~~)/.test(beginning)) return 'fence';
  if (length < MAX_HEADING && HEADING.test(beginning)) return 'heading';
  if (/^\s*\|/.test(beginning)) return 'table';
  return /^\s*([-*+•]|\d{1,3}[.)])\s/.test(beginning) ? 'item' : 'text';
}

function levelOf(heading: string): number {
  return HEADING.exec(heading)?.[1]?.length ?? 0;
}

/** @param mayBeTitle whether the block begins the text and a blank line follows */
function* blockPieces(text: string, block: Block, maxBytes: number, mayBeTitle: boolean): Generator<TextPiece> {
  const { kind, lines } = block;
  const span = trimmed(text, lines[0]?.start ?? 0, lines.at(-1)?.end ?? 0);
  if (bytesOf(text, span.start, span.end) > maxBytes) {
    const parts = kind === 'table' || kind === 'fence' ? lines : sentencesOf(text, span);
    for (const part of parts) yield* cutPieces(text, trimmed(text, part.start, part.end), maxBytes);
    return;
  }
  yield { ...span, headingLevel: mayBeTitle && isTitle(block, text.slice(span.start, span.end)) ? 0 : null };
}

function isTitle({ kind, lines }: Block, line: string): boolean {
  return kind === 'text' && lines.length === 1 && line.length <= MAX_TITLE && !/[.!?:;,]$/.test(line);
}

/** Sentences of a span, found window by window: the segmenter takes time quadratic in the length of its text. */
function* sentencesOf(text: string, { start, end }: Span): Generator<Span> {
  for (let from = start; from < end;) {
    const window = text.slice(from, Math.min(end, from + SEGMENTED_UNITS));
    const isLast = from + window.length === end;
    const found = Array.from(sentences.segment(window), ({ index, segment }) => ({
      ...{ start: from + index, end: from + index + segment.length },
    }));
    // The last sentence of a window may go on in the next one.
    const whole = isLast || found.length === 1 ? found : found.slice(0, -1);
    yield* whole;
    from = whole.at(-1)?.end ?? end;
  }
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Cuts a span into pieces of at most `maxBytes`, at blanks where there are any. */
function* cutPieces(text: string, { start, end }: Span, maxBytes: number): Generator<TextPiece> {
  for (let from = start; from < end;) {
    const to = cutAt(text, from, end, maxBytes);
    const span = trimmed(text, from, to);
    if (span.start < span.end) yield { ...span, headingLevel: null };
    from = to;
  }
}

/** End of the longest prefix of at most `maxBytes`; the last blank in its second half, if it has one. */
function cutAt(text: string, from: number, end: number, maxBytes: number): number {
  let to = Math.min(end, from + maxBytes);
  for (let bytes = bytesOf(text, from, to); bytes > maxBytes; bytes = bytesOf(text, from, to))
    to = from + Math.floor(((to - from) * maxBytes) / bytes);
  if (to === end) return end;
  const blank = text.slice(from, to).search(/\s\S*$/);
  if (blank > (to - from) / 2) return from + blank + 1;
  const isInPair = (text.charCodeAt(to) & 0xfc00) === 0xdc00;
  return isInPair && to - 1 > from ? to - 1 : to;
}

/** Length of a part of a text in bytes of UTF-8. */
export function bytesOf(text: string, start: number, end: number): number {
  return Buffer.byteLength(text.slice(start, end));
}

function trimmed(text: string, start: number, end: number): Span {
  const whole = text.slice(start, end);
  const from = start + whole.length - whole.trimStart().length;
  return { start: from, end: Math.max(from, start + whole.trimEnd().length) };
}

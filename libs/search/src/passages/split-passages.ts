import { bytesOf, HEADING_MARK, textPieces, type TextPiece } from './text-pieces.js';

/** Part of a text; offsets in code points, `end` exclusive. */
export interface TextSlice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A passage of a long text. */
export interface Passage extends TextSlice {
  /** Headings under which it stands, outermost first, without those that are part of it. */
  readonly headings: readonly TextSlice[];
}

/**
 * Texts of more bytes are divided into passages, in bytes of UTF-8: some 160 words of English. Their number is close to
 * that of a model's tokens in other scripts, too.
 */
const MAX_WHOLE_BYTES = 1_000;
/**
 * Maximum length of a passage, in bytes: about as many tokens as are stored of a text (`MAX_TOKENS`). From the minimum
 * on, a heading begins a new one, so that a page of short sections does not become a passage for each.
 */
const MAX_PASSAGE_BYTES = 700;
const MIN_PASSAGE_BYTES = 250;
/** Maximum number of headings of a passage: the title, and the innermost ones. */
const MAX_HEADINGS = 3;

/** SQL condition that a text is divided into passages. @param text SQL expression of the text */
export function isLongSql(text: string): string {
  return `octet_length(${text}) > ${String(MAX_WHOLE_BYTES)}`;
}

/** Whether a text is divided into passages. */
export function isLongText(text: string): boolean {
  return (
    text.length > MAX_WHOLE_BYTES || (text.length * 3 > MAX_WHOLE_BYTES && Buffer.byteLength(text) > MAX_WHOLE_BYTES)
  );
}

/**
 * Passages of a text, in order: one that is the whole text, if it is not long. They do not overlap. Stored vectors and
 * postings name passages by their number, so a change of this function needs new versions of all models, and a rebuild.
 */
export function* splitPassages(text: string): Generator<Passage> {
  if (!isLongText(text)) {
    yield { start: 0, end: codePoints(text, 0, text.length), text, headings: [] };
    return;
  }
  const packer = new PassagePacker(text);
  for (const piece of textPieces(text, MAX_PASSAGE_BYTES)) yield* packer.add(piece);
  yield* packer.end();
}

/** A heading. Offsets of its line, in UTF-16 units. */
interface Heading {
  readonly start: number;
  readonly end: number;
  readonly level: number;
}

/** A passage to which pieces are added. Offsets in UTF-16 units. */
interface OpenPassage {
  readonly start: number;
  end: number;
  /** Headings above its first piece and in it. */
  readonly headings: readonly Heading[];
}

class PassagePacker {
  private open: OpenPassage | null = null;
  /** Start of the headings that wait for what stands below them. */
  private waiting: number | null = null;
  private headings: Heading[] = [];
  private readonly offsets: CodePointOffsets;

  constructor(private readonly text: string) {
    this.offsets = new CodePointOffsets(text);
  }

  *add(piece: TextPiece): Generator<Passage> {
    const start = this.waiting ?? piece.start;
    if (piece.headingLevel !== null) {
      this.push(piece, piece.headingLevel);
      this.waiting = start;
      // Headings that nothing stands below are text.
      if (bytesOf(this.text, start, piece.end) < MAX_PASSAGE_BYTES) return;
    }
    if (this.open && this.isFull(this.open, piece.end)) yield* this.close();
    if (this.open) this.open.end = piece.end;
    else this.open = { start, end: piece.end, headings: this.headings };
    this.waiting = null;
  }

  *end(): Generator<Passage> {
    if (this.waiting !== null) {
      const end = this.headings.at(-1)?.end ?? this.waiting;
      if (this.open) this.open.end = end;
      else this.open = { start: this.waiting, end, headings: this.headings };
    }
    yield* this.close();
  }

  private isFull({ start, end }: OpenPassage, next: number): boolean {
    if (bytesOf(this.text, start, next) > MAX_PASSAGE_BYTES) return true;
    return this.waiting !== null && bytesOf(this.text, start, end) >= MIN_PASSAGE_BYTES;
  }

  private push({ start, end }: TextPiece, level: number): void {
    this.headings = [...this.headings.filter((heading) => heading.level < level), { start, end, level }];
  }

  private *close(): Generator<Passage> {
    if (!this.open) return;
    const { start, end, headings } = this.open;
    const above = headings.filter((heading) => heading.start < start);
    const kept = above.length <= MAX_HEADINGS ? above : [...above.slice(0, 1), ...above.slice(1 - MAX_HEADINGS)];
    yield { ...this.slice(start, end), headings: kept.map((heading) => this.withoutMark(heading)) };
    this.open = null;
  }

  private withoutMark({ start, end }: Heading): TextSlice {
    const [mark = ''] = HEADING_MARK.exec(this.text.slice(start, end)) ?? [];
    return this.slice(start + mark.length, end);
  }

  private slice(start: number, end: number): TextSlice {
    return { start: this.offsets.at(start), end: this.offsets.at(end), text: this.text.slice(start, end) };
  }
}

const UNITS_PER_MARK = 1_024;

/** Offsets in code points for those in UTF-16 units, counted from marks that are made as far as they are needed. */
class CodePointOffsets {
  private readonly marks = [0];

  constructor(private readonly text: string) {}

  at(unit: number): number {
    const mark = Math.floor(unit / UNITS_PER_MARK);
    while (this.marks.length <= mark) {
      const last = this.marks.length - 1;
      const next = codePoints(this.text, last * UNITS_PER_MARK, (last + 1) * UNITS_PER_MARK);
      this.marks.push((this.marks[last] ?? 0) + next);
    }
    return (this.marks[mark] ?? 0) + codePoints(this.text, mark * UNITS_PER_MARK, unit);
  }
}

/** Number of code points of a part of a text. */
function codePoints(text: string, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i += 1) if ((text.charCodeAt(i) & 0xfc00) !== 0xdc00) count += 1;
  return count;
}

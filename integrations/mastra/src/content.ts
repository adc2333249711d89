import type { MastraMessageContentV2 } from '@mastra/core/agent';

/** Content of a message without its texts, which the memory has as its text. */
interface Packed {
  readonly content: MastraMessageContentV2;
  /** Code units of each text part; null if the texts are in the content. */
  readonly lengths: readonly number[] | null;
  /** Which text part the field `content` repeats; null if it stays in the content. */
  readonly repeats: number | null;
}

/** Bytes of a content in the metadata of a memory, which has at most 65,536, the ids among them. */
const MAX_BYTES = 60_000;

/**
 * Text and rest of a content. The text is null if there is none to remember.
 * @throws RangeError if the rest is too large even without files, reasoning, and long values of tools
 */
export function packed(content: MastraMessageContentV2): { text: string | null; content: string } {
  const texts = content.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const text = storable(texts.join('\n'));
  if (text.trim() === '') return { text: null, content: fitting({ content, lengths: null, repeats: null }) };
  const repeats = content.content === undefined ? -1 : texts.indexOf(content.content);
  const { content: own, ...rest } = content;
  const parts = content.parts.map((part) => (part.type === 'text' ? { ...part, text: '' } : part));
  const short = { ...rest, ...(repeats === -1 && own !== undefined ? { content: own } : {}), parts };
  const lengths = texts.map((one) => one.length);
  return { text, content: fitting({ content: short, lengths, repeats: repeats === -1 ? null : repeats }) };
}

/** The content again. A text that was changed since is that of the first part. */
export function unpacked(json: string, text: string): MastraMessageContentV2 {
  const { content, lengths, repeats } = JSON.parse(json) as Packed;
  if (lengths === null) return content;
  const texts = sliced(text, lengths);
  let next = 0;
  const parts = content.parts.map((part) => (part.type === 'text' ? { ...part, text: texts[next++] ?? '' } : part));
  return { ...content, ...(repeats === null ? {} : { content: texts[repeats] ?? '' }), parts };
}

function sliced(text: string, lengths: readonly number[]): string[] {
  const total = lengths.reduce((sum, length) => sum + length, lengths.length - 1);
  if (total !== text.length) return [text];
  let start = 0;
  return lengths.map((length) => {
    const end = start + length;
    const slice = text.slice(start, end);
    start = end + 1;
    return slice;
  });
}

/** The service takes no NUL and no lone surrogates. Lengths stay. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** JSON of a content within its limit; if need be, without what a later prompt needs least. */
function fitting(value: Packed): string {
  const light = { ...value, content: withoutFiles(value.content) };
  for (const json of [() => JSON.stringify(value), () => shortened(light, 2_000), () => shortened(light, 100)]) {
    const written = json();
    if (new TextEncoder().encode(written).length <= MAX_BYTES) return written;
  }
  throw new RangeError('the message has too many parts for a memory of Engraph');
}

function withoutFiles(content: MastraMessageContentV2): MastraMessageContentV2 {
  const light = { ...content, parts: content.parts.filter(({ type }) => type !== 'file' && type !== 'reasoning') };
  delete light.experimental_attachments;
  delete light.reasoning;
  return light;
}

function shortened(value: Packed, length: number): string {
  return JSON.stringify(value, (_, field: unknown) =>
    typeof field === 'string' && field.length > length
      ? `${field.slice(0, length)}… (${field.length - length} characters left out)`
      : field,
  );
}

import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { runPipeline } from '#extraction/pipeline.js';
import type { Stage } from '#extraction/pipeline/stage.js';
import { codePointOffsets } from '#extraction/text/code-points.js';
import { compromiseNames } from '../bench/compromise-names.js';

const KINDS: Readonly<Record<string, string>> = { person: 'PER', place: 'LOC', organization: 'ORG' };

/**
 * Tags the sentences of a file of tokens, as written and lower-cased, and writes NAME.cased.jsonl and NAME.lower.jsonl.
 * @param file one JSON object with `tokens` a line
 */
export async function tagFile(
  file: string,
  folder: string,
  tag: (tokens: readonly string[]) => string[] | Promise<string[]>,
): Promise<void> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  const sentences = lines.map((line) => (JSON.parse(line) as { tokens: string[] }).tokens);
  for (const style of ['cased', 'lower'] as const) {
    const tagged: string[] = [];
    for (const tokens of sentences) {
      const shown = style === 'lower' ? tokens.map((token) => token.toLowerCase()) : tokens;
      tagged.push(JSON.stringify({ tags: await tag(shown) }));
    }
    await writeFile(join(folder, `${basename(file, '.jsonl')}.${style}.jsonl`), `${tagged.join('\n')}\n`);
  }
}

/** BIO tags of tokens, by the mentions that the stages find in them joined by blanks. */
export async function tagsOf(tokens: readonly string[], stages: readonly Stage[]): Promise<string[]> {
  const text = tokens.join(' ');
  const input = { text, speaker: null, role: null, eventAtUnixNanos: 0n };
  const { mentions } = (await runPipeline(stages, input)).observations;
  const named = mentions.flatMap(({ start, end, type }) => {
    const kind = KINDS[type];
    return kind === undefined ? [] : [{ start, end, kind }];
  });
  return bioOf(tokens, named);
}

/** BIO tags of tokens, by the names that compromise 14 finds in them joined by blanks. */
export function peerTagsOf(tokens: readonly string[]): string[] {
  const text = tokens.join(' ');
  const codePoints = codePointOffsets(text);
  return bioOf(
    tokens,
    compromiseNames(text).map(({ kind, start, end }) => ({ kind, start: codePoints(start), end: codePoints(end) })),
  );
}

function bioOf(
  tokens: readonly string[],
  names: readonly { readonly start: number; readonly end: number; readonly kind: string }[],
): string[] {
  const spans = spansOf(tokens);
  const tags = tokens.map(() => 'O');
  for (const { start, end, kind } of names) {
    const covered = spans.flatMap((span, i) => (span.start < end && span.end > start ? [i] : []));
    covered.forEach((i, n) => (tags[i] = `${n === 0 ? 'B' : 'I'}-${kind}`));
  }
  return tags;
}

/** Where each token stands in the tokens joined by blanks, in code points. */
function spansOf(tokens: readonly string[]): { start: number; end: number }[] {
  let next = 0;
  return tokens.map((token) => {
    const start = next;
    const end = start + Array.from(token).length;
    next = end + 1;
    return { start, end };
  });
}

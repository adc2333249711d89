import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { runPipeline } from '#extraction/pipeline.js';
import type { Stage } from '#extraction/stage.js';

const KINDS: Readonly<Record<string, string>> = { person: 'PER', place: 'LOC', organization: 'ORG' };

/**
 * Tags the sentences of a file of tokens, as written and lower-cased, and writes NAME.cased.jsonl and NAME.lower.jsonl.
 * @param file one JSON object with `tokens` a line
 */
export async function tagFile(file: string, folder: string, stages: readonly Stage[]): Promise<void> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  const sentences = lines.map((line) => (JSON.parse(line) as { tokens: string[] }).tokens);
  for (const style of ['cased', 'lower'] as const) {
    const tagged: string[] = [];
    for (const tokens of sentences) {
      const shown = style === 'lower' ? tokens.map((token) => token.toLowerCase()) : tokens;
      tagged.push(JSON.stringify({ tags: await tagsOf(shown, stages) }));
    }
    await writeFile(join(folder, `${basename(file, '.jsonl')}.${style}.jsonl`), `${tagged.join('\n')}\n`);
  }
}

/** BIO tags of tokens, by the mentions that the stages find in them joined by blanks. */
export async function tagsOf(tokens: readonly string[], stages: readonly Stage[]): Promise<string[]> {
  const text = tokens.join(' ');
  const input = { text, speaker: null, role: null, eventAtUnixNanos: 0n };
  const { mentions } = (await runPipeline(stages, input)).observations;
  const spans = spansOf(tokens);
  const tags = tokens.map(() => 'O');
  for (const { start, end, type } of mentions) {
    const kind = KINDS[type];
    if (kind === undefined) continue;
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

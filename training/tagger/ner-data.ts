import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sentencesOf } from '#extraction/text/sentences.js';
import { codePointOffsets } from '#extraction/text/code-points.js';

/** A sentence with BIO tags over PER, LOC, ORG and MISC. */
export interface TaggedSentence {
  readonly tokens: readonly string[];
  readonly tags: readonly string[];
}

/** One conversation of the gold chat files, as far as training reads it. */
interface Conversation {
  readonly turns: readonly { readonly i: number; readonly text: string }[];
  readonly entities: readonly {
    readonly type: string;
    readonly mentions: readonly { readonly turn: number; readonly text: string; readonly start: number }[];
  }[];
}

export const TRAIN_FILES = [
  'btcnh',
  'cross_ai',
  'cross_literature',
  'cross_music',
  'cross_science',
  'gumfree',
  'wnut17',
];
export const DEV_FILES = [...TRAIN_FILES, 'uner'];

const CHAT_TAGS: Readonly<Record<string, string>> = { person: 'PER', place: 'LOC', organization: 'ORG', date: 'O' };

/** Path of one tagged file below a data folder. */
export function nerFile(data: string, name: string, part: 'train' | 'dev'): string {
  return join(data, 'ner', `${name}.${part}.jsonl`);
}

/** Reads a file of one JSON sentence a line. */
export function readTagged(file: string): TaggedSentence[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as TaggedSentence);
}

/** Paths of the gold chat files below a data folder. */
export function chatFiles(data: string): string[] {
  const folder = join(data, 'chat');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name));
}

/** The sentences of a gold chat file, tagged by its mentions. */
export function readChat(file: string): TaggedSentence[] {
  const conversation = JSON.parse(readFileSync(file, 'utf8')) as Conversation;
  return conversation.turns.flatMap((turn) => {
    const spans = conversation.entities.flatMap((entity) =>
      entity.mentions
        .filter((m) => m.turn === turn.i)
        .map((m) => ({
          start: m.start,
          end: m.start + Array.from(m.text).length,
          tag: CHAT_TAGS[entity.type] ?? 'MISC',
        })),
    );
    const offset = codePointOffsets(turn.text);
    return [...sentencesOf(turn.text)].map(({ tokens }) => ({
      tokens: tokens.map((t) => t.text),
      tags: tokens.map((t) => {
        const span = spans.find((s) => s.start <= offset(t.start) && offset(t.end) <= s.end);
        if (span === undefined || span.tag === 'O') return 'O';
        return `${span.start === offset(t.start) ? 'B' : 'I'}-${span.tag}`;
      }),
    }));
  });
}

/** Value of `--name` on the command line, or the default. */
export function argument(name: string, fallback: string): string {
  const at = process.argv.indexOf(`--${name}`);
  return (at >= 0 ? process.argv[at + 1] : undefined) ?? fallback;
}

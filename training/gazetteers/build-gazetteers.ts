/**
 * Builds the name lists of libs/extraction/data from public lists.
 * Usage: node dist/training/gazetteers/build-gazetteers.js [--data DIR] [--out DIR]
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { nameForm } from '#extraction/names/gazetteers.js';
import { argument, chatFiles, nerFile, readChat, readTagged, TRAIN_FILES } from '../tagger/ner-data.js';

/** Suffixes that company names are often used without. */
const COMPANY_ENDING =
  /[,.]? (?:inc|corp|corporation|company|companies|group|holdings|plc|co|the|ltd|nv|sa)\.?$|\(.*\)$/i;

build(argument('data', '../shared/data'), argument('out', 'libs/extraction/data'));

function build(data: string, out: string): void {
  mkdirSync(out, { recursive: true });
  const source = (name: string): string[] =>
    readFileSync(join(data, 'gazetteers', name), 'utf8')
      .split(/\r?\n/)
      .filter((line) => line !== '');
  write(out, 'first-names', source('first_us.txt').map(nameForm));
  write(out, 'surnames', source('surnames_us.txt').map(nameForm));
  write(out, 'places', places(source('world-cities.csv').slice(1)));
  write(out, 'organizations', companies(source('constituents.csv').slice(1)));
  write(out, 'nicknames', nicknames(source('nicknames.csv').slice(1)));
  write(out, 'common-words', commonWords(data));
}

function places(rows: readonly string[]): string[] {
  return rows.flatMap((row) => csvFields(row).slice(0, 3).map(nameForm));
}

function companies(rows: readonly string[]): string[] {
  return rows.flatMap((row) => {
    const name = csvFields(row)[1] ?? '';
    const short = name.replace(COMPANY_ENDING, '').replace(COMPANY_ENDING, '').trim();
    return [nameForm(name), nameForm(short)];
  });
}

function nicknames(rows: readonly string[]): string[] {
  const byName = new Map<string, Set<string>>();
  for (const row of rows) {
    const [name, , nickname] = csvFields(row).map(nameForm);
    if (name === undefined || nickname === undefined) continue;
    byName.set(name, (byName.get(name) ?? new Set<string>()).add(nickname));
  }
  return [...byName].map(([name, list]) => `${name}\t${[...list].sort().join(',')}`);
}

/** Words that the tagged training text writes in lower case outside of names. */
function commonWords(data: string): string[] {
  const sentences = [
    ...TRAIN_FILES.flatMap((name) => readTagged(nerFile(data, name, 'train'))),
    ...chatFiles(data).flatMap(readChat),
  ];
  return sentences.flatMap(({ tokens, tags }) =>
    tokens
      .filter((token, i) => tags[i] === 'O' && /^\p{Ll}[\p{Ll}'’-]*$/u.test(token) && token.length <= 24)
      .map(nameForm),
  );
}

/** Fields of a CSV line; quotes may hold commas. */
function csvFields(row: string): string[] {
  return [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((m) =>
    (m[1] ?? m[2] ?? '').replaceAll('""', '"'),
  );
}

function write(out: string, name: string, lines: readonly string[]): void {
  const text = `${[...new Set(lines)]
    .filter((line) => line !== '')
    .sort()
    .join('\n')}\n`;
  const bytes = gzipSync(text, { level: 9 });
  writeFileSync(join(out, `${name}.txt.gz`), bytes);
  const hash = createHash('sha256').update(bytes).digest('hex');
  process.stdout.write(`${name}.txt.gz ${String(bytes.length)} bytes sha256 ${hash}\n`);
}

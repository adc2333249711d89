import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { GENRES, type Genre } from '#contracts/genres.js';
import { GENRE_FEATURES, genreFeatures } from '#extraction/genre/genre-features.js';
import { genreOf } from '#extraction/genre/genre-of.js';
import type { ExtractionInput } from '#extraction/pipeline/stage.js';

/** A message of an annotated scope, with the turns before it, and the genre of its scope. */
interface Sample {
  readonly genre: Genre;
  readonly input: ExtractionInput;
}

const STEPS = 3_000;
const RATE = 0.5;
/** Penalty of squared weights, which keeps them small where few texts have a feature. */
const PENALTY = 0.002;
const PRIOR_TURNS = 3;
const WEIGHTS_FILE = new URL('../../libs/extraction/src/genre/genre-weights.ts', import.meta.url);

await new Command('fit-genre')
  .description('Fits the weights by which genres are told, or measures them: a folder has scopes of genres by folder.')
  .requiredOption('--gold <dir>', 'written by encoder.gold_scopes; without the kept scopes, to fit')
  .option('--chats <dir>', 'further chats, written by eval/write-own-chats.ts')
  .option('--measure', 'print the confusion table of the present weights instead')
  .action(({ gold, chats, measure }: { gold: string; chats?: string; measure?: true }) => {
    const more = chats === undefined ? [] : samplesOf(chats, 'chat');
    const samples = [...GENRES.flatMap((genre) => samplesOf(join(gold, genre), genre)), ...more];
    if (measure) print(samples);
    else writeFileSync(WEIGHTS_FILE, sourceOf(fit(samples)));
  })
  .parseAsync();

function samplesOf(folder: string, genre: Genre): Sample[] {
  return readdirSync(folder).flatMap((file) => {
    const { turns } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
      turns: { i: number; text: string; speaker?: string; role?: ExtractionInput['role'] }[];
    };
    const inputs = turns.map(({ text, speaker = null, role = null }) => ({
      text,
      speaker,
      role,
      eventAtUnixNanos: 0n,
    }));
    return inputs.map((input, i) => {
      const before = inputs.slice(Math.max(0, i - PRIOR_TURNS), i).map((turn) => ({ ...turn, memoryId: '' }));
      return { genre, input: { ...input, before } };
    });
  });
}

/** Softmax regression by gradient descent; all genres count alike, whatever their number of samples. */
function fit(samples: readonly Sample[]): number[][] {
  const rows = samples.map(({ genre, input }) => ({ y: GENRES.indexOf(genre), x: featuresOf(input) }));
  const sizes = GENRES.map((_, g) => rows.filter(({ y }) => y === g).length);
  const weights = GENRES.map(() => GENRE_FEATURES.map(() => 0));
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((row) => row.map((weight, i) => (i === 0 ? 0 : PENALTY * weight)));
    for (const { y, x } of rows) {
      const powers = weights.map((row) => Math.exp(row.reduce((sum, weight, i) => sum + weight * (x[i] ?? 0), 0)));
      const all = powers.reduce((a, b) => a + b, 0);
      for (const [g, row] of gradient.entries()) {
        const error = ((powers[g] ?? 0) / all - Number(g === y)) / (GENRES.length * (sizes[y] ?? 1));
        for (const [i, value] of x.entries()) row[i] = (row[i] ?? 0) + error * value;
      }
    }
    for (const [g, row] of weights.entries())
      for (const [i, slope] of (gradient[g] ?? []).entries()) row[i] = (row[i] ?? 0) - RATE * slope;
  }
  return weights;
}

function featuresOf({ text, speaker, role }: ExtractionInput): number[] {
  return genreFeatures(text, role ?? 'user', speaker !== null);
}

function sourceOf(weights: readonly number[][]): string {
  const rows = GENRES.map((genre, g) => `  ${genre}: [${(weights[g] ?? []).map((w) => w.toFixed(2)).join(', ')}],`);
  return [
    "import type { Genre } from '#contracts/genres.js';",
    '',
    '/** Weights of `GENRE_FEATURES` by genre, written by `training/genre/fit-genre.ts`. */',
    '// prettier-ignore',
    'export const GENRE_WEIGHTS: Readonly<Record<Genre, readonly number[]>> = {',
    ...rows,
    '};',
    '',
  ].join('\n');
}

function print(samples: readonly Sample[]): void {
  for (const genre of GENRES) {
    const told = samples.filter((sample) => sample.genre === genre).map(({ input }) => genreOf(input));
    const counts = GENRES.map((other) => told.filter((one) => one === other).length);
    process.stdout.write(`${genre.padEnd(9)}${counts.map((count) => String(count).padStart(5)).join('')}\n`);
  }
}

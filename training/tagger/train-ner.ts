/**
 * Trains the tagger of models/extraction and writes its model card.
 * Usage: node dist/training/tagger/train-ner.js [--data DIR] [--out DIR] [--passes N]
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sentenceFeatures } from '#extraction/classifier/sentence-features.js';
import { saveWeights, taggerOf, dequantizeWeights, type Tagger } from '#extraction/classifier/tagger-file.js';
import { TAGS } from '#extraction/classifier/tagger.js';
import { loadGazetteers, type Gazetteers } from '#extraction/names/gazetteers.js';
import { scoreFile, type DevScore } from './dev-scores.js';
import { fitTemperature } from './fit-temperature.js';
import { writeModelCard } from './model-card.js';
import {
  argument,
  chatFiles,
  DEV_FILES,
  nerFile,
  readChat,
  readTagged,
  TRAIN_FILES,
  type TaggedSentence,
} from './ner-data.js';
import { generator, learn, quantize, type Example } from './perceptron.js';

const LOWER_CASED_SHARE = 0.3;
const SEED = 20_250_601;

train(argument('data', '../shared/data'), argument('out', 'models/extraction'), Number(argument('passes', '10')));

function train(data: string, out: string, passes: number): void {
  mkdirSync(out, { recursive: true });
  const gazetteers = loadGazetteers();
  const inputs = [...TRAIN_FILES.map((name) => nerFile(data, name, 'train')), ...chatFiles(data)];
  const sentences = [
    ...TRAIN_FILES.flatMap((name) => readTagged(nerFile(data, name, 'train'))),
    ...chatFiles(data).flatMap(readChat),
  ];
  const learned = learn(examplesOf(sentences, gazetteers), passes, SEED);
  const rounded = { ...quantize(learned.emissions), transitions: learned.transitions, temperature: 1 };
  const weights = {
    ...rounded,
    temperature: fitTemperature(devSentences(data), gazetteers, dequantizeWeights(rounded)),
  };
  const bytes = saveWeights(join(out, 'ner.bin.gz'), weights);
  const scores = devScores(data, taggerOf(dequantizeWeights(weights), gazetteers));
  writeModelCard(join(out, 'MODEL_CARD.md'), {
    data,
    inputs,
    model: bytes,
    passes,
    sentences: sentences.length,
    scores,
    weights,
  });
  for (const { name, style, f1 } of scores) process.stdout.write(`${name} ${style} F1 ${f1.toFixed(1)}\n`);
}

/** Share of sentences that are lower-cased, as chats often are. */
function examplesOf(sentences: readonly TaggedSentence[], gazetteers: Gazetteers): Example[] {
  const random = generator(SEED);
  return sentences
    .filter(({ tokens }) => tokens.length > 0)
    .map(({ tokens, tags }) => {
      const shown = random() < LOWER_CASED_SHARE ? tokens.map((t) => t.toLowerCase()) : tokens;
      return {
        features: sentenceFeatures(shown, gazetteers).map((buckets) => Int32Array.from(buckets)),
        tags: Uint8Array.from(tags, (tag) => Math.max(0, TAGS.indexOf(tag as (typeof TAGS)[number]))),
      };
    });
}

function devSentences(data: string): TaggedSentence[] {
  return DEV_FILES.flatMap((name) => readTagged(nerFile(data, name, 'dev')).slice(0, 300));
}

function devScores(data: string, tagger: Tagger): DevScore[] {
  return DEV_FILES.flatMap((name) => {
    const sentences = readTagged(nerFile(data, name, 'dev'));
    return (['cased', 'lower'] as const).map((style) => scoreFile(name, style, sentences, tagger));
  });
}

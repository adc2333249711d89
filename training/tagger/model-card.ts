import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { FEATURE_BUCKETS } from '#extraction/classifier/feature-hash.js';
import type { DevScore } from './dev-scores.js';

/** What the model card records. */
export interface ModelFacts {
  readonly data: string;
  readonly inputs: readonly string[];
  readonly model: Buffer;
  readonly passes: number;
  readonly sentences: number;
  readonly scores: readonly DevScore[];
  readonly weights: { readonly scale: number; readonly temperature: number };
}

/** Writes the model card: model, reproduction, scores and hashes. */
export function writeModelCard(path: string, facts: ModelFacts): void {
  const { data, inputs, model, passes, sentences, scores, weights } = facts;
  const lines = [
    '# Named-entity tagger',
    '',
    'Tags names of persons, places and organizations. It is the light model of the classifier stage',
    '(`CLASSIFIER_MODEL=perceptron`).',
    '',
    '- **Model.** Linear-chain averaged perceptron over hashed features: words, affixes, shapes, neighbours, name lists. It tags',
    '  PER, LOC, ORG and MISC; the stage uses the first three.',
    `- **Weights.** ${String(FEATURE_BUCKETS)} buckets × 9 tags, signed bytes, scale ${weights.scale.toPrecision(4)}.`,
    `- **Probabilities.** Forward–backward at temperature ${String(weights.temperature)}, fitted on the development files.`,
    `- **Training.** ${String(sentences)} sentences, 30 % of them lower-cased, ${String(passes)} passes.`,
    '- **Limits.** English.',
    '',
    '## Reproduction',
    '',
    '```console',
    '$ npx nest build',
    '$ node dist/training/gazetteers/build-gazetteers.js --data DIR    # the name lists',
    '$ node dist/training/tagger/train-ner.js --data DIR',
    '```',
    '',
    '## Scores on the development files',
    '',
    'Exact span and type over PER, LOC and ORG, in percent.',
    '',
    '| file | style | precision | recall | F1 |',
    '| --- | --- | ---: | ---: | ---: |',
    ...scores.map(
      (s) => `| ${s.name} | ${s.style} | ${s.precision.toFixed(1)} | ${s.recall.toFixed(1)} | ${s.f1.toFixed(1)} |`,
    ),
    '',
    'The annotated chats are part of the training data, so there is no held-out score for them.',
    '',
    '## Hashes (sha256)',
    '',
    '| file | sha256 |',
    '| --- | --- |',
    `| ner.bin.gz | ${sha256(model)} |`,
    ...inputs.map((file) => `| ${relative(data, file)} | ${sha256(readFileSync(file))} |`),
    '',
  ];
  writeFileSync(path, lines.join('\n'));
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

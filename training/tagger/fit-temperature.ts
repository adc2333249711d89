import { taggerOf } from '#extraction/classifier/tagger-file.js';
import type { TaggerWeights } from '#extraction/classifier/tagger.js';
import type { Gazetteers } from '#extraction/names/gazetteers.js';
import { goldSpans, spanKey } from './dev-scores.js';
import type { TaggedSentence } from './ner-data.js';

const CANDIDATES = [0.5, 1, 1.5, 2, 3, 4, 5, 6, 8, 10, 14, 20, 30];

/** The temperature at which the probabilities of spans best tell right from wrong ones (least log loss). */
export function fitTemperature(
  sentences: readonly TaggedSentence[],
  gazetteers: Gazetteers,
  weights: TaggerWeights,
): number {
  let best = { temperature: 1, loss: Infinity };
  for (const temperature of CANDIDATES) {
    const loss = logLoss(sentences, gazetteers, { ...weights, temperature });
    if (loss < best.loss) best = { temperature, loss };
  }
  return best.temperature;
}

function logLoss(sentences: readonly TaggedSentence[], gazetteers: Gazetteers, weights: TaggerWeights): number {
  const tagger = taggerOf(weights, gazetteers);
  let loss = 0;
  let count = 0;
  for (const { tokens, tags } of sentences) {
    const want = goldSpans(tags);
    for (const { first, last, kind, probability } of tagger(tokens)) {
      if (kind === 'MISC') continue;
      const p = Math.min(0.999, Math.max(0.001, probability));
      loss -= Math.log(want.has(spanKey(first, last, kind)) ? p : 1 - p);
      count += 1;
    }
  }
  return loss / Math.max(1, count);
}

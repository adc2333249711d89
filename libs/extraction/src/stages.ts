import { ClassifierStage } from './classifier/classifier-stage.js';
import { LazyEncoder } from './classifier/encoder/lazy-encoder.js';
import { loadTagger, PerceptronTagger } from './classifier/tagger-file.js';
import { loadGazetteers, type Gazetteers } from './gazetteers.js';
import { PatternStage } from './pattern/pattern-stage.js';
import type { Stage } from './stage.js';

/** Which model the classifier runs: the encoder finds more, the perceptron takes a tenth of the time. */
export const CLASSIFIER_MODELS = ['encoder', 'perceptron'] as const;
export type ClassifierModel = (typeof CLASSIFIER_MODELS)[number];

let gazetteers: Gazetteers | null = null;
const classifiers = new Map<ClassifierModel, Stage>();

/**
 * The stages that run on every memory, in their order. Name lists and weights are read once per process.
 * @throws Error where a shipped file is missing or broken
 */
export function stagesOf(
  names: readonly string[] = ['pattern', 'classifier'],
  model: ClassifierModel = 'encoder',
): Stage[] {
  gazetteers ??= loadGazetteers();
  const stages: Stage[] = [];
  if (names.includes('pattern')) stages.push(new PatternStage(gazetteers));
  if (names.includes('classifier')) stages.push(classifierOf(model, gazetteers));
  return stages;
}

function classifierOf(model: ClassifierModel, lists: Gazetteers): Stage {
  const known = classifiers.get(model);
  if (known) return known;
  const tagger = model === 'encoder' ? new LazyEncoder() : new PerceptronTagger(loadTagger(lists));
  const stage = new ClassifierStage(lists, tagger);
  classifiers.set(model, stage);
  return stage;
}

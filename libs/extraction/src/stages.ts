import { ClassifierStage, type ClassifierModels } from './classifier/classifier-stage.js';
import { EncoderClaims } from './classifier/encoder/encoder-claims.js';
import { MODEL_FOLDER } from './classifier/encoder/encoder-model.js';
import { EncoderRows } from './classifier/encoder/encoder-rows.js';
import { EncoderTagger } from './classifier/encoder/encoder-tagger.js';
import { LazyEncoder } from './classifier/encoder/lazy-encoder.js';
import { loadTagger, PerceptronTagger } from './classifier/tagger-file.js';
import { loadGazetteers, type Gazetteers } from './names/gazetteers.js';
import { PatternStage } from './patterns/pattern-stage.js';
import { assessClaims, type Assess } from './assessment/assess-claims.js';
import { loadTruthModel, type TruthModel } from './assessment/truth-model.js';
import type { Stage } from './pipeline/stage.js';

/** Models of the classifier: the encoder finds more, the perceptron takes a tenth of the time. */
export const CLASSIFIER_MODELS = ['encoder', 'perceptron'] as const;
export type ClassifierModel = (typeof CLASSIFIER_MODELS)[number];

let gazetteers: Gazetteers | null = null;
let truthModel: TruthModel | null = null;
const classifiers = new Map<ClassifierModel, ClassifierModels>();

/**
 * Creates the stages that run on every memory, in order. Gazetteers and weights are loaded once per process.
 * @throws Error if a shipped file is missing or corrupt
 */
export function stagesOf(
  names: readonly string[] = ['pattern', 'classifier'],
  model: ClassifierModel = 'encoder',
): Stage[] {
  gazetteers ??= loadGazetteers();
  if (!names.includes('classifier'))
    return names.includes('pattern') ? [new PatternStage(gazetteers, assessorWith('rules'))] : [];
  const stages: Stage[] = names.includes('pattern') ? [new PatternStage(gazetteers)] : [];
  return [...stages, new ClassifierStage(gazetteers, modelsOf(model, gazetteers), stages)];
}

function modelsOf(model: ClassifierModel, lists: Gazetteers): ClassifierModels {
  const known = classifiers.get(model);
  if (known) return known;
  const models = model === 'encoder' ? encoderModels() : perceptronModels(lists);
  classifiers.set(model, models);
  return models;
}

function encoderModels(): ClassifierModels {
  const rows = new EncoderRows(LazyEncoder.shipped());
  return { tagger: new EncoderTagger(rows), claims: new EncoderClaims(rows), assess: assessorWith('encoder') };
}

function perceptronModels(lists: Gazetteers): ClassifierModels {
  return { tagger: new PerceptronTagger(loadTagger(lists)), claims: null, assess: assessorWith('rules') };
}

/** Assesses claims with the shipped weights. */
function assessorWith(weights: keyof TruthModel): Assess {
  truthModel ??= loadTruthModel(new URL('truth.json', MODEL_FOLDER));
  const { [weights]: own } = truthModel;
  return (input, found) => assessClaims(own, input, found);
}

import { ClassifierStage } from './classifier/classifier-stage.js';
import { loadTagger } from './classifier/tagger-file.js';
import { loadGazetteers } from './gazetteers.js';
import { PatternStage } from './pattern/pattern-stage.js';
import type { Stage } from './stage.js';

let loaded: readonly Stage[] | null = null;

/** Those of the default stages that are named, in their own order. */
export function stagesOf(names: readonly string[]): Stage[] {
  return defaultStages().filter(({ name }) => names.includes(name));
}

/**
 * The stages that run on every memory unless told otherwise: pattern, then classifier. Name lists and weights are read
 * once per process.
 * @throws Error where a shipped file is missing or broken
 */
export function defaultStages(): Stage[] {
  if (loaded === null) {
    const gazetteers = loadGazetteers();
    loaded = [new PatternStage(gazetteers), new ClassifierStage(gazetteers, loadTagger(gazetteers))];
  }
  return [...loaded];
}

import { tokenize } from '#extraction/text/tokenizer.js';
import { chatText } from '../chat-texts.js';
import type { Closing } from '../closing.js';
import { runProgram } from '../processes.js';
import type { StageRun, StageTimes } from './run-stages.js';

export interface PipelineOptions {
  readonly rounds: number;
  readonly memories: number;
}

export interface PipelineResults {
  readonly options: PipelineOptions;
  /** Tokens of a memory, on average. */
  readonly tokens: number;
  readonly rounds: readonly Readonly<Record<StageRun['what'], StageTimes>>[];
}

/**
 * Measures the stages that run on every memory, with each classifier, and compromise: in turns, over the same texts.
 */
export async function benchPipeline(closing: Closing, options: PipelineOptions): Promise<PipelineResults> {
  const { memories } = options;
  const run = async (what: StageRun['what']): Promise<StageTimes> =>
    (await runProgram(closing, 'pipeline/run-stages.ts', { what, memories } satisfies StageRun)) as StageTimes;
  const rounds: PipelineResults['rounds'][number][] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    rounds.push({
      perceptron: await run('perceptron'),
      compromise: await run('compromise'),
      encoder: await run('encoder'),
    });
  }
  const texts = Array.from({ length: memories }, (_, n) => chatText(n));
  const tokens = texts.reduce((sum, text) => sum + tokenize(text).length, 0) / memories;
  return { options, tokens, rounds };
}

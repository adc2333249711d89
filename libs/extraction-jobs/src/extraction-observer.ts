import type { StageReport } from '#contracts/observations.js';

/** Observer of extraction, for metrics. */
export interface ExtractionObserver {
  stageRan(report: Pick<StageReport, 'stage' | 'state' | 'duration_ms'>): void;
  deadLetter(source: 'record' | 'memory'): void;
  /** Tokens that one LLM call used. */
  llmUsed(tokens: { readonly prompt: number; readonly completion: number }): void;
  /** The LLM was not called because a token budget is used up. */
  llmOverBudget(budget: 'scope' | 'all'): void;
  /** Whether the circuit of the LLM's endpoint is open. */
  llmCircuit(open: boolean): void;
}

const noop = (): undefined => undefined;

export const NOOP_OBSERVER: ExtractionObserver = {
  stageRan: noop,
  deadLetter: noop,
  llmUsed: noop,
  llmOverBudget: noop,
  llmCircuit: noop,
};

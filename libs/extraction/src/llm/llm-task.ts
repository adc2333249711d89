import type { Observations, RelationObservation, StatementObservation } from '#contracts/observations.js';
import { EXTRACT_PROMPT, VERIFY_PROMPT, type Prompt } from './prompt-files.js';

/** A question about claims of earlier stages that say the same. */
export interface ClaimQuestion {
  /**
   * The claim in words, "Ruth lives in Croydon", also where a stage claims that it ended; with its day, "(2020-05-01)",
   * where that is not the day of the memory.
   */
  readonly words: string;
  /** Whether it can end: an event like a visit cannot. */
  readonly canEnd: boolean;
  readonly relations: readonly RelationObservation[];
  readonly statements: readonly StatementObservation[];
}

/** What one call asks about a memory: to list what it says, to judge claims, or both. */
export interface LlmTask {
  /** Observations so far. */
  readonly found: Observations;
  /** Whether to list everything that the memory says. */
  readonly extract: boolean;
  /** Claims to judge. */
  readonly questions: readonly ClaimQuestion[];
  /** Number of claims beyond the limit, about which it does not ask. */
  readonly unasked: number;
  /** Confidence of a claim that the LLM confirms. */
  readonly confirmedConfidence: number;
}

/** The prompts that a task needs, in order. */
export function promptsOf({ extract, questions }: Pick<LlmTask, 'extract' | 'questions'>): Prompt[] {
  return [...(extract ? [EXTRACT_PROMPT] : []), ...(questions.length > 0 ? [VERIFY_PROMPT] : [])];
}

/** Versions of prompts with the model that reads them, as stage reports give them: `extract.v1+verify.v1 MODEL`. */
export function versionOf(prompts: readonly Prompt[], model: string): string {
  return `${prompts.map(({ version }) => version).join('+')} ${model}`;
}

/** System prompt of a task. */
export function instructionsOf(task: Pick<LlmTask, 'extract' | 'questions'>): string {
  return promptsOf(task)
    .map(({ text }) => text)
    .join('\n\n');
}

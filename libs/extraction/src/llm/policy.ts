import type { Observations, Polarity } from '#contracts/observations.js';
import { unreadLanguage } from '../eligibility/unread-language.js';

/** Which memories the LLM reads: all, those with candidates or in which stages may have missed something, or none. */
export type LlmPolicy = 'always' | 'uncertain' | 'never';

/** Confidence below which a mention is uncertain. */
const DOUBTFUL_CONFIDENCE = 0.6;
/** Words that indicate a relation or trait; without any claim, something was missed. */
const RELATIONAL_CUE =
  /\b(?:my|our|i|i'm|im|we|his|her|their|works?|worked|lives?|lived|moved|married|born|studied|friends?|boss|sister|brother|mother|father|wife|husband|partner|son|daughter|cousin|left|joined|founded|belongs?|owns?|likes?|loves?|hates?|prefers?)\b/i;
/** A capitalized word that does not start a sentence. */
const INNER_CAPITAL = /(?<=[\p{Ll}\p{N},;] )\p{Lu}[\p{L}\p{M}\p{N}'’-]+/gu;
const NO_NAME = /^(?:I|I'\p{L}+|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|OK|Ok|TV|PM|AM)$/u;
const MAX_READ = 16_384;

/** Confidences of claims that are candidates: from the one on, below the other. */
export interface CandidateBand {
  readonly candidate: number;
  readonly fact: number;
}

/** A memory as the stages that run on every memory read it. */
export interface StagedMemory {
  readonly text: string;
  readonly observations: Observations;
}

/**
 * Whether the LLM should read a memory, by the policy and the observations of earlier stages: under `uncertain`, if
 * they claim something that is a candidate, or may have missed something.
 */
export function wantsLlm(policy: LlmPolicy, memory: StagedMemory, band: CandidateBand): boolean {
  if (policy !== 'uncertain') return policy === 'always';
  const { relations, statements } = memory.observations;
  return [...relations, ...statements].some((claim) => isCandidate(claim, band)) || mayMissSomething(memory);
}

/** Whether a claim is a candidate; a correction of an earlier claim is none. */
export function isCandidate(
  { confidence, polarity }: { readonly confidence: number; readonly polarity: Polarity },
  { candidate, fact }: CandidateBand,
): boolean {
  return polarity !== 'retracted' && confidence >= candidate && confidence < fact;
}

/**
 * Whether the earlier stages may have missed something in a memory. Texts in a language that they do not read are such.
 */
export function mayMissSomething(memory: StagedMemory): boolean {
  if (unreadLanguage(memory.text) !== null) return true;
  const { observations } = memory;
  const text = memory.text.slice(0, MAX_READ);
  if (observations.mentions.some((m) => m.confidence < DOUBTFUL_CONFIDENCE)) return true;
  if (hasUncoveredCapital(text, observations)) return true;
  return observations.relations.length + observations.statements.length === 0 && RELATIONAL_CUE.test(text);
}

function hasUncoveredCapital(text: string, { mentions }: Observations): boolean {
  const covered = new Set(mentions.flatMap((m) => m.name.split(/[\s-]+/)));
  for (const [word] of text.matchAll(INNER_CAPITAL)) {
    const bare = word.replace(/['’]s$/, '');
    if (!NO_NAME.test(bare) && !covered.has(bare)) return true;
  }
  return false;
}

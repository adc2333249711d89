import type { Observations } from '#contracts/observations.js';
import { unreadLanguage } from '../unread-language.js';

/** Which memories the LLM reads: all, those that earlier stages were uncertain about, or none. */
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

/**
 * Whether the LLM should read a memory, by the policy and the observations of earlier stages. Texts in a language that
 * the other stages do not read are uncertain.
 */
export function wantsLlm(
  policy: LlmPolicy,
  result: { readonly text: string; readonly observations: Observations },
): boolean {
  if (policy !== 'uncertain') return policy === 'always';
  if (unreadLanguage(result.text) !== null) return true;
  const { observations } = result;
  const text = result.text.slice(0, MAX_READ);
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

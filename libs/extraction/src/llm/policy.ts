import type { Observations } from '#contracts/observations.js';

/** When the LLM reads a memory: every one, those that the earlier stages left doubts about, or none. */
export type LlmPolicy = 'always' | 'uncertain' | 'never';

/** A mention below this is a doubt. */
const DOUBTFUL_CONFIDENCE = 0.6;
/** Words that tell of a relation or a trait; where nothing was claimed in spite of them, something was missed. */
const RELATIONAL_CUE =
  /\b(?:my|our|i|i'm|im|we|his|her|their|works?|worked|lives?|lived|moved|married|born|studied|friends?|boss|sister|brother|mother|father|wife|husband|partner|son|daughter|cousin|left|joined|founded|belongs?|owns?|likes?|loves?|hates?|prefers?)\b/i;
/** A capitalised word that does not open a sentence. */
const INNER_CAPITAL = /(?<=[\p{Ll}\p{N},;] )\p{Lu}[\p{L}\p{M}\p{N}'’-]+/gu;
const NO_NAME = /^(?:I|I'\p{L}+|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|OK|Ok|TV|PM|AM)$/u;
const MAX_READ = 16_384;

/** Whether the policy wants the LLM to read a memory, given what the earlier stages found in it. */
export function wantsLlm(
  policy: LlmPolicy,
  result: { readonly text: string; readonly observations: Observations },
): boolean {
  if (policy !== 'uncertain') return policy === 'always';
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

import { FIRST_PERSON, SELF_REFERENCES } from '#lexicon/pronouns.js';
import { fold } from '#contracts/fold.js';

/** Whose messages a question asks for: the user's own, or those of the assistant. */
export type RoleIntent = 'user' | 'assistant';

const ADVERB = String.raw`(?:(?:ever|already|also|just|once|originally|first|last|actually) )?`;
const SAY =
  'say|said|tell|told|suggest|recommend|advise|propose|mention|explain|answer|reply|list|give|given|show|write|written|draft|think|call|describe|offer';
const SAID =
  'said|told|suggested|recommended|advised|proposed|mentioned|explained|answered|replied|listed|gave|showed|wrote|drafted|described|offered';
const OF_ASSISTANT = [
  new RegExp(`\\b(?:did|do|had|have|would|could|can) you ${ADVERB}(?:${SAY})\\b`, 'i'),
  new RegExp(`\\byou ${ADVERB}(?:${SAID})\\b`, 'i'),
  /\byour (?:\w+ )?(?:advice|recommendation|suggestion|answer|reply|explanation|opinion|estimate|proposal|tip)s?\b/i,
  /\bthe (?:assistant|bot|ai|agent)\b/i,
];

/**
 * Parses whose messages a question asks for: of the assistant if it asks what "you" said or recommended, of the user if
 * it is in the first person.
 */
export function parseRoleIntent(question: string): RoleIntent | null {
  if (OF_ASSISTANT.some((pattern) => pattern.test(question))) return 'assistant';
  const words = fold(question).match(/\p{L}+/gu) ?? [];
  return words.some((word) => SELF_REFERENCES.has(word) || FIRST_PERSON.has(word)) ? 'user' : null;
}

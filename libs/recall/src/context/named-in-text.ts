import { fold } from '#contracts/fold.js';
import type { FactHit } from './fact-hit.js';

/** Whether a memory is said by an entity, by its name; `user` is a user without a name. */
export function isSaidBy({ speaker, role }: FactHit, name: string): boolean {
  if (name === 'user') return role === 'user' || role === null;
  return speaker !== null && (name === speaker || name.startsWith(`${speaker} `));
}

/** Whether a folded sentence has the first or last name of an entity, or another word of its name. */
export function hasName(sentence: string, name: string): boolean {
  return namesOf(name).some((word) => hasPhrase(sentence, word));
}

/** Words of a name, folded, of letters alone: first and last name of a person. */
export function namesOf(name: string): string[] {
  return fold(name)
    .split(' ')
    .filter((word) => /^\p{L}{3,}$/u.test(word));
}

/** Whether a folded sentence has a phrase, at the borders of words. */
export function hasPhrase(sentence: string, phrase: string): boolean {
  const at = sentence.indexOf(phrase);
  if (at < 0) return false;
  return !/\p{L}/u.test(sentence[at - 1] ?? '') && !/\p{L}/u.test(sentence[at + phrase.length] ?? '');
}

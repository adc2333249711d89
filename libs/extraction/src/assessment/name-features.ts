import type { NameRef } from '#contracts/observations.js';
import { loadCommonWords, loadFirstNames, loadPlaces, nameForm } from '../names/gazetteers.js';
import type { Features } from './claim.js';

const MANY_WORDS = 5;

/**
 * Features of a name that is an end of a claim, by how it is written and what lists of words say of it: "poorly" is no
 * person, and a claim about it is not true however surely its sentence reads.
 * @param end which end, as a prefix of the features
 */
export function nameFeatures(end: 'subject' | 'object', { type, name }: NameRef): Features {
  const form = nameForm(name);
  const words = form.split(' ');
  const [first = ''] = words;
  const isLiving = type === 'person' || type === 'animal';
  const kind = isLiving ? 'living' : type === 'place' ? 'place' : 'other';
  const isUser = name === 'user';
  const isCommon = !isUser && words.every((word) => loadCommonWords().has(word));
  return {
    [`${end}:${kind}`]: 1,
    [`${end}:${kind} lower case`]: Number(!isUser && name === name.toLowerCase()),
    [`${end}:${kind} common`]: Number(isCommon),
    [`${end}:first name`]: Number(isLiving && loadFirstNames().has(first)),
    [`${end}:known place`]: Number(type === 'place' && loadPlaces().has(form)),
    [`${end}:letter`]: Number(/^\p{L}\.?$/u.test(name)),
    [`${end}:digit`]: Number(/\d/.test(name)),
    [`${end}:one word`]: Number(!isUser && words.length === 1),
    [`${end}:many words`]: Number(words.length >= MANY_WORDS),
  };
}

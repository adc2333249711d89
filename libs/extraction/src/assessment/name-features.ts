import type { NameRef } from '#contracts/observations.js';
import { loadCommonWords, loadFirstNames, loadPlaces, nameForm } from '../names/gazetteers.js';
import type { Features } from './claim.js';

const MANY_WORDS = 5;

let lists: Record<'common' | 'firstNames' | 'places', ReadonlySet<string>> | undefined;

/**
 * Features of a name that is an end of a claim, by how it is written and what lists of words say of it: "poorly" is no
 * person, and a claim about it is not true however surely its sentence reads.
 * @param end which end, as a prefix of the features
 */
export function nameFeatures(end: 'subject' | 'object', { type, name }: NameRef): Features {
  lists ??= { common: loadCommonWords(), firstNames: loadFirstNames(), places: loadPlaces() };
  const words = nameForm(name).split(' ');
  const [first = ''] = words;
  const isLiving = type === 'person' || type === 'animal';
  const kind = isLiving ? 'living' : type === 'place' ? 'place' : 'other';
  const isCommon = words.every((word) => lists?.common.has(word));
  return {
    [`${end}:${kind}`]: 1,
    [`${end}:${kind} lower case`]: Number(name === name.toLowerCase() && name !== 'user'),
    [`${end}:${kind} common`]: Number(isCommon && name !== 'user'),
    [`${end}:first name`]: Number(isLiving && lists.firstNames.has(first)),
    [`${end}:known place`]: Number(type === 'place' && lists.places.has(nameForm(name))),
    [`${end}:letter`]: Number(/^\p{L}\.?$/u.test(name)),
    [`${end}:digit`]: Number(/\d/.test(name)),
    [`${end}:one word`]: Number(words.length === 1 && name !== 'user'),
    [`${end}:many words`]: Number(words.length >= MANY_WORDS),
  };
}

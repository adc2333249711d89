import { genderOfPronoun, type Gender } from '#lexicon/gender.js';
import { FIRST_PERSON, SELF_REFERENCES } from '#lexicon/pronouns.js';
import { Genders } from '../../rules/genders.js';
import type { MentionCandidate, TurnWindow } from './turn-window.js';

const SENTENCE_END = /^[.!?…;\n]+$/;
const GENDERS = new WeakMap<TurnWindow, Genders>();

/**
 * Whom words of the current turn are about, which the model takes for a candidate: another one, if a sentence names its
 * subject by a pronoun only and the candidate is called of another gender, or speaks: "she" is not who says it. Null if
 * nobody is known to be of the gender.
 * @param said index of the first of these words in the window
 */
export function subjectByPronoun(
  window: TurnWindow,
  candidate: MentionCandidate,
  said: number,
): MentionCandidate | null {
  if (candidate.type !== 'person' || said < window.begin) return candidate;
  const begin = sentenceBegin(window, said);
  const gender = pronounBefore(window, begin, said);
  if (gender === null || candidate.last >= begin) return candidate;
  const genders = gendersIn(window);
  const isAnother = candidate.isSpeaker
    ? candidate.isInCurrentTurn && !saysOfSelf(window, begin, said)
    : isOfAnother(gender, genders.of(candidate.name));
  if (!isAnother) return candidate;
  const others = window.candidates.filter(
    ({ type, last, name, isSpeaker, isInCurrentTurn }) =>
      type === 'person' && !(isSpeaker && isInCurrentTurn) && last < begin && genders.of(name) === gender,
  );
  return others.at(-1) ?? null;
}

function isOfAnother(gender: Gender, own: Gender | null): boolean {
  return own !== null && own !== gender;
}

/** Whether a sentence has a word of its speaker before the words. */
function saysOfSelf({ words }: TurnWindow, begin: number, said: number): boolean {
  return words.slice(begin, said).some((word) => {
    const lower = word.toLowerCase();
    return FIRST_PERSON.has(lower) || SELF_REFERENCES.has(lower);
  });
}

function sentenceBegin({ words, begin }: TurnWindow, said: number): number {
  let at = said;
  while (at > begin && !SENTENCE_END.test(words[at - 1] ?? '.')) at--;
  return at;
}

/** Gender of the first pronoun of a sentence before the words; null if a person is named there. */
function pronounBefore({ words, candidates }: TurnWindow, begin: number, said: number): Gender | null {
  if (candidates.some(({ type, first }) => type === 'person' && begin <= first && first < said)) return null;
  for (let at = begin; at < said; at++) {
    const gender = genderOfPronoun((words[at] ?? '').toLowerCase());
    if (gender !== null) return gender;
  }
  return null;
}

function gendersIn(window: TurnWindow): Genders {
  const known = GENDERS.get(window) ?? read(window);
  GENDERS.set(window, known);
  return known;
}

function read({ words, candidates }: TurnWindow): Genders {
  const genders = new Genders();
  const names = new Map(candidates.map((candidate) => [candidate.first, candidate]));
  const items: { word: string; name: string | null }[] = [];
  for (let at = 0; at < words.length; at++) {
    const named = names.get(at);
    items.push({ word: named === undefined ? (words[at] ?? '').toLowerCase() : '', name: named?.name ?? null });
    at = named?.last ?? at;
  }
  genders.read(items);
  return genders;
}

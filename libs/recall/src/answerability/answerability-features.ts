import { cutText } from '#contracts/cut-text.js';
import { STOP_WORDS } from '#search/terms/stop-words.js';
import { SPEAKER_MARK, termsOf } from '#search/terms/terms.js';
import { isPredicateRequested, isRelationRequested } from '../retrievers/graph/relation-cues.js';
import type { CandidateSet } from '../retrievers/candidate-set.js';
import type { RankedMemory } from '../fusion/boosts.js';
import { REQUESTED_ATTRIBUTES } from './requested-attributes.js';
import { asksForSurname, hasNameNear, requestedNameNoun, statesSurname, tokenizeFolded } from './requested-name.js';
import { REQUESTED_VALUES, NUMBER, PRICED_NOUNS, VALUE_WORDS } from './requested-values.js';

/** What was said, by whom, and the entities that it names. */
export interface HitText {
  readonly text: string;
  readonly speaker: string | null;
  readonly entities: readonly { readonly canonical_name: string }[];
}

/** What speaks for or against an answer among the first hits; shares, or 1 for what is missing. */
export interface AnswerabilityFeatures {
  /** Cosine of the memory that is nearest, wherever it ranks; null where nothing was compared. */
  readonly cosine: number | null;
  /** What share of the names in the question stand in the first, or speak it. */
  readonly namesPresent: number;
  /** "What does it cost?", and no hit with whom the question names tells a price: nor another value that is asked for. */
  readonly valueMissing: number;
  /** A hit tells such a value, but none that has a word of the question tells one. */
  readonly valueNotCoOccurring: number;
  /** "What is Ana's job?", and neither does the graph know it nor does a hit with her tell one; or a name that is asked for. */
  readonly attributeMissing: number;
}

/** Hits that are read, and how much of each: a mebibyte must not cost more than a long turn. */
export const MAX_HITS = 5;
const MAX_UNITS = 2_000;
/** UTF-16 units that are read of a question for what it asks. */
const MAX_QUESTION_UNITS = 500;
/** Claims of the graph that are surer than this say that it knows. */
const MIN_CLAIM_CONFIDENCE = 0.3;

interface AnalyzedHit {
  readonly memoryId: string;
  readonly text: string;
  readonly terms: ReadonlySet<string>;
  readonly names: readonly string[];
}

/** A question, the first hits, and what the graph claims of whom it names. */
interface QuestionReading {
  readonly text: string;
  readonly hits: readonly AnalyzedHit[];
  /** Those in which somebody is named whom the question names; all, where it names nobody. */
  readonly about: readonly AnalyzedHit[];
  /** Terms of the question that name nobody. */
  readonly contentTerms: ReadonlySet<string>;
  /** Words of the names in it. */
  readonly names: ReadonlySet<string>;
  readonly knownPredicates: ReadonlySet<string>;
}

/** Reads the first hits of a ranking for what the question asks for. */
export function answerabilityFeatures(
  { query, runs }: CandidateSet,
  ranked: readonly RankedMemory[],
  memories: ReadonlyMap<string, HitText>,
): AnswerabilityFeatures {
  const hits = ranked.slice(0, MAX_HITS).flatMap(({ memoryId }) => hitOf(memoryId, memories.get(memoryId)));
  const [first] = hits;
  const speakers = query.termWeights.speakers.map(({ term }) => term.slice(SPEAKER_MARK.length));
  const capitalised = namesIn(query.text);
  const names = new Set([...capitalised.flatMap((name) => [...termsOf(name)]), ...speakers]);
  const reading: QuestionReading = {
    ...{ text: cutText(query.text, MAX_QUESTION_UNITS), hits, names: new Set(capitalised.flatMap(tokenizeFolded)) },
    about: names.size === 0 ? hits : hits.filter(({ terms }) => intersects(names, terms)),
    contentTerms: new Set(query.terms.filter((term) => !names.has(term) && !VALUE_TERMS.has(term))),
    knownPredicates: new Set(
      runs.flatMap(({ claims = [] }) => claims.filter(isKnown).map(({ predicate }) => predicate)),
    ),
  };
  const value = valueIn(reading);
  return {
    cosine: runs.find(({ name }) => name === 'dense')?.candidates[0]?.score ?? null,
    namesPresent: shareOf([...names], (name) => first?.terms.has(name) ?? false),
    valueMissing: value === 'missing' || isUncounted(reading) || isSurnameMissing(reading) ? 1 : 0,
    valueNotCoOccurring: value === 'apart' ? 1 : 0,
    attributeMissing: isAttributeMissing(reading) || isNameMissing(reading) ? 1 : 0,
  };
}

const VALUE_TERMS: ReadonlySet<string> = new Set(termsOf(VALUE_WORDS));

/** Whether the values that are asked for are claimed or told, and told by a hit that has a word of the question. */
function valueIn({ text, about, contentTerms, knownPredicates }: QuestionReading): 'told' | 'apart' | 'missing' {
  let apart = false;
  for (const { questionPattern, answerPattern, predicates = [] } of REQUESTED_VALUES) {
    if (!questionPattern.test(text) || predicates.some((predicate) => knownPredicates.has(predicate))) continue;
    const telling = about.filter((hit) => answerPattern.test(hit.text));
    if (telling.length === 0) return 'missing';
    apart ||= contentTerms.size > 0 && !telling.some(({ terms }) => intersects(contentTerms, terms));
  }
  return apart ? 'apart' : 'told';
}

/** "How many goats …?", and no number of goats is in the hits. */
function isUncounted({ text, hits }: QuestionReading): boolean {
  const [, counted = ''] = /\bhow (?:many|much) (?:\p{L}+ ){0,2}?(\p{L}{3,})/iu.exec(text) ?? [];
  const terms = NOT_COUNTED.has(counted.toLowerCase()) ? [] : [...termsOf(counted)];
  return terms.length > 0 && !hits.some((hit) => numbered(hit.text).some((term) => terms.includes(term)));
}

const NOT_COUNTED: ReadonlySet<string> = new Set(['money', 'time', ...PRICED_NOUNS.split('|')]);

function isSurnameMissing({ text, hits, names }: QuestionReading): boolean {
  return asksForSurname(text) && !hits.some((hit) => statesSurname(hit, names));
}

function isAttributeMissing({ text, about, knownPredicates }: QuestionReading): boolean {
  return REQUESTED_ATTRIBUTES.some(
    ({ questionPattern, predicates, answerPattern }) =>
      questionPattern.test(text) &&
      !predicates.some((predicate) => knownPredicates.has(predicate)) &&
      !about.some((hit) => answerPattern.test(hit.text)),
  );
}

/** "What is the name of Ana's mother?", and no hit has a name next to a mother, nor does the graph know whom Ana has. */
function isNameMissing({ text, hits, names, knownPredicates }: QuestionReading): boolean {
  const noun = asksForSurname(text) ? null : requestedNameNoun(text, names);
  if (noun === null) return false;
  const terms = new Set(termsOf(noun));
  const isClaimed = [...knownPredicates].some(
    (type) => isRelationRequested(type, terms) || isPredicateRequested(type, terms),
  );
  return !isClaimed && !hits.some((hit) => hasNameNear(noun, hit, names));
}

function isKnown({ confidence }: { readonly confidence: number }): boolean {
  return confidence > MIN_CLAIM_CONFIDENCE;
}

function hitOf(memoryId: string, said: HitText | undefined): AnalyzedHit[] {
  if (!said) return [];
  const text = said.text.slice(0, MAX_UNITS);
  const names = said.entities.map((entity) => entity.canonical_name);
  return [{ memoryId, text, names, terms: new Set([...termsOf(text), ...termsOf(said.speaker ?? '')]) }];
}

/** Words that are written as names, other than the first. */
function namesIn(text: string): string[] {
  const names = text.slice(0, MAX_UNITS).match(/(?<=[\s"“(])\p{Lu}[\p{L}\p{M}]*/gu) ?? [];
  return names.filter((name) => !STOP_WORDS.has(name.toLowerCase()));
}

/** Terms within three words after a number. */
function numbered(text: string): string[] {
  const words = text.split(/\s+/);
  return words.flatMap((word, i) => (NUMBER.test(word) ? [...termsOf(words.slice(i + 1, i + 4).join(' '))] : []));
}

/** 1 of none. */
function shareOf(names: readonly string[], holds: (name: string) => boolean): number {
  return names.length === 0 ? 1 : names.filter(holds).length / names.length;
}

function intersects(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((one) => b.has(one));
}

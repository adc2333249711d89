import { cutText } from '#contracts/cut-text.js';
import { STOP_WORDS } from '#search/terms/stop-words.js';
import { SPEAKER_MARK, termsOf } from '#search/terms/terms.js';
import { isPredicateRequested, isRelationRequested } from '../retrievers/graph/relation-cues.js';
import type { CandidateSet } from '../retrievers/candidate-set.js';
import type { RankedMemory } from '../fusion/boosts.js';
import { REQUESTED_ATTRIBUTES } from './requested-attributes.js';
import { asksForSurname, hasNameNear, requestedNameNoun, statesSurname, tokenizeFolded } from './requested-name.js';
import { REQUESTED_VALUES, NUMBER, PRICED_NOUNS, VALUE_WORDS } from './requested-values.js';

/** Text and speaker of a hit, and the entities that it mentions. */
export interface HitText {
  readonly text: string;
  readonly speaker: string | null;
  readonly entities: readonly { readonly canonical_name: string }[];
}

/** Features of the first hits that indicate an answer: shares, or 1 for what is missing. */
export interface AnswerabilityFeatures {
  /** Cosine of the nearest memory, wherever it ranks; null if no vectors were compared. */
  readonly cosine: number | null;
  /** Share of the names in the question that are in the first hit, or are its speaker; 1 if there are no names. */
  readonly namesPresent: number;
  /** 1 if the question asks for a value ("What does it cost?") and no hit about the named person contains one. */
  readonly valueMissing: number;
  /** 1 if hits contain such a value, but none of them shares a content term with the question. */
  readonly valueNotCoOccurring: number;
  /**
   * 1 if the question asks for an attribute ("What is Ana's job?") or a name that neither the graph nor a hit states.
   */
  readonly attributeMissing: number;
}

/** Maximum number of hits read, and of UTF-16 units of each: a mebibyte must not cost more than a long message. */
export const MAX_HITS = 5;
const MAX_UNITS = 2_000;
/** Maximum number of UTF-16 units of a question that are matched against patterns. */
const MAX_QUESTION_UNITS = 500;
/** Claims with a confidence above this count as known. */
const MIN_CLAIM_CONFIDENCE = 0.3;

interface AnalyzedHit {
  readonly memoryId: string;
  readonly text: string;
  readonly terms: ReadonlySet<string>;
  readonly names: readonly string[];
}

/** A question, the first hits, and the predicates that the graph knows about the named entities. */
interface QuestionReading {
  readonly text: string;
  readonly hits: readonly AnalyzedHit[];
  /** Hits that contain a name of the question; all hits if the question has no names. */
  readonly about: readonly AnalyzedHit[];
  /** Terms of the question other than names and value words. */
  readonly contentTerms: ReadonlySet<string>;
  /** Folded words of the names in the question. */
  readonly names: ReadonlySet<string>;
  readonly knownPredicates: ReadonlySet<string>;
}

/** Computes the answerability features of the first hits of a ranking. */
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

/**
 * Whether requested values are stated in a hit or known to the graph ('told'), stated only in hits without a content
 * term of the question ('apart'), or missing.
 */
function valueIn({ text, about, contentTerms, knownPredicates }: QuestionReading): 'told' | 'apart' | 'missing' {
  let isApart = false;
  for (const { questionPattern, answerPattern, predicates = [] } of REQUESTED_VALUES) {
    if (!questionPattern.test(text) || predicates.some((predicate) => knownPredicates.has(predicate))) continue;
    const stating = about.filter((hit) => answerPattern.test(hit.text));
    if (stating.length === 0) return 'missing';
    isApart ||= contentTerms.size > 0 && !stating.some(({ terms }) => intersects(contentTerms, terms));
  }
  return isApart ? 'apart' : 'told';
}

/** Whether the question asks for a count ("How many goats …?") and no hit has a number of them. */
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

/**
 * Whether the question asks for a name ("What is the name of Ana's mother?") and no hit has a name near that noun, nor
 * does the graph know such a relation.
 */
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

function hitOf(memoryId: string, memory: HitText | undefined): AnalyzedHit[] {
  if (!memory) return [];
  const text = memory.text.slice(0, MAX_UNITS);
  const names = memory.entities.map((entity) => entity.canonical_name);
  return [{ memoryId, text, names, terms: new Set([...termsOf(text), ...termsOf(memory.speaker ?? '')]) }];
}

/** Capitalized words, other than the first word of the text and stop words. */
function namesIn(text: string): string[] {
  const names = text.slice(0, MAX_UNITS).match(/(?<=[\s"“(])\p{Lu}[\p{L}\p{M}]*/gu) ?? [];
  return names.filter((name) => !STOP_WORDS.has(name.toLowerCase()));
}

/** Terms within three words after a number. */
function numbered(text: string): string[] {
  const words = text.split(/\s+/);
  return words.flatMap((word, i) => (NUMBER.test(word) ? [...termsOf(words.slice(i + 1, i + 4).join(' '))] : []));
}

/** Share of the names for which `holds` is true; 1 if there are no names. */
function shareOf(names: readonly string[], holds: (name: string) => boolean): number {
  return names.length === 0 ? 1 : names.filter(holds).length / names.length;
}

function intersects(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((one) => b.has(one));
}

import { cutText } from '#contracts/cut-text.js';
import { STOP_WORDS } from '#graph/search/stop-words.js';
import { SPEAKER_MARK, termsOf } from '#graph/search/search-terms.js';
import { asksForPredicate, asksForRelation } from '../entity-graph/cues.js';
import type { Gathered } from '../gather-candidates.js';
import type { Lifted } from '../lifts.js';
import { ASKED_ATTRIBUTES } from './asked-attributes.js';
import { asksForSurname, namesNear, nounAskedToName, tellsSurname, wordsOf } from './asked-name.js';
import { ASKED_VALUES, NUMBER, PRICED, VALUE_WORDS } from './asked-values.js';

/** What was said, by whom, and the entities that it names. */
export interface Said {
  readonly text: string;
  readonly speaker: string | null;
  readonly entities: readonly { readonly canonical_name: string }[];
}

/** What speaks for or against an answer among the first hits; shares, or 1 for what is missing. */
export interface AnswerEvidence {
  /** Cosine of the memory that is nearest, wherever it ranks; null where nothing was compared. */
  readonly cosine: number | null;
  /** What share of the names in the question stand in the first, or speak it. */
  readonly named: number;
  /** "What does it cost?", and no hit with whom the question names tells a price: nor another value that is asked for. */
  readonly noValue: number;
  /** A hit tells such a value, but none that has a word of the question tells one. */
  readonly valueApart: number;
  /** "What is Ana's job?", and neither does the graph know it nor does a hit with her tell one; or a name that is asked for. */
  readonly noAttribute: number;
}

/** Hits that are read, and how much of each: a mebibyte must not cost more than a long turn. */
export const HITS_READ = 5;
const MAX_UNITS = 2_000;
/** UTF-16 units that are read of a question for what it asks. */
const MAX_ASKED = 500;
/** Claims of the graph that are surer than this say that it knows. */
const KNOWN = 0.3;

interface Hit {
  readonly memoryId: string;
  readonly text: string;
  readonly terms: ReadonlySet<string>;
  readonly names: readonly string[];
}

/** A question, the first hits, and what the graph claims of whom it names. */
interface Reading {
  readonly text: string;
  readonly hits: readonly Hit[];
  /** Those in which somebody is named whom the question names; all, where it names nobody. */
  readonly about: readonly Hit[];
  /** Terms of the question that name nobody. */
  readonly things: ReadonlySet<string>;
  /** Words of the names in it. */
  readonly names: ReadonlySet<string>;
  readonly claimed: ReadonlySet<string>;
}

/** Reads the first hits of a ranking for what the question asks for. */
export function answerEvidence(
  { query, found }: Gathered,
  ranked: readonly Lifted[],
  said: ReadonlyMap<string, Said>,
): AnswerEvidence {
  const hits = ranked.slice(0, HITS_READ).flatMap(({ memoryId }) => hitOf(memoryId, said.get(memoryId)));
  const [first] = hits;
  const speakers = query.weights.speakers.map(({ term }) => term.slice(SPEAKER_MARK.length));
  const capitalised = namesIn(query.text);
  const names = new Set([...capitalised.flatMap((name) => [...termsOf(name)]), ...speakers]);
  const reading: Reading = {
    ...{ text: cutText(query.text, MAX_ASKED), hits, names: new Set(capitalised.flatMap(wordsOf)) },
    about: names.size === 0 ? hits : hits.filter(({ terms }) => intersects(names, terms)),
    things: new Set(query.terms.filter((term) => !names.has(term) && !VALUE_TERMS.has(term))),
    claimed: new Set(found.flatMap(({ claims = [] }) => claims.filter(isKnown).map(({ predicate }) => predicate))),
  };
  const value = valueIn(reading);
  return {
    cosine: found.find(({ name }) => name === 'dense')?.candidates[0]?.score ?? null,
    named: shareOf([...names], (name) => first?.terms.has(name) ?? false),
    noValue: value === 'missing' || isUncounted(reading) || isSurnameMissing(reading) ? 1 : 0,
    valueApart: value === 'apart' ? 1 : 0,
    noAttribute: isAttributeMissing(reading) || isNameMissing(reading) ? 1 : 0,
  };
}

const VALUE_TERMS: ReadonlySet<string> = new Set(termsOf(VALUE_WORDS));

/** Whether the values that are asked for are claimed or told, and told by a hit that has a word of the question. */
function valueIn({ text, about, things, claimed }: Reading): 'told' | 'apart' | 'missing' {
  let apart = false;
  for (const { asks, tells, predicates = [] } of ASKED_VALUES) {
    if (!asks.test(text) || predicates.some((predicate) => claimed.has(predicate))) continue;
    const telling = about.filter((hit) => tells.test(hit.text));
    if (telling.length === 0) return 'missing';
    apart ||= things.size > 0 && !telling.some(({ terms }) => intersects(things, terms));
  }
  return apart ? 'apart' : 'told';
}

/** "How many goats …?", and no number of goats is in the hits. */
function isUncounted({ text, hits }: Reading): boolean {
  const [, counted = ''] = /\bhow (?:many|much) (?:\p{L}+ ){0,2}?(\p{L}{3,})/iu.exec(text) ?? [];
  const terms = NOT_COUNTED.has(counted.toLowerCase()) ? [] : [...termsOf(counted)];
  return terms.length > 0 && !hits.some((hit) => numbered(hit.text).some((term) => terms.includes(term)));
}

const NOT_COUNTED: ReadonlySet<string> = new Set(['money', 'time', ...PRICED.split('|')]);

function isSurnameMissing({ text, hits, names }: Reading): boolean {
  return asksForSurname(text) && !hits.some((hit) => tellsSurname(hit, names));
}

function isAttributeMissing({ text, about, claimed }: Reading): boolean {
  return ASKED_ATTRIBUTES.some(
    ({ asks, predicates, tells }) =>
      asks.test(text) &&
      !predicates.some((predicate) => claimed.has(predicate)) &&
      !about.some((hit) => tells.test(hit.text)),
  );
}

/** "What is the name of Ana's mother?", and no hit has a name next to a mother, nor does the graph know whom Ana has. */
function isNameMissing({ text, hits, names, claimed }: Reading): boolean {
  const noun = asksForSurname(text) ? null : nounAskedToName(text, names);
  if (noun === null) return false;
  const terms = new Set(termsOf(noun));
  const isClaimed = [...claimed].some((type) => asksForRelation(type, terms) || asksForPredicate(type, terms));
  return !isClaimed && !hits.some((hit) => namesNear(noun, hit, names));
}

function isKnown({ confidence }: { readonly confidence: number }): boolean {
  return confidence > KNOWN;
}

function hitOf(memoryId: string, said: Said | undefined): Hit[] {
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

import { SPEAKER_MARK, termsOf } from '#graph/search/search-terms.js';
import type { Gathered } from './gather-candidates.js';
import type { Lifted } from './lifts.js';

/** What was said, and by whom. */
export interface Said {
  readonly text: string;
  readonly speaker: string | null;
}

/** What speaks for or against an answer among the first hits; shares, or 1 for what is missing. */
export interface AnswerEvidence {
  /** Cosine of the first; null where nothing was compared. */
  readonly cosine: number | null;
  /** What share of the question's words that name nobody stands in the first, by their rarity. */
  readonly covered: number;
  /** What share of the names in the question stand in the first, or speak it. */
  readonly named: number;
  /** "Who …?", and the first names nobody else. */
  readonly nobodyElse: number;
  /** "What is the name …?", and the first has no other name. */
  readonly noOtherName: number;
  /** "How many goats …?", and no number of goats is in the first hits. */
  readonly uncounted: number;
  /** "How old is Ana?", and no hit with her tells an age. */
  readonly noAge: number;
  /** "What does it cost?", and no amount is in the first hits. */
  readonly noPrice: number;
  /** "How long is it?", and no number is in the first hits. */
  readonly noNumber: number;
}

/** Hits that are read, and how much of each: a mebibyte must not cost more than a long turn. */
export const HITS_READ = 5;
const MAX_UNITS = 2_000;

interface Hit {
  readonly memoryId: string;
  readonly text: string;
  readonly terms: ReadonlySet<string>;
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
  const names = new Set([...namesIn(query.text), ...speakers]);
  const newName = first !== undefined && [...namesIn(first.text)].some((name) => !names.has(name));
  const missing = (asked: RegExp, holds: (hit: Hit) => boolean): number =>
    asked.test(query.text) && !hits.some(holds) ? 1 : 0;
  const counted = countedIn(query.text);
  return {
    cosine: cosineOf(first, found),
    covered: coveredBy(first, query, names),
    named: shareOf([...names], (name) => first?.terms.has(name) ?? false),
    nobodyElse: WHO.test(query.text) && !newName ? 1 : 0,
    noOtherName: NAME.test(query.text) && !newName ? 1 : 0,
    uncounted: counted.length > 0 && !hits.some(({ text }) => numbered(text).some((t) => counted.includes(t))) ? 1 : 0,
    noAge: missing(OLD, ({ text, terms }) => AGE.test(text) && (names.size === 0 || intersects(names, terms))),
    noPrice: missing(COSTS, ({ text }) => PRICE.test(text)),
    noNumber: missing(MEASURE, ({ text }) => NUMBER.test(text)),
  };
}

const WHO = /\bwho(?:m|se)?\b/i;
const NAME = /\bname[ds]?\b|\bcalled\b/i;
const OLD = /\bhow old\b|\bage\b/i;
const COSTS = /\b(?:how much|price|costs?|salary|earn|pay|paid|rent|budget)\b/i;
const MEASURE =
  /\bhow (?:many|long|far|tall|big|large|high|heavy|fast|often|deep|wide)\b|\b(?:number|weight|weigh|height|size|score|percent\w*|distance)\b/i;

const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|half|both|couple|once|twice)\b/i;
const AGE =
  /\b(?:years? old|aged?|born|birthday|turn(?:s|ed|ing)? (?:\d|\w+ty|\w+teen)|\d+(?:st|nd|rd|th)\b|months? old|(?:is|am|are|he's|she's|i'm|was) (?:only |almost |just |now )?(?:\d+|\w+ty|\w+teen)\b)/i;
const PRICE =
  /[€$£¥] ?\d|\d ?[€$£¥]|\dk\b|(?:\d|hundred|thousand|ten|five|twenty|fifty|grand) ?(?:euros?|dollars?|pounds?|quid|bucks|kr|kroner|zloty|crowns?|francs?|yen|rupees?|cents?|pesos|an hour|a month|a week|a night|a year|per )|\b(?:costs?|price|paid|pays?|for|salary|rent|earn)\b.{0,30}\d/i;

function hitOf(memoryId: string, said: Said | undefined): Hit[] {
  if (!said) return [];
  const text = said.text.slice(0, MAX_UNITS);
  return [{ memoryId, text, terms: new Set([...termsOf(text), ...termsOf(said.speaker ?? '')]) }];
}

/** Terms of words that are written as names, other than the first. */
function namesIn(text: string): Set<string> {
  const names = text.slice(0, MAX_UNITS).match(/(?<=[\s"“(])\p{Lu}[\p{L}\p{M}]*/gu) ?? [];
  return new Set(names.flatMap((name) => [...termsOf(name)]));
}

/** Of "how many black goats": what is counted. */
function countedIn(question: string): string[] {
  const [, counted = ''] = /\bhow (?:many|much) (?:\p{L}+ ){0,2}?(\p{L}{3,})/iu.exec(question) ?? [];
  return [...termsOf(counted)];
}

/** Terms within three words after a number. */
function numbered(text: string): string[] {
  const words = text.split(/\s+/);
  return words.flatMap((word, i) => (NUMBER.test(word) ? [...termsOf(words.slice(i + 1, i + 4).join(' '))] : []));
}

function cosineOf(hit: Hit | undefined, found: Gathered['found']): number | null {
  const dense = found.find(({ name }) => name === 'dense')?.candidates ?? [];
  if (dense.length === 0) return null;
  return dense.find(({ memoryId }) => memoryId === hit?.memoryId)?.score ?? 0;
}

function coveredBy(hit: Hit | undefined, { terms, weights }: Gathered['query'], names: ReadonlySet<string>): number {
  const things = terms.filter((term) => !names.has(term));
  const weightOf = (term: string): number => weights.asked.get(term) ?? 0;
  const all = things.reduce((sum, term) => sum + weightOf(term), 0);
  if (all === 0) return 1;
  const shares = new Map<string, number>();
  for (const { term, asked, share } of weights.terms)
    if (hit?.terms.has(term)) shares.set(asked, Math.max(shares.get(asked) ?? 0, share));
  return things.reduce((sum, term) => sum + weightOf(term) * (shares.get(term) ?? 0), 0) / all;
}

/** 1 of none. */
function shareOf(names: readonly string[], holds: (name: string) => boolean): number {
  return names.length === 0 ? 1 : names.filter(holds).length / names.length;
}

function intersects(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((one) => b.has(one));
}

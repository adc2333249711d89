import { cutText } from '#contracts/cut-text.js';
import { STOP_WORDS } from '#search/terms/stop-words.js';
import { SPEAKER_MARK, termsOf } from '#search/terms/terms.js';
import type { CandidateSet } from '../retrievers/candidate-set.js';
import { MAX_UNITS, type HitText } from './hit-text.js';
import { tokenizeFolded } from './requested-name.js';
import { VALUE_WORDS } from './requested-values.js';

/** A hit as far as it is read, with its terms in English and the names of its entities. */
export interface AnalyzedHit {
  readonly text: string;
  readonly speaker: string | null;
  readonly terms: ReadonlySet<string>;
  readonly names: readonly string[];
}

/** A question, the first hits, and the predicates that the graph knows about the named entities. */
export interface QuestionReading {
  readonly text: string;
  readonly hits: readonly AnalyzedHit[];
  /** Hits that contain a name of the question; all hits if the question has no names. */
  readonly about: readonly AnalyzedHit[];
  /** Terms of the question other than names and value words. */
  readonly contentTerms: ReadonlySet<string>;
  /** Folded words of the names in the question. */
  readonly names: ReadonlySet<string>;
  /** Terms of these names, and of speakers that the question names. */
  readonly nameTerms: ReadonlySet<string>;
  readonly knownPredicates: ReadonlySet<string>;
}

/** Maximum number of UTF-16 units of a question that are matched against patterns. */
const MAX_QUESTION_UNITS = 500;
/** Claims with a confidence above this count as known. */
const MIN_CLAIM_CONFIDENCE = 0.3;

const VALUE_TERMS: ReadonlySet<string> = new Set(termsOf(VALUE_WORDS));

/** Reads a question and its first hits, best first. */
export function readQuestion({ query, runs }: CandidateSet, found: readonly HitText[]): QuestionReading {
  const hits = found.map(analyzeHit);
  const speakers = query.termWeights.speakers.map(({ term }) => term.slice(SPEAKER_MARK.length));
  const capitalised = namesIn(query.text);
  const nameTerms = new Set([...capitalised.flatMap((name) => [...termsOf(name)]), ...speakers]);
  return {
    ...{ text: cutText(query.text, MAX_QUESTION_UNITS), hits, nameTerms },
    names: new Set(capitalised.flatMap(tokenizeFolded)),
    about: nameTerms.size === 0 ? hits : hits.filter(({ terms }) => [...nameTerms].some((name) => terms.has(name))),
    contentTerms: new Set(query.terms.filter((term) => !nameTerms.has(term) && !VALUE_TERMS.has(term))),
    knownPredicates: new Set(
      runs.flatMap(({ claims = [] }) => claims.filter(isKnown).map(({ predicate }) => predicate)),
    ),
  };
}

function isKnown({ confidence }: { readonly confidence: number }): boolean {
  return confidence > MIN_CLAIM_CONFIDENCE;
}

function analyzeHit({ text, speaker, entities }: HitText): AnalyzedHit {
  const names = entities.map((entity) => entity.canonical_name);
  return { text, speaker, names, terms: new Set([...termsOf(text), ...termsOf(speaker ?? '')]) };
}

/** Capitalized words, other than the first word of the text and stop words. */
function namesIn(text: string): string[] {
  const names = cutText(text, MAX_UNITS).match(/(?<=[\s"“(])\p{Lu}[\p{L}\p{M}]*/gu) ?? [];
  return names.filter((name) => !STOP_WORDS.has(name.toLowerCase()));
}

import { isPredicateRequested, isRelationRequested } from '../retrievers/graph/relation-cues.js';
import { termsOf } from '#search/terms/terms.js';
import type { QuestionReading } from './question-reading.js';
import { REQUESTED_ATTRIBUTES } from './requested-attributes.js';
import { asksForSurname, hasNameNear, requestedNameNoun, statesSurname } from './requested-name.js';
import { REQUESTED_VALUES, NUMBER, PRICED_NOUNS } from './requested-values.js';

/**
 * Whether requested values are stated in a hit or known to the graph ('told'), stated only in hits without a content
 * term of the question ('apart'), or missing.
 */
export function valueIn({ text, about, contentTerms, knownPredicates }: QuestionReading): 'told' | 'apart' | 'missing' {
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
export function isUncounted({ text, hits }: QuestionReading): boolean {
  const [, counted = ''] = /\bhow (?:many|much) (?:\p{L}+ ){0,2}?(\p{L}{3,})/iu.exec(text) ?? [];
  const terms = NOT_COUNTED.has(counted.toLowerCase()) ? [] : [...termsOf(counted)];
  return terms.length > 0 && !hits.some((hit) => numbered(hit.text).some((term) => terms.includes(term)));
}

const NOT_COUNTED: ReadonlySet<string> = new Set(['money', 'time', ...PRICED_NOUNS.split('|')]);

export function isSurnameMissing({ text, hits, names }: QuestionReading): boolean {
  return asksForSurname(text) && !hits.some((hit) => statesSurname(hit, names));
}

export function isAttributeMissing({ text, about, knownPredicates }: QuestionReading): boolean {
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
export function isNameMissing({ text, hits, names, knownPredicates }: QuestionReading): boolean {
  const noun = asksForSurname(text) ? null : requestedNameNoun(text, names);
  if (noun === null) return false;
  const terms = new Set(termsOf(noun));
  const isClaimed = [...knownPredicates].some(
    (type) => isRelationRequested(type, terms) || isPredicateRequested(type, terms),
  );
  return !isClaimed && !hits.some((hit) => hasNameNear(noun, hit, names));
}

/** Terms within three words after a number. */
function numbered(text: string): string[] {
  const words = text.split(/\s+/);
  return words.flatMap((word, i) => (NUMBER.test(word) ? [...termsOf(words.slice(i + 1, i + 4).join(' '))] : []));
}

function intersects(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((one) => b.has(one));
}

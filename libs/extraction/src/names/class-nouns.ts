import type { EntityType } from '#contracts/ontology.js';
import type { Token } from '../text/tokenizer.js';
import type { TypedName } from './name-types.js';
import { CLASS_NOUNS } from '#lexicon/class-nouns.js';

const TYPE_OF_NOUN: ReadonlyMap<string, EntityType> = new Map(
  (Object.keys(CLASS_NOUNS) as (keyof typeof CLASS_NOUNS)[]).flatMap((type) =>
    [...CLASS_NOUNS[type]].map((noun): [string, EntityType] => [noun, type]),
  ),
);
const CONFIDENCE = 0.75;
const MAX_ADJECTIVES = 2;

/**
 * Type of a name by the class noun beside it: "a band called Moth Parade", "the app Fernweh", "Fernweh is a travel
 * app", "Fernweh, an app for birders".
 * @param first,last token span of the name
 */
export function typeByClassNoun(tokens: readonly Token[], first: number, last: number): TypedName | null {
  const type = classBefore(tokens, first) ?? classBehind(tokens, first, last);
  return type === null ? null : { type, confidence: CONFIDENCE };
}

function classBefore(tokens: readonly Token[], first: number): EntityType | null {
  const lower = (k: number) => tokens[k]?.lower ?? '';
  if (/^(?:called|named|titled)$/.test(lower(first - 1))) return TYPE_OF_NOUN.get(lower(first - 2)) ?? null;
  const type = TYPE_OF_NOUN.get(lower(first - 1));
  // "the city Ana loves": a name after "the city" is rarely its name; after the class of a made thing it is.
  if (type === undefined || type === 'person') return null;
  if (type === 'place') return lower(first - 2) === "'s" ? type : null;
  return /^(?:the|a|an|my|our|his|her|their|new|old|'s)$/.test(lower(first - 2)) ? type : null;
}

function classBehind(tokens: readonly Token[], first: number, last: number): EntityType | null {
  const lower = (k: number) => tokens[k]?.lower ?? '';
  if (
    lower(first - 1) === 'the' &&
    /^(?:project|app|game|festival|conference|band|novel|album|initiative)$/.test(lower(last + 1))
  ) {
    return TYPE_OF_NOUN.get(lower(last + 1)) ?? null;
  }
  if (!/^(?:is|was|'s|,)$/.test(lower(last + 1)) || !/^(?:a|an|the|my|our)$/.test(lower(last + 2))) return null;
  for (let k = last + 3; k <= last + 3 + MAX_ADJECTIVES; k++) {
    const type = TYPE_OF_NOUN.get(lower(k));
    if (type !== undefined) return TYPE_OF_NOUN.has(lower(k + 1)) ? (TYPE_OF_NOUN.get(lower(k + 1)) ?? type) : type;
    if (!/^\p{L}[\p{L}-]+$/u.test(lower(k))) return null;
  }
  return null;
}

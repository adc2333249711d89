import { fold } from '#contracts/fold.js';
import type { EntityType } from '#contracts/ontology.js';
import { EVENT_ENDINGS } from '#lexicon/events.js';
import { ORGANIZATION_ENDINGS } from '#lexicon/organizations.js';
import { PLACE_ENDINGS } from '#lexicon/places.js';
import { PRODUCTS } from '#lexicon/products.js';
import { TITLES } from '#lexicon/titles.js';
import { nameLexicon } from './name-lexicon.js';

/** What tells how surely an entity is a named thing of its type. */
export interface SpannedEntity {
  readonly type: EntityType;
  readonly canonicalName: string;
  /** Spans of texts that name it, under its type or another one. */
  readonly mentions: number;
  /** Sum of the confidences of these spans, in thousandths. */
  readonly confidenceSum: number;
  /** Those of the spans that were found under another type. */
  readonly mistypedMentions: number;
}

/** Features by name; those that are 0 are left out. */
export type EntityFeatures = Readonly<Record<string, number>>;

const PER_MILLE = 1_000;
/** Bounds of the mean confidence, so that its log-odds are finite. */
const [LEAST, MOST] = [0.01, 0.99];
const MANY_WORDS = 4;

/** Features of the logistic regression of `entityConfidence`. */
export function entityFeatures(entity: SpannedEntity): EntityFeatures {
  const { type, mentions } = entity;
  const found = {
    bias: 1,
    [`type:${type}`]: 1,
    confidence: logOdds(entity),
    [`${type}:confidence`]: logOdds(entity),
    mentions: Math.log(Math.max(1, mentions)),
    mistyped: entity.mistypedMentions / Math.max(1, mentions),
    ...shapeOf(type, entity.canonicalName),
    ...knownAs(type, fold(entity.canonicalName)),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== 0));
}

/** Log-odds of the mean confidence of the spans. */
function logOdds({ mentions, confidenceSum }: SpannedEntity): number {
  const mean = Math.min(MOST, Math.max(LEAST, confidenceSum / PER_MILLE / Math.max(1, mentions)));
  return Math.log(mean / (1 - mean));
}

/** How a name is written. */
function shapeOf(type: EntityType, name: string): EntityFeatures {
  const [isLower, isUpper] = [name === name.toLowerCase(), name === name.toUpperCase()];
  const count = name.split(/\s+/).length;
  return {
    lowerCase: Number(isLower),
    upperCase: Number(isUpper && !isLower && name.length > 1),
    digit: Number(/\d/.test(name)),
    singleWord: Number(count === 1),
    [`${type}:singleWord`]: Number(count === 1),
    [`${type}:lowerCase`]: Number(isLower),
    manyWords: Number(count >= MANY_WORDS),
    fullStop: Number(name.endsWith('.')),
    letter: Number(/^\p{L}\.?$/u.test(name)),
  };
}

/** What lists of words say of a name. */
function knownAs(type: EntityType, name: string): EntityFeatures {
  const lexicon = nameLexicon();
  const words = name.split(' ');
  const [first = ''] = words;
  const isSingle = words.length === 1;
  const common = words.filter((word) => lexicon.isCommon(word)).length;
  const isFirstName = lexicon.isFirstName(first);
  return {
    commonWord: Number(isSingle && common === 1),
    commonWords: Number(!isSingle && common * 2 > words.length),
    firstNameOfPerson: Number(type === 'person' && isFirstName),
    firstNameOfOther: Number(type !== 'person' && isSingle && isFirstName),
    ...listedAs(type, 'place', lexicon.isPlace(name)),
    ...listedAs(type, 'product', PRODUCTS.has(name)),
    ...listedAs(type, 'organization', lexicon.isOrganization(name)),
    ...wordsOfType(type, words),
  };
}

/** Whether the list of a type has the name of an entity of this type, or of another one. */
function listedAs(type: EntityType, listed: 'place' | 'product' | 'organization', isListed: boolean): EntityFeatures {
  return isListed
    ? { [`listed:${listed}`]: Number(type === listed), [`other:${listed}`]: Number(type !== listed) }
    : {};
}

/** Whether the words around a name say of which type it is: "Harbour Hospital", "Mrs Hallam". */
function wordsOfType(type: EntityType, words: readonly string[]): EntityFeatures {
  if (words.length === 1) return {};
  const said = typeSaidBy(words[0] ?? '', words.at(-1) ?? '');
  return { wordOfType: Number(said === type), wordOfOtherType: Number(said !== null && said !== type) };
}

function typeSaidBy(first: string, last: string): EntityType | null {
  if (TITLES.has(first)) return 'person';
  if (ORGANIZATION_ENDINGS.has(last)) return 'organization';
  if (EVENT_ENDINGS.has(last)) return 'event';
  return PLACE_ENDINGS.has(last) ? 'place' : null;
}

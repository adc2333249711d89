import type { NameRef } from '#contracts/observations.js';
import { ENTITY_TYPES, RELATION_TYPES, type EntityType, type RelationType } from '#contracts/ontology.js';
import { nameForm, type Gazetteers } from '../names/gazetteers.js';
import { SETTLED_TYPE } from '../names/name-types.js';
import { surfaceForm } from '../names/find-names.js';
import { MONTHS, WEEKDAYS } from '#lexicon/calendar.js';
import { FUNCTION_WORDS } from '#lexicon/function-words.js';
import { JOBS } from '#lexicon/jobs.js';
import { NATIONALITIES } from '#lexicon/nationalities.js';
import type { Token } from '../text/tokenizer.js';
import type { PronounResolver } from './pronoun-resolver.js';
import type { RuleClaim } from './language/claim-rule.js';
import type { Item } from './language/items.js';
import { FIRST_PERSON, THIRD_PERSON } from '#lexicon/pronouns.js';

/** Filler of an end of a claim, with a confidence of 0 to 1. */
export interface Filler extends NameRef {
  readonly confidence: number;
  /** Item that names it; null for the speaker and for pronouns. */
  readonly item: number | null;
}

/** Types that each end of a claim accepts; the first is the default of an untyped name. */
export interface SlotTypes {
  readonly a: readonly EntityType[];
  readonly b: readonly EntityType[];
}

/** Source of fillers: one sentence of one memory. */
export interface SlotSource {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly items: readonly Item[];
  /** Null in turns of the assistant or the system. */
  readonly speaker: NameRef | null;
  readonly pronouns: PronounResolver;
  readonly gazetteers: Gazetteers;
}

/** Relations whose object is often written in lower case ("i work at siemens"). */
const BARE_OBJECTS: ReadonlySet<RelationType> = new Set(['works_at', 'lives_in', 'born_in', 'studied_at']);
/** Confidence of a type that the pattern determines, above that of the gazetteers. */
const FORCED_TYPE_CONFIDENCE = 0.9;
const ANY_TYPE = ENTITY_TYPES.filter((type) => type !== 'date');

/** Whether a word may refer to a person: the speaker, or one named before. */
export function isPersonal(word: string): boolean {
  return FIRST_PERSON.has(word) || THIRD_PERSON.has(word);
}

/** Types that slots A and B of a rule accept. */
export function slotTypesOf(rule: RuleClaim): SlotTypes {
  if ('ends' in rule) return { a: ['person'], b: ['organization'] };
  if (!('relation' in rule)) return { a: [rule.fromType ?? 'person'], b: ANY_TYPE };
  const { from, to } = RELATION_TYPES[rule.relation];
  const start = preferred(from === 'any' ? ['person', ...ANY_TYPE] : from, rule.fromType);
  const end = preferred(to === 'any' ? ['person', ...ANY_TYPE] : to === 'same' ? start : to, rule.toType);
  return rule.inverse === true ? { a: end, b: start } : { a: start, b: end };
}

/**
 * Fills a slot with an item, or returns null if it does not fit.
 * @param wanted type that the pattern requires, or null
 */
export function fillSlot(
  source: SlotSource,
  item: number,
  types: readonly EntityType[],
  wanted: EntityType | null,
  forcesType = false,
): Filler | null {
  const { word, name } = source.items[item] ?? { word: '', name: null };
  if (name !== null) return fillByName(name, item, types, wanted, forcesType);
  if (!types.includes('person') || (wanted !== null && wanted !== 'person')) return null;
  if (FIRST_PERSON.has(word)) return source.speaker && { ...source.speaker, confidence: 1, item: null };
  if (!THIRD_PERSON.has(word)) return null;
  const person = source.pronouns.resolve(source.items, item);
  return person && { ...person, confidence: 0.7, item: null };
}

function fillByName(
  name: NonNullable<Item['name']>,
  item: number,
  types: readonly EntityType[],
  wanted: EntityType | null,
  forcesType: boolean,
): Filler | null {
  if (wanted !== null) {
    return name.type === wanted && types.includes(wanted)
      ? { type: wanted, name: name.name, confidence: Math.max(0.6, name.confidence), item }
      : null;
  }
  if (name.type !== null && types.includes(name.type)) {
    return { type: name.type, name: name.name, confidence: Math.max(0.75, name.confidence), item };
  }
  const type = types[0];
  if (type === undefined || (!forcesType && isSettled(name, type))) return null;
  return { type, name: name.name, confidence: forcesType ? FORCED_TYPE_CONFIDENCE : 0.7, item };
}

/** Whether a name's type excludes another type; a listed place is never an employer ("We left Caracas"). */
function isSettled({ type, confidence }: NonNullable<Item['name']>, wanted: EntityType): boolean {
  const isTown = type === 'place' && wanted === 'organization';
  return type !== null && confidence >= (isTown ? SETTLED_TYPE - 0.1 : SETTLED_TYPE);
}

/** Up to three lower-case words that are not common words, as the object of a relation that accepts them. */
export function bareObject(
  source: SlotSource,
  item: number,
  rule: RuleClaim,
): (Filler & { readonly last: number }) | null {
  if (!('relation' in rule) || !(BARE_OBJECTS.has(rule.relation) || rule.forcesType === true)) return null;
  let last = item - 1;
  while (last < item + 2 && isUnknownWord(source, last + 1)) last += 1;
  if (last < item) return null;
  const types = slotTypesOf(rule).b;
  const first = source.items[item]?.first ?? 0;
  const name = surfaceForm(source.text, source.tokens, first, source.items[last]?.last ?? first);
  return { type: types[0] ?? 'concept', name, confidence: 0.5, item, last };
}

function isUnknownWord({ items, gazetteers }: SlotSource, i: number): boolean {
  const item = items[i];
  if (item === undefined || item.name !== null || !/^\p{L}[\p{L}\p{M}\p{N}&.-]{2,30}$/u.test(item.word)) return false;
  if (CHAT_WORDS.test(item.word) || JOBS.has(item.word)) return false;
  const known = [FUNCTION_WORDS, WEEKDAYS, MONTHS, NATIONALITIES].some((list) => list.has(item.word));
  return !known && !gazetteers.commonWords.has(nameForm(item.word));
}

/** Chat abbreviations that are in no word list. */
const CHAT_WORDS =
  /^(?:tbh|fyi|ngl|lmao|rofl|imho|btw|pls|plz|smh|omfg|ikr|afaik|irl|tho|thru|yesss*|nooo*|sooo*|ahh+|ohh+|hmm+|haha.*|hehe.*|bday|gotta|wanna|kinda|sorta|lemme|dunno|cuz|coz|bc|hers|theirs|yours)$/;

function preferred(types: readonly EntityType[], first: EntityType | undefined): readonly EntityType[] {
  return first === undefined ? types : [first, ...types.filter((type) => type !== first)];
}

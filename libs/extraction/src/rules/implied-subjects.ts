import type { NameRef } from '#contracts/observations.js';
import type { NameSpan } from '../names/find-names.js';
import type { PronounResolver } from './pronoun-resolver.js';
import { isNameAt, type Item, wordAt } from './language/items.js';
import { ADJECTIVES } from '#lexicon/function-words.js';
import { ROLE_NOUNS, UNNAMED_KIN } from '#lexicon/kinship.js';
import { JOB_QUALIFIERS, JOBS } from '#lexicon/jobs.js';
import { SUBJECT_PRONOUNS } from '#lexicon/pronouns.js';
import { SUBJECTLESS_BASE_FORMS, SUBJECTLESS_PAST_FORMS, SUBJECTLESS_THIRD_PERSON_FORMS } from '#lexicon/verbs.js';

const ADVERBS = /^(?:just|finally|also|then|recently|now|still|already|actually|currently|even|later|once|both)$/;
/** Nouns of persons who are somebody's. */
const OWNED: ReadonlySet<string> = new Set(
  [...Object.values(ROLE_NOUNS), UNNAMED_KIN, JOBS].flatMap((set) => [...set]),
);
const LINK = /^(?:,|;|and|but|then|&|–|—|-)$/;
const VERB_LIKE = /^(?:'m|am|'s|is|'re|are|was|were|'ve|have|has|had|'d|'ll|will|do|does|did|used)$/;
/** Words that make a base form an infinitive or negate it. */
const GOVERNS_PLAIN = /^(?:not|n't|never|to|will|'ll|'d|would|can|ca|could|might|may|should|must|let|did|does)$/;
/** Words that start an apposition: "Tom, my boss, lives in Leeds". */
const APPOSITION = /^(?:my|our|his|her|their|a|an|the|until|now|then|formerly|currently|previously|aged|\d{1,3})$/;
const PARTICIPLE =
  /^(?:using|living|working|studying|staying|playing|teaching|training|interning|volunteering|dating|seeing)$/;
/** Regular past forms, except adjectives ("tired", "excited"). */
const SIMPLE_PAST =
  /^(?!need|tired|bored|excited|interested|supposed|used|worried|scared|annoyed|pleased|surprised|indeed|agreed|confirmed|noted|fixed|speed|feed|seed|weed|shed|bed|red)\p{L}{2,}ed$/u;
/** Words that may precede a sentence without subject. */
const INTERJECTION =
  /^(?:ok|okay|so|well|haha|hahaha|lol|anyway|and|but|oh|yeah|yes|yep|yay|update|news|btw|hey|hi|ah|also|p\.s\.|ps|wow|ugh|omg|honestly|anyways|fyi|today|yesterday|[,.:;!…–—-]|\.\.+)$/;
const MAX_INTERJECTIONS = 4;
const MAX_ADVERBS = 2;
/** Words of an aside between a name and "who". */
const MAX_ASIDE = 7;

interface Subject {
  readonly item: Item;
  /** Index in the original items. */
  readonly at: number;
}

/** Subject of a sentence that omits its own: the speaker, or the person that a note is about; null if unclear. */
export type OmittedSubject = 'speaker' | NameRef | null;

/**
 * Inserts subjects that a sentence omits: the speaker in a message ("Moved to Oslo"), whom a note is about, one that
 * two verbs share ("I left Acme and joined Nokia"), and the antecedent of "who". An inserted item spans no token.
 */
export function withImpliedSubjects(
  items: readonly Item[],
  antecedents: PronounResolver,
  omitted: OmittedSubject = 'speaker',
): Item[] {
  const opening = openingOf(omitted);
  const completed: Item[] = [];
  let subject: Subject | null = null;
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (item === undefined) break;
    const head = item.word === 'who' ? headOf(items, i) : null;
    if (head !== null) {
      const left = { word: '', name: head, first: item.last + 1, last: item.last };
      completed.push(left);
      subject = { item: left, at: i };
      continue;
    }
    if (opensClause(items, i)) {
      if (i === 0) completed.push(...beforeParticiple(items, item, opening));
      const implied = impliedBefore(items, i, subject, antecedents, opening);
      if (implied !== null) {
        const left = { ...implied, first: item.first, last: item.first - 1 };
        completed.push(left);
        subject = { item: left, at: i };
      }
    }
    if (isSubject(items, i)) subject = { item, at: i };
    completed.push(item);
  }
  return completed;
}

/** Whether an item was inserted and spans no token. */
export function isImplied(item: Item | undefined): boolean {
  return item !== undefined && item.last < item.first;
}

type Implied = Pick<Item, 'word' | 'name'>;
const SPEAKER: Implied = { word: 'i', name: null };
const AM: Implied = { word: "'m", name: null };
const IS: Implied = { word: 'is', name: null };

/** Words that say something of the subject which a sentence omits, with what must follow them. */
const PREDICATIVES: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:allergic|married|engaged)$/, /^to$/],
  [/^lactose$/, /^intolerant$/],
  [/^fluent$/, /^in$/],
  [/^based$/, /^in$/],
  [
    /^(?:vegetarian|vegan|pescatarian|diabetic|asthmatic|coeliac|celiac|divorced|widowed|retired|pregnant)$/,
    /^(?:|[.,;!)]|and|but|since|too|btw|now)$/,
  ],
];

/** Whether a sentence starts with a predicative: "Allergic to codeine", "Vegetarian, no kids". */
function opensWithPredicative(items: readonly Item[]): boolean {
  const isName = (i: number) => items[i]?.name !== null && items[i] !== undefined;
  if (isName(0) || isName(1)) return false;
  return PREDICATIVES.some(([word, next]) => word.test(wordAt(items, 0)) && next.test(wordAt(items, 1)));
}

/** Whether a sentence starts with a participle: "Been using Anki", "now working for Ocado". */
function opensWithParticiple(items: readonly Item[]): boolean {
  let at = 0;
  while (at < MAX_ADVERBS && (ADVERBS.test(wordAt(items, at)) || wordAt(items, at) === 'been')) at += 1;
  return PARTICIPLE.test(wordAt(items, at)) && items[at + 1] !== undefined;
}

function openingOf(omitted: OmittedSubject): Implied | null {
  if (omitted === null) return null;
  return omitted === 'speaker' ? SPEAKER : { word: '', name: nameOf(omitted.name) };
}

/** Subject and verb that a sentence omits before a participle or predicative: "Been using Anki", "Allergic to nuts". */
function beforeParticiple(items: readonly Item[], { first }: Item, opening: Implied | null): Item[] {
  if (opening === null || !(opensWithParticiple(items) || opensWithPredicative(items))) return [];
  return [opening, opening === SPEAKER ? AM : IS].map((implied) => ({ ...implied, first, last: first - 1 }));
}

function impliedBefore(
  items: readonly Item[],
  i: number,
  subject: Subject | null,
  antecedents: PronounResolver,
  opening: Implied | null,
): Implied | null {
  const at = behindAdverbs(items, i);
  const verb = wordAt(items, at);
  const next = items[at + 1];
  if (next === undefined || /^[,.!?:;]/.test(next.word)) return null;
  if (SUBJECTLESS_THIRD_PERSON_FORMS.has(verb)) return thirdPerson(items, subject, antecedents, i);
  if (subject === null)
    return SUBJECTLESS_PAST_FORMS.has(verb) || SIMPLE_PAST.test(verb) ? openingSubject(items, i, opening) : null;
  return SUBJECTLESS_PAST_FORMS.has(verb) || isSharedPlain(items, i, verb, subject)
    ? resolved(items, subject, antecedents)
    : null;
}

/**
 * Whether a base form shares the subject: "I live in Oslo and work at Telenor", but not "I want to live in Oslo and
 * work at Telenor".
 */
function isSharedPlain(items: readonly Item[], i: number, verb: string, subject: Subject): boolean {
  if (!SUBJECTLESS_BASE_FORMS.has(verb) || !/^(?:i|we|they)$/.test(subject.item.word)) return false;
  return items.slice(subject.at, i).every(({ word }) => !GOVERNS_PLAIN.test(word));
}

function behindAdverbs(items: readonly Item[], i: number): number {
  let at = i;
  while (at < i + MAX_ADVERBS && ADVERBS.test(wordAt(items, at))) at += 1;
  return at;
}

/** The omitted subject at the start of a sentence, even after "ok, " or "so". */
function openingSubject(items: readonly Item[], i: number, opening: Implied | null): Implied | null {
  return items.slice(0, i).every((item) => item.name === null && INTERJECTION.test(item.word)) ? opening : null;
}

/**
 * Subject of a third-person verb: the previous subject, else the latest person: "Kemal is our lawyer, lives in
 * Utrecht".
 */
function thirdPerson(
  items: readonly Item[],
  subject: Subject | null,
  antecedents: PronounResolver,
  i: number,
): Implied | null {
  if (subject !== null && !/^(?:i|we|they)$/.test(subject.item.word)) return resolved(items, subject, antecedents);
  const person = antecedents.resolve(items, i);
  return person === null ? null : { word: '', name: nameOf(person.name) };
}

/** Resolves a pronoun at its own position: others may have been named after it. */
function resolved(items: readonly Item[], { item, at }: Subject, antecedents: PronounResolver): Implied | null {
  if (item.name !== null || /^(?:i|we)$/.test(item.word)) return item;
  const person = antecedents.resolve(items, at);
  return person === null ? null : { word: '', name: nameOf(person.name) };
}

function nameOf(name: string): NameSpan {
  return { first: 0, last: -1, name, type: 'person', confidence: 0.7 };
}

/** Antecedent of "who": the person right before it. */
function headOf(items: readonly Item[], i: number): NameSpan | null {
  const isApart = wordAt(items, i - 1) === ',';
  const name = items[isApart ? i - 2 : i - 1]?.name ?? (isApart ? beforeAside(items, i - 2) : null);
  return name && (name.type === null || name.type === 'person') ? name : null;
}

/** The name before words between commas, or in parentheses: "Ana Reis, tel. 555 0142, who", "Ana (9), who". */
function beforeAside(items: readonly Item[], from: number): NameSpan | null {
  for (let k = from; k > from - MAX_ASIDE; k--) {
    if (items[k] === undefined || items[k]?.name) return null;
    if (/^[,(]$/.test(wordAt(items, k))) return items[k - 1]?.name ?? null;
  }
  return null;
}

function opensClause(items: readonly Item[], i: number): boolean {
  return (
    i === 0 || (INTERJECTION.test(wordAt(items, i - 1)) && i < MAX_INTERJECTIONS) || LINK.test(wordAt(items, i - 1))
  );
}

/** Whether an item is a subject: a name or pronoun followed by a verb. */
function isSubject(items: readonly Item[], i: number): boolean {
  const item = items[i];
  const at = behindAdverbs(items, i + 1);
  const verb = wordAt(items, at);
  if (!item?.name) return item !== undefined && SUBJECT_PRONOUNS.has(item.word) && /^\p{L}|^'/u.test(verb);
  if (verb === ',' && opensClause(items, i)) return opensApposition(items, at + 1);
  return VERB_LIKE.test(verb) ? verb !== "'s" || !isPossessive(items, at) : isFiniteVerb(verb);
}

function opensApposition(items: readonly Item[], at: number): boolean {
  const word = wordAt(items, at);
  if (isNameAt(items, at)) return wordAt(items, at + 1) === "'s";
  return APPOSITION.test(word) || JOBS.has(word) || JOB_QUALIFIERS.has(word);
}

/** Whether "'s" makes somebody's what follows: "Amelie's dad", "Amelie's older brother". */
function isPossessive(items: readonly Item[], at: number): boolean {
  const [next, second] = [wordAt(items, at + 1), wordAt(items, at + 2)];
  return isNameAt(items, at + 1) || OWNED.has(next) || (ADJECTIVES.has(next) && OWNED.has(second));
}

function isFiniteVerb(word: string): boolean {
  return (
    SUBJECTLESS_PAST_FORMS.has(word) ||
    SUBJECTLESS_THIRD_PERSON_FORMS.has(word) ||
    SUBJECTLESS_BASE_FORMS.has(word) ||
    /^\p{L}{2,}ed$/u.test(word)
  );
}

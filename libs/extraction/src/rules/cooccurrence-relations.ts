import type { Polarity } from '#contracts/observations.js';
import type { EntityType, RelationType } from '#contracts/ontology.js';
import { wordAt, type Item } from './language/items.js';
import { clauseEnd, clauseStart } from './factuality/clauses.js';
import { hasForm } from './language/name-forms.js';
import { fillSlot, type Filler, type SlotSource } from './slots.js';
import { COOCCURRENCE_RULES, type CooccurrenceRule } from './cooccurrence-rules.js';
import { KIN_AS_SUBJECT } from '#lexicon/kinship.js';
import { SUBJECT_PRONOUNS } from '#lexicon/pronouns.js';
import { words } from '#lexicon/words.js';

/** A relation between a person and a name that share a clause with a cue word, in any order. */
export interface CooccurrenceMatch {
  readonly relation: RelationType;
  readonly from: Filler;
  readonly to: Filler;
  readonly polarity: Polarity;
  /** Items of the clause, end exclusive. */
  readonly start: number;
  readonly end: number;
}

interface Subject {
  readonly filler: Filler;
  /** Index of its item; -1 if the clause has no subject of its own. */
  readonly at: number;
}

/** Words by which a clause asserts nothing: negation, wish, plan. */
const NON_ASSERTION_CUE =
  /^(?:not|n't|never|no|nobody|none|without|instead|want|wants|wanted|wish|hope|hopes|hoping|will|'ll|wo|would|'d|could|should|might|may|must|can|ca|if|need|needs|plan|plans|planning|gonna|gon|almost|nearly|maybe|skip|skipped|tickets?|booked|applied|apply|interview|someday|let|lets|like|than|tomorrow|tonight|next|soon|later|off|to-do|todo|remind|ask|asked|tell|says|said)$/;

/**
 * Relations between a person and a typed name in one clause with a cue word. They are weaker than pattern matches, so
 * names that a pattern claimed are skipped.
 * @param nonFactual items of questions, conditions and hearsay
 * @param claimedItems items that a pattern has claimed
 */
export function cooccurrenceRelations(
  source: SlotSource,
  nonFactual: readonly boolean[],
  claimedItems: ReadonlySet<number>,
): CooccurrenceMatch[] {
  const { items } = source;
  const matches: CooccurrenceMatch[] = [];
  let inherited: Subject | null = null;
  for (let start = 0; start < items.length;) {
    const end = clauseEnd(items, start);
    const own = subjectOf(source, start, end);
    const subject = own ?? inherited ?? impliedSpeaker(source, start);
    if (own !== null) inherited = { filler: own.filler, at: -1 };
    if (subject !== null && !nonFactual.slice(start, end).includes(true) && !isNotAsserted(items, start, end)) {
      matches.push(...ofClause(source, start, end, subject, claimedItems));
    }
    start = Math.max(end, start + 1);
    while (start < items.length && clauseStart(items, start) !== start) start += 1;
  }
  return matches;
}

function ofClause(
  source: SlotSource,
  start: number,
  end: number,
  subject: Subject,
  taken: ReadonlySet<number>,
): CooccurrenceMatch[] {
  const matches: CooccurrenceMatch[] = [];
  for (let at = Math.max(subject.at + 2, start); at < end; at++) {
    const name = source.items[at]?.name;
    if (!name?.type || taken.has(at) || /^(?:'s|')$/.test(wordAt(source.items, at + 1))) continue;
    const found = ruleOf(source.items, Math.max(subject.at, start - 1), at, name.type, name.name);
    const to = found === null ? null : fillSlot(source, at, found.to, name.type);
    if (found === null || to === null || to.name.toLowerCase() === subject.filler.name.toLowerCase()) continue;
    const { relation, polarity = 'asserted' } = found;
    matches.push({ relation, polarity, from: subject.filler, to, start, end });
  }
  return matches;
}

function ruleOf(
  items: readonly Item[],
  subject: number,
  at: number,
  type: EntityType,
  name: string,
): CooccurrenceRule | null {
  const words = items.slice(subject + 1, at).map((item) => item.word);
  const before = words.at(-1) ?? '';
  // "wrote the jobs in Airflow" states use, not creation; "drove there with Fergus" is no visit to Fergus, and
  // "went back to Oslo" is none.
  const isOut = (relation: RelationType): boolean =>
    (relation === 'created' && /^(?:in|with|on|using|via|through)$/.test(before)) ||
    (relation === 'visited' && (before === 'with' || /^(?:back|home)$/.test(words.at(-2) ?? '')));
  return (
    COOCCURRENCE_RULES.find(
      ({ relation, to, cues, form }) =>
        to.includes(type) &&
        !isOut(relation) &&
        (form === undefined || hasForm(name, form)) &&
        words.some((word) => cues.has(word)),
    ) ?? null
  );
}

/** Subject of a clause: a person among its first words, after at most a few adverbs. */
function subjectOf(source: SlotSource, start: number, end: number): Subject | null {
  for (let at = start; at < Math.min(end, start + 5); at++) {
    const item = source.items[at];
    if (item === undefined) return null;
    const isSubject = item.name === null ? SUBJECT_PRONOUNS.has(item.word) : item.name.type === 'person';
    if (isSubject) {
      const filler = fillSlot(source, at, ['person'], 'person');
      return filler === null ? null : { filler, at };
    }
    if (item.name !== null) return null;
  }
  return null;
}

/** First words of sentences about others. */
const OTHERS: ReadonlySet<string> = new Set([
  ...KIN_AS_SUBJECT,
  ...words('the this that these those my our some every each all there everyone everybody people someone both'),
]);

/** The speaker, as implied subject of a sentence without one: "Lunch at Bar Nina", "Back from Oslo". */
function impliedSpeaker({ items, speaker }: SlotSource, start: number): Subject | null {
  if (start > 0 || speaker === null || items[0]?.name !== null || OTHERS.has(wordAt(items, 0))) return null;
  const mentionsPerson = items.some(
    (item) => item.name?.type === 'person' || /^(?:he|she|they|it|you|who|his|her|their|your)$/.test(item.word),
  );
  return mentionsPerson ? null : { filler: { ...speaker, confidence: 0.7, item: null }, at: -1 };
}

function isNotAsserted(items: readonly Item[], start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    if (NON_ASSERTION_CUE.test(wordAt(items, i))) return true;
    if (wordAt(items, i) === 'going' && wordAt(items, i + 1) === 'to') return true;
  }
  return false;
}

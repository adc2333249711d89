import type { Polarity, StageName } from '#contracts/observations.js';
import { type EntityType, isFunctional } from '#contracts/ontology.js';
import { isSameName } from '../names/same-name.js';
import type { ClaimMatch, EndMatch, RelationMatch } from './claim-match.js';
import type { PatternMatch } from './match-pattern.js';
import { matchPattern, mayBegin } from './match-pattern.js';
import type { EndClaim, RelationClaim, RuleClaim } from './language/claim-rule.js';
import { withCompanions } from './companions.js';
import { coordinated } from './coordination.js';
import { type Item, wordAt } from './language/items.js';
import { clauseEnd, clauseStart } from './factuality/clauses.js';
import { endsByDeath, isDeceased } from './factuality/deceased.js';
import { nonFactualItems, quotedItems } from './factuality/non-factual-items.js';
import { withFurtherValues } from './further-values.js';
import { hasForm, type NameForm } from './language/name-forms.js';
import type { RuleIndex } from './language/rule-index.js';
import { bareObject, fillSlot, slotTypesOf, type Filler, type SlotSource, type SlotTypes } from './slots.js';
import { mayClaim } from './may-claim.js';
import { cooccurrenceRelations } from './cooccurrence-relations.js';
import { isFormer, mayBeValue, wordsAround, type ValueInSentence } from './statement-values.js';
import { mayTake } from './value-places.js';
import { readValue, type ValueMatch } from './values.js';

export type ClaimSource = SlotSource & { readonly stage: StageName; readonly rules: RuleIndex };

/** Confidence of a co-occurrence relation. */
const COOCCURRENCE_CONFIDENCE = 0.6;
const SLOT_TYPES = new WeakMap<RuleClaim, SlotTypes>();

/** Reads all claims of a sentence, except in non-factual items: questions, conditions, hearsay and quotations. */
export function readSentence(source: ClaimSource): ClaimMatch[] {
  const nonFactual = nonFactualItems(source.items);
  const matches = matchesIn(source, nonFactual);
  return withoutRepeats([...matches, ...cooccurrences(source, nonFactual, matches)]);
}

/** The claims of a sentence that its rules read, without those of names that only stand in it. */
export function readPatterns(source: ClaimSource): ClaimMatch[] {
  return withoutRepeats(matchesIn(source, nonFactualItems(source.items)));
}

function matchesIn(source: ClaimSource, nonFactual: readonly boolean[]): ClaimMatch[] {
  const { items } = source;
  const tried = new Set<number>();
  const matches: ClaimMatch[] = [];
  const quoted = nonFactual.includes(true) ? quotedItems(items) : nonFactual;
  const wordsOfOthers = (rule: RuleClaim) => (rule.presupposed === true ? quoted : nonFactual);
  const rulesOf = source.rules.within(items.map((item) => item.word));
  for (let at = 0; at < items.length; at++) {
    for (const { rule, pattern } of rulesOf(wordAt(items, at))) {
      const ofOthers = wordsOfOthers(rule);
      if (ofOthers[at] === true) continue;
      for (let start = Math.max(0, at - pattern.reach); start <= at; start++) {
        const key = pattern.id * items.length + start;
        if (!mayBegin(pattern, items, start) || tried.has(key)) continue;
        tried.add(key);
        const test = slotTest(source, rule);
        const match = matchPattern(pattern, items, start, rule.past === undefined ? 'ended' : rule.past, test);
        if (match !== null && mayClaim(source, rule, match, ofOthers)) matches.push(...claimsOf(source, rule, match));
      }
    }
  }
  return matches;
}

/** Co-occurrence relations of names that no pattern claimed. */
function cooccurrences(
  source: ClaimSource,
  nonFactual: readonly boolean[],
  matches: readonly ClaimMatch[],
): RelationMatch[] {
  const taken = new Set<number>();
  for (const m of matches) {
    const ends = m.kind === 'relation' ? [m.from.item, m.to.item] : [];
    for (const item of ends) if (item !== null) taken.add(item);
  }
  return cooccurrenceRelations(source, nonFactual, taken).map(({ relation, from, to, polarity, start, end }) => ({
    kind: 'relation',
    rule: { relation, confidence: COOCCURRENCE_CONFIDENCE },
    match: { start, end, polarity, a: from.item, b: to.item, value: null },
    from,
    to,
  }));
}

/** Item range of the clause that contains a match, end exclusive. */
export function clauseOf(items: readonly Item[], { start, end }: PatternMatch): readonly [number, number] {
  return [clauseStart(items, start), clauseEnd(items, Math.max(start, end - 1))];
}

function typesOf(rule: RuleClaim): SlotTypes {
  const known = SLOT_TYPES.get(rule) ?? slotTypesOf(rule);
  SLOT_TYPES.set(rule, known);
  return known;
}

function slotTest(source: ClaimSource, rule: RuleClaim) {
  const types = typesOf(rule);
  const isOfOne = 'relation' in rule && isFunctional(rule.relation);
  return (slot: 'a' | 'b', wanted: EntityType | null, item: number, form: NameForm | null = null): boolean => {
    const { word, name } = source.items[item] ?? { word: '', name: null };
    if (form !== null && (name === null || !hasForm(name.name, form))) return false;
    if (slot === 'b' && !mayBeObject(word, wordAt(source.items, item - 1), isOfOne)) return false;
    if (fillSlot(source, item, types[slot], wanted, rule.forcesType) !== null) return true;
    return slot === 'b' && wanted === null && bareObject(source, item, rule) !== null;
  };
}

/** Whether a word may be slot B. @param isOfOne whether the relation has one object at a time */
function mayBeObject(word: string, before: string, isOfOne: boolean): boolean {
  // "I" is an object only as the second of two subjects ("Ana and I are friends"); elsewhere it starts a clause.
  if (word === 'i') return before === 'and';
  // "She left us for Tidelab": several are nobody's only one.
  return word !== 'us' || !isOfOne;
}

function claimsOf(source: ClaimSource, rule: RuleClaim, match: PatternMatch): ClaimMatch[] {
  const types = typesOf(rule);
  const subjects = subjectsOf(source, rule, match, types.a);
  if ('relation' in rule) {
    const objects = match.b === null ? [] : objectsOf(source, rule, match.b, types.b);
    const all = pairs(rule, match, withCompanions(source, rule, match, subjects), objects);
    return all.map((pair) =>
      endsByDeath(rule.relation) && [pair.from, pair.to].some((end) => isDead(source, end)) ? ended(pair) : pair,
    );
  }
  if ('ends' in rule) return endsOf(source, rule, match, subjects);
  const value = match.value === null ? objectOfName(source, match) : readValue(source, rule.value, match.value);
  if (value === null || !mayBeValue(rule.predicate, inSentence(source, value))) return [];
  if (!mayTake(source.items, rule, value)) return [];
  const values = withFurtherValues(source, rule.predicate, value);
  const isOver = isFormer(rule.predicate, inSentence(source, value));
  return subjects.flatMap((subject) =>
    values.map((each) => {
      const claim = { kind: 'statement' as const, rule, match, subject, value: each };
      return isOver || (endsByDeath(rule.predicate) && isDead(source, subject)) ? ended(claim) : claim;
    }),
  );
}

function subjectsOf(
  source: ClaimSource,
  rule: RuleClaim,
  match: PatternMatch,
  types: readonly EntityType[],
): readonly Filler[] {
  if (match.a === null) {
    const isSpeaker = rule.subjectIsSpeaker === true && source.speaker !== null;
    return isSpeaker ? [{ ...source.speaker, confidence: 1, item: null }] : [];
  }
  const subjects = coordinated(source, match.a, types, sideOf(match));
  return rule.ofNamed === true ? subjects.filter(({ item }) => item !== null) : subjects;
}

/** A claim that is over, whatever the tense of its verb. */
function ended<C extends ClaimMatch>(claim: C): C {
  return { ...claim, match: { ...claim.match, polarity: 'ended' } };
}

function isDead({ tokens, items }: ClaimSource, { item }: Filler): boolean {
  const named = item === null ? undefined : items[item];
  if (named === undefined) return false;
  const words = tokens.map(({ lower }) => lower);
  return isDeceased(words, named.first, named.last);
}

/** Words before a clause that tells when something else happened: "since he left us". */
const BACKGROUND = /^(?:since|when|after|before|until|once|if|though|although)$/;

function endsOf({ items }: ClaimSource, rule: EndClaim, match: PatternMatch, subjects: readonly Filler[]): EndMatch[] {
  if (match.polarity !== (rule.polarity ?? 'asserted') || BACKGROUND.test(wordAt(items, match.start - 1))) return [];
  return subjects.map((subject) => ({ kind: 'end', rule, match, subject }));
}

function inSentence({ tokens, items }: ClaimSource, { items: [start, end] }: ValueMatch): ValueInSentence {
  const [first, last] = [items[start]?.first ?? 0, items[end - 1]?.last ?? 0];
  return wordsAround(tokens, first, last);
}

/** Side on which subjects are coordinated: in the passive they follow the verb ("founded by Ana and Bo"). */
function sideOf({ a, b }: PatternMatch): 'left' | 'right' {
  return a !== null && b !== null && b < a ? 'right' : 'left';
}

function objectsOf(source: ClaimSource, rule: RelationClaim, b: number, types: readonly EntityType[]): Filler[] {
  if (fillSlot(source, b, types, null, rule.forcesType) !== null)
    return coordinated(source, b, types, 'right', rule.forcesType);
  const bare = bareObject(source, b, rule);
  return bare === null ? [] : [bare];
}

function pairs(
  rule: RelationClaim,
  match: PatternMatch,
  subjects: readonly Filler[],
  objects: Filler[],
): RelationMatch[] {
  return subjects.flatMap((subject) =>
    objects
      .filter((object) => !isSameName(subject.name, object.name))
      .map((object) => ({
        kind: 'relation' as const,
        rule,
        match,
        from: rule.inverse === true ? object : subject,
        to: rule.inverse === true ? subject : object,
      })),
  );
}

/** Object of a statement in slot B: "Wingspan is my favourite". */
function objectOfName(source: ClaimSource, match: PatternMatch): ValueMatch | null {
  if (match.b === null) return null;
  const name = source.items[match.b]?.name;
  if (!name) return null;
  const items = [match.b, match.b + 1] as const;
  if (name.type !== null) return { object: { kind: 'entity', type: name.type, name: name.name }, items };
  return { object: { kind: 'value', value: { type: 'text', value: name.name } }, items };
}

/** Removes claims that a stronger claim of the same words covers. */
function withoutRepeats(matches: readonly ClaimMatch[]): ClaimMatch[] {
  const relations = matches.filter((m) => m.kind === 'relation');
  const studied = new Set(relations.filter((m) => m.rule.relation === 'studied_at').map((m) => namesOf(m)));
  const ended = new Set(relations.filter((m) => polarityOf(m) === 'ended').map(relationOf));
  return matches.filter((m) => {
    // "sold my Vespa" contains "my Vespa": the ended relation wins.
    if (m.kind === 'relation' && polarityOf(m) !== 'ended' && ended.has(relationOf(m))) return false;
    // "a student at the Royal Academy" is not employed there.
    if (m.kind === 'relation' && m.rule.relation === 'works_at' && studied.has(namesOf(m))) return false;
    if (m.kind !== 'statement' || !/^(?:did|plans|has|status)$/.test(m.rule.predicate)) return true;
    // The subject may belong to another claim too: "My uncle Sefu" and "Sefu is retired".
    const predicateStart = (m.match.a ?? m.match.start - 1) + 1;
    const rivals = m.rule.predicate === 'status' ? relations.filter((r) => r.rule.relation === 'spouse_of') : relations;
    return !rivals.some(({ match }) => match.start < m.match.end && predicateStart < match.end);
  });
}

function polarityOf({ rule, match }: RelationMatch): Polarity {
  return rule.polarity ?? match.polarity;
}

function relationOf(match: RelationMatch): string {
  return JSON.stringify([match.rule.relation, namesOf(match)]);
}

function namesOf({ from, to }: RelationMatch): string {
  return JSON.stringify([from.name, to.name]);
}

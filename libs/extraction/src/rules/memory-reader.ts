import { cutText } from '#contracts/cut-text.js';
import type {
  NameRef,
  Observations,
  Polarity,
  RelationObservation,
  StageName,
  StatementObservation,
} from '#contracts/observations.js';
import { statementKindOf, type EntityType } from '#contracts/ontology.js';
import { mayDeny } from '../denials/affirmations.js';
import { DeniedClaims, type Denial } from '../denials/denied-claims.js';
import { deniedIn } from '../denials/denied-matches.js';
import type { SourceOf } from '../denials/states.js';
import { withoutNonEntities } from '../genre/non-entities.js';
import { readRecords } from '../genre/read-records.js';
import type { Cell, DataRecord } from '../genre/cells.js';
import { contactRecords } from '../genre/contact-records.js';
import { namesInCells, recordsOf } from '../genre/records.js';
import { NoteTopic } from '../genre/note-topic.js';
import { hasFirstPerson, isOfPeople, labelEnd, type Reading, readingOf } from '../genre/reading.js';
import type { Gazetteers } from '../names/gazetteers.js';
import { ObservationCollector } from '../pipeline/observation-collector.js';
import type { NameSpan } from '../names/find-names.js';
import { typedByContext } from '../names/context-types.js';
import { surfaceForm } from '../names/find-names.js';
import type { ExtractionInput } from '../pipeline/stage.js';
import type { Sentence } from '../text/sentences.js';
import type { Token } from '../text/tokenizer.js';
import { readAliases, type AliasMatch } from './aliases.js';
import { PronounResolver } from './pronoun-resolver.js';
import { removeReparanda } from './self-repairs.js';
import { statedTime, timeOfClaim } from './event-time.js';
import { jokeStartsOf } from './factuality/jokes.js';
import type { RuleClaim } from './language/claim-rule.js';
import { type OmittedSubject, withImpliedSubjects } from './implied-subjects.js';
import { itemsOf } from './language/items.js';
import type { RuleIndex } from './language/rule-index.js';
import { givenTo, NamedPets, petBefore } from './named-pets.js';
import type { ClaimMatch, EndMatch, RelationMatch, StatementMatch } from './claim-match.js';
import { clauseOf, readSentence, type ClaimSource } from './read-sentence.js';
import type { Filler, SlotSource } from './slots.js';
import { CLAIM_RULES } from './rules.js';

/** Maximum characters of a clause stored as the text of a claim. */
export const MAX_CLAUSE_TEXT = 500;
const DEFAULT_CONFIDENCE = 0.9;
const LONG_AGO = /\b(?:ago|earlier|back then|back in|at the time|before (?:that|then)|previously|nearly|almost)\b/i;

/**
 * Reads the sentences of one memory in order and collects their claims. The caller passes the names, typed or not; a
 * name in a claim's slot gets the slot's type and becomes a mention.
 */
export class MemoryReader {
  private readonly antecedents = new PronounResolver();
  private readonly pets: NamedPets;
  private readonly collector: ObservationCollector;
  private readonly reading: Reading;
  private readonly topic = new NoteTopic();
  private label: { readonly line: number; readonly speaker: NameRef } | null = null;
  private records: readonly DataRecord[] | null = null;
  /** Types of names by their place in the text. */
  private readonly types = new Map<string, EntityType>();
  /** Starts of sentences that the next one calls a joke. */
  private readonly jokes: ReadonlySet<number>;
  private readonly times = new Map<string, bigint | null>();
  private readonly denied = new DeniedClaims();

  constructor(
    private readonly input: ExtractionInput,
    private readonly gazetteers: Gazetteers,
    private readonly stage: StageName,
    private readonly rules: RuleIndex = CLAIM_RULES,
  ) {
    this.collector = new ObservationCollector(input.text, stage);
    this.reading = readingOf(input);
    this.jokes = jokeStartsOf(input.text);
    this.pets = new NamedPets(petBefore(input));
  }

  /** Reads one sentence; names must be sorted and not overlap. */
  read(sentence: Sentence, candidates: readonly NameSpan[]): void {
    const { tokens } = sentence;
    const found = withoutNonEntities(this.input.text, tokens, candidates, this.reading.forms);
    if (!this.isOfPeople(sentence)) {
      this.readData(tokens, found);
      return;
    }
    // Only the last stage guesses types by context: an intermediate one may know the name.
    const typed = this.stage === 'pattern' ? found : found.map((name) => typedByContext(tokens, name));
    const given = this.pets.namedIn(tokens, typed);
    const names = given === null ? typed : typed.map((name, i) => (i === given.at ? givenTo(given.whose, name) : name));
    const kept = given?.isKept === true ? names[given.at] : undefined;
    const speaker = this.speakerIn(tokens, names);
    if (kept && speaker !== null) this.addPet(speaker, kept);
    const { input, gazetteers, stage, antecedents, rules } = this;
    const sourceOf = (words: readonly Token[], named: readonly NameSpan[]): ClaimSource => {
      const items = withImpliedSubjects(removeReparanda(itemsOf(words, named)), antecedents, this.omitted(tokens));
      return { text: input.text, tokens: words, items, speaker, pronouns: antecedents, gazetteers, stage, rules };
    };
    const source = sourceOf(tokens, names);
    const { items } = source;
    this.addNames(tokens, names);
    const persons = new Set<string>();
    for (const match of this.claimsIn(sentence, names, source)) this.addClaim(source, match, persons);
    if (mayDeny(tokens) && this.mayClaim(sentence, names, source)) this.addDenials(tokens, names, sourceOf);
    for (const alias of readAliases(source)) this.addAlias(source, alias);
    antecedents.advance(items, persons);
    this.pets.advance(tokens, names);
    this.topic.advance(tokens, names);
  }

  /** Claims of a sentence, unless it was a joke. */
  private claimsIn(sentence: Sentence, names: readonly NameSpan[], source: ClaimSource): readonly ClaimMatch[] {
    return this.mayClaim(sentence, names, source) ? readSentence(source) : [];
  }

  private mayClaim({ start }: Sentence, names: readonly NameSpan[], { speaker }: ClaimSource): boolean {
    return (names.length > 0 || speaker !== null) && !this.jokes.has(start);
  }

  private addDenials(tokens: readonly Token[], names: readonly NameSpan[], sourceOf: SourceOf): void {
    for (const { source, match, of } of deniedIn(tokens, names, sourceOf)) {
      const time = this.input.eventAtUnixNanos;
      const found =
        match.kind === 'relation'
          ? this.relationOf(match, time)
          : this.statementOf(match, this.clauseText(source, clauseOf(source.items, match.match)), time);
      if (found !== null) this.denied.deny(found, of);
    }
  }

  /** Reads a line of data: it has names, and its records are read when all lines were. */
  private readData(tokens: readonly Token[], names: readonly NameSpan[]): void {
    this.records ??= recordsOf(this.input.text, this.reading.forms);
    this.addNames(tokens, namesInCells(this.input.text, tokens, names, this.records));
  }

  /** Adds the typed names of a sentence, whose words need not be read. */
  addNames(tokens: readonly Token[], names: readonly NameSpan[]): void {
    for (const { first, last, name, type, confidence } of names) {
      if (type === null) continue;
      this.addMention({ tokens }, first, last, name, type, confidence);
      this.types.set(`${String(tokens[first]?.start)} ${String(tokens[last]?.end)}`, type);
    }
  }

  /** Whom "I" refers to in a sentence: who is named before its line ("Ana: I'm late"), else the memory's speaker. */
  private speakerIn(tokens: readonly Token[], names: readonly NameSpan[]): NameRef | null {
    const line = this.reading.forms.at(tokens[0]?.start ?? 0).start;
    const colon = labelEnd(this.input.text, tokens);
    const isLabel = ({ first, last, type }: NameSpan) =>
      colon !== null && last === colon - 1 && type === 'person' && !hasLetters(tokens.slice(0, first));
    const named = names.find(isLabel);
    if (named) this.label = { line, speaker: { type: 'person', name: named.name } };
    if (this.label?.line === line) return this.label.speaker;
    const { speaker, impliesSpeaker } = this.reading;
    return impliesSpeaker || hasFirstPerson(this.reading, tokens) ? speaker : null;
  }

  /** Whom a clause without a subject is about. */
  private omitted(tokens: readonly Token[]): OmittedSubject {
    const line = this.reading.forms.at(tokens[0]?.start ?? 0).start;
    if (this.label?.line === line) return this.label.speaker;
    return this.reading.impliesSpeaker ? 'speaker' : this.topic.person;
  }

  /** Whether a sentence is people's words, not code, data or a log. */
  isOfPeople(sentence: Sentence): boolean {
    return isOfPeople(this.reading, sentence);
  }

  /** Whether a limit is reached, so that reading on would add nothing. */
  full(): boolean {
    return this.collector.full();
  }

  /** Observations collected so far, with those of records. */
  observations(): Observations {
    const typeOf = ({ start, end }: Cell) => this.types.get(`${String(start)} ${String(end)}`) ?? null;
    const { eventAtUnixNanos } = this.input;
    const records = [...(this.records ?? []), ...contactRecords(this.input.text)];
    readRecords({ records, eventAtUnixNanos, stage: this.stage, typeOf }, this.collector);
    return this.collector.observations();
  }

  /** Claims that the memory denies. */
  denials(): readonly Denial[] {
    return this.denied.denials();
  }

  private addPet(speaker: NameRef, { name, confidence }: NameSpan): void {
    const claim = { type: 'owns', from: speaker, to: { type: 'animal', name }, polarity: 'asserted' } as const;
    this.collector.addRelation({
      ...claim,
      event_at_unix_nanos: this.input.eventAtUnixNanos,
      confidence,
      stage: this.stage,
    });
  }

  private addClaim(source: SlotSource, match: ClaimMatch, persons: Set<string>): void {
    const clause = this.clauseText(source, clauseOf(source.items, match.match));
    const polarity = match.kind === 'end' ? 'ended' : (match.rule.polarity ?? match.match.polarity);
    const time = this.timeOf(match.rule, clause, polarity);
    if (time === null || (match.kind === 'end' && !this.isOver(clause, time))) return;
    const ends = match.kind === 'relation' ? [match.from, match.to] : [match.subject];
    for (const end of ends) {
      this.addFiller(source, end);
      if (end.type === 'person') persons.add(end.name);
    }
    if (match.kind === 'relation') this.addRelation(match, time);
    else if (match.kind === 'end') this.addEnds(match, time);
    else this.addStatement(source, match, clause, time);
  }

  private addRelation(match: RelationMatch, time: bigint): void {
    const relation = this.relationOf(match, time);
    this.denied.assert(relation);
    this.collector.addRelation(relation);
  }

  private relationOf({ rule, match, from, to }: RelationMatch, time: bigint): RelationObservation {
    return {
      type: rule.relation,
      from: refOf(from),
      to: refOf(to),
      polarity: rule.polarity ?? match.polarity,
      event_at_unix_nanos: time,
      confidence: confidenceOf(rule.confidence, from, to),
      stage: this.stage,
    };
  }

  private addEnds({ rule, subject }: EndMatch, time: bigint): void {
    const confidence = confidenceOf(rule.confidence, subject);
    for (const predicate of rule.ends)
      this.collector.addEnd({
        ...{ predicate, subject: refOf(subject), event_at_unix_nanos: time, confidence, stage: this.stage },
      });
  }

  /** Whether an end has come, and is not one of long ago without a date, which says nothing of what holds now. */
  private isOver(clause: string, time: bigint): boolean {
    const { eventAtUnixNanos } = this.input;
    return time < eventAtUnixNanos || (time === eventAtUnixNanos && !LONG_AGO.test(clause));
  }

  private addStatement(source: SlotSource, match: StatementMatch, clause: string, time: bigint): void {
    const statement = this.statementOf(match, clause, time);
    if (statement === null) return;
    const { object, predicate, subject } = statement;
    if (object.kind === 'entity') this.addNamedObject(source, match.value.items[0], object);
    this.denied.assert(statement);
    this.collector.addStatement(statement);
    if (predicate === 'nickname' && object.kind === 'value' && object.value.type === 'text') {
      const { value: alias } = object.value;
      this.collector.addAlias({ type: 'person', name: subject.name, alias, confidence: 0.85, stage: this.stage });
    }
  }

  private statementOf(
    { rule, match, subject, value: { object } }: StatementMatch,
    clause: string,
    time: bigint,
  ): StatementObservation | null {
    const kind = statementKindOf(rule.predicate);
    if (kind === null) return null;
    return {
      kind,
      predicate: rule.predicate,
      subject: refOf(subject),
      object,
      text: cutText(clause, MAX_CLAUSE_TEXT),
      polarity: rule.polarity ?? match.polarity,
      event_at_unix_nanos: time,
      confidence: confidenceOf(rule.confidence, subject),
      stage: this.stage,
    };
  }

  private addAlias(source: SlotSource, { type, name, alias, items, confidence }: AliasMatch): void {
    this.collector.addAlias({ type, name, alias, confidence, stage: this.stage });
    for (const item of items) this.addNamedObject(source, item, { type, name });
  }

  private addNamedObject(source: SlotSource, item: number, ref: NameRef): void {
    const { first, last } = source.items[item] ?? { first: 0, last: -1 };
    if (last < first) return;
    this.addMention(source, first, last, surfaceForm(source.text, source.tokens, first, last), ref.type, 0.75);
  }

  private addFiller(source: SlotSource, filler: Filler & { readonly last?: number }): void {
    if (filler.item === null) return;
    const first = source.items[filler.item]?.first;
    const last = source.items[filler.last ?? filler.item]?.last;
    if (first === undefined || last === undefined || last < first) return;
    this.addMention(source, first, last, filler.name, filler.type, filler.confidence);
  }

  private addMention(
    { tokens }: Pick<SlotSource, 'tokens'>,
    first: number,
    last: number,
    name: string,
    type: EntityType,
    confidence: number,
  ): void {
    const start = tokens[first]?.start ?? 0;
    this.collector.addMention({ type, name, confidence, start, end: tokens[last]?.end ?? start });
  }

  private clauseText({ text, tokens, items }: SlotSource, [start, end]: readonly [number, number]): string {
    return surfaceForm(text, tokens, items[start]?.first ?? 0, items[Math.max(start, end - 1)]?.last ?? 0);
  }

  /** Time of a claim; null if it begins later than the memory, which then claims nothing yet. */
  private timeOf(rule: RuleClaim, clause: string, polarity: Polarity): bigint | null {
    const { eventAtUnixNanos } = this.input;
    if (rule.undated === true) return eventAtUnixNanos;
    const isToCome = 'predicate' in rule && rule.predicate === 'plans';
    const key = `${polarity} ${String(isToCome)} ${clause}`;
    const known = this.times.get(key);
    if (known !== undefined) return known;
    const time = isToCome
      ? (statedTime(clause, eventAtUnixNanos) ?? eventAtUnixNanos)
      : timeOfClaim(clause, polarity, eventAtUnixNanos);
    this.times.set(key, time);
    return time;
  }
}

function hasLetters(tokens: readonly Token[]): boolean {
  return tokens.some(({ text }) => /\p{L}/u.test(text));
}

function refOf({ type, name }: Filler): NameRef {
  return { type, name };
}

function confidenceOf(rule: number | undefined, ...ends: readonly Filler[]): number {
  const weakest = Math.min(...ends.map((end) => end.confidence));
  return Math.round((rule ?? DEFAULT_CONFIDENCE) * Math.min(1, 0.3 + 0.7 * weakest) * 100) / 100;
}

import type { NameRef, Observations, StageName } from '#contracts/observations.js';
import type { EntityType } from '#contracts/ontology.js';
import type { Genre } from '#contracts/genres.js';
import { mayDeny } from '../denials/affirmations.js';
import { DeniedClaims, type Denial } from '../denials/denied-claims.js';
import { deniedIn } from '../denials/denied-matches.js';
import type { SourceOf } from '../denials/states.js';
import { withoutNonEntities } from '../genre/non-entities.js';
import { readRecords } from '../genre/read-records.js';
import type { Cell, DataRecord } from '../genre/cells.js';
import { contactRecords } from '../genre/contact-records.js';
import { namesInCells, recordsOf } from '../genre/records.js';
import { isOfPeople, type Reading, readingOf } from '../genre/reading.js';
import type { Gazetteers } from '../names/gazetteers.js';
import { ObservationCollector } from '../pipeline/observation-collector.js';
import type { NameSpan } from '../names/find-names.js';
import { typedByContext } from '../names/context-types.js';
import { surfaceForm } from '../names/find-names.js';
import { withUserNamed } from '../names/user-named.js';
import { UNKNOWN_SPEAKER } from '../genre/speaker.js';
import type { ExtractionInput } from '../pipeline/stage.js';
import type { Sentence } from '../text/sentences.js';
import type { Token } from '../text/tokenizer.js';
import { readAliases, type AliasMatch } from '../rules/aliases.js';
import { Couples } from '../rules/couples.js';
import { ClaimTimes } from '../rules/claim-times.js';
import { clauseText, confidenceOf, refOf, observedRelation, observedStatement } from '../rules/match-observations.js';
import { PronounResolver } from '../rules/pronoun-resolver.js';
import { removeReparanda } from '../rules/self-repairs.js';
import { jokeStartsOf } from '../rules/factuality/jokes.js';
import { withImpliedSubjects } from '../rules/implied-subjects.js';
import { type Item, itemsOf } from '../rules/language/items.js';
import { withoutAsides } from '../rules/asides.js';
import type { RuleIndex } from '../rules/language/rule-index.js';
import { givenTo, NamedPets, petBefore } from '../rules/named-pets.js';
import type { ClaimMatch, EndMatch, RelationMatch, StatementMatch } from '../rules/claim-match.js';
import { actionItems } from '../rules/action-items.js';
import { readPatterns, readSentence, type ClaimSource } from '../rules/read-sentence.js';
import type { Filler, SlotSource } from '../rules/slots.js';
import { CLAIM_RULES } from '../rules/rules.js';
import { LineSpeakers } from '../rules/line-speakers.js';

const TELLING_GENRES: ReadonlySet<Genre> = new Set<Genre>(['chat', 'note', 'prose']);

/**
 * Reads the sentences of one memory in order and collects their claims. The caller passes the names, typed or not; a
 * name in a claim's slot gets the slot's type and becomes a mention.
 */
export class MemoryReader {
  private readonly antecedents = new PronounResolver();
  private readonly couples = new Couples();
  private readonly pets: NamedPets;
  private readonly collector: ObservationCollector;
  private readonly reading: Reading;
  private readonly speakers: LineSpeakers;
  /** Whether "the user" may be whom an agent tells of: nobody speaks of themselves, and no document tells of users. */
  private readonly namesUser: boolean;
  private records: readonly DataRecord[] | null = null;
  /** Types of names by their place in the text. */
  private readonly types = new Map<string, EntityType>();
  /** Starts of sentences that the next one calls a joke. */
  private readonly jokes: ReadonlySet<number>;
  private readonly times: ClaimTimes;
  private readonly denied = new DeniedClaims();

  constructor(
    private readonly input: ExtractionInput,
    private readonly gazetteers: Gazetteers,
    private readonly stage: StageName,
    private readonly rules: RuleIndex = CLAIM_RULES,
  ) {
    this.collector = new ObservationCollector(input.text, stage);
    this.reading = readingOf(input);
    const tells = input.role === 'assistant' || TELLING_GENRES.has(this.reading.genre);
    this.namesUser = this.reading.speaker === null && tells;
    this.jokes = jokeStartsOf(input.text);
    this.speakers = new LineSpeakers(input.text, this.reading);
    this.times = new ClaimTimes(input.eventAtUnixNanos);
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
    const named = this.namesUser ? withUserNamed(tokens, found, UNKNOWN_SPEAKER) : found;
    const typed = this.stage === 'pattern' ? named : named.map((name) => typedByContext(tokens, name));
    const given = this.pets.namedIn(tokens, typed);
    const names = given === null ? typed : typed.map((name, i) => (i === given.at ? givenTo(given.whose, name) : name));
    const kept = given?.isKept === true ? names[given.at] : undefined;
    const speaker = this.speakers.speakerIn(tokens, names);
    if (kept && speaker !== null) this.addPet(speaker, kept);
    const { input, gazetteers, stage, antecedents, rules } = this;
    const sourceOf = (
      words: readonly Token[],
      named: readonly NameSpan[],
      said: readonly Item[] = removeReparanda(itemsOf(words, named)),
    ): ClaimSource => {
      const items = withImpliedSubjects(said, antecedents, this.speakers.omitted(tokens));
      return { text: input.text, tokens: words, items, speaker, pronouns: antecedents, gazetteers, stage, rules };
    };
    const source = sourceOf(tokens, names);
    const { items } = source;
    this.addNames(tokens, names);
    const persons = new Set<string>();
    if (this.mayClaim(sentence, names, source)) this.readClaims(source, names, sourceOf, persons);
    for (const alias of readAliases(source)) this.addAlias(source, alias);
    antecedents.advance(items, persons);
    this.pets.advance(tokens, names);
    this.speakers.advance(tokens, names);
  }

  /** Reads what a sentence claims, also without its asides, and what it denies. */
  private readClaims(source: ClaimSource, names: readonly NameSpan[], sourceOf: SourceOf, persons: Set<string>): void {
    const { tokens } = source;
    this.addClaims(source, [...readSentence(source), ...actionItems(source)], persons);
    const plain = withoutAsides(removeReparanda(itemsOf(tokens, names)));
    const without = plain === null ? null : sourceOf(tokens, names, plain);
    if (without !== null) this.addClaims(without, readPatterns(without), persons);
    if (mayDeny(tokens)) this.addDenials(tokens, names, sourceOf);
  }

  private addClaims(source: ClaimSource, matches: readonly ClaimMatch[], persons: Set<string>): void {
    for (const match of this.couples.complete(source.items, matches)) this.addClaim(source, match, persons);
  }

  /** Whether a sentence may claim anything: none that was a joke does. */
  private mayClaim({ start }: Sentence, names: readonly NameSpan[], { speaker }: ClaimSource): boolean {
    return (names.length > 0 || speaker !== null) && !this.jokes.has(start);
  }

  private addDenials(tokens: readonly Token[], names: readonly NameSpan[], sourceOf: SourceOf): void {
    for (const { source, match, of } of deniedIn(tokens, names, sourceOf)) {
      const time = this.input.eventAtUnixNanos;
      const found =
        match.kind === 'relation'
          ? observedRelation(match, time, this.stage)
          : observedStatement(match, clauseText(source, match), time, this.stage);
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
    const clause = clauseText(source, match);
    const polarity = match.kind === 'end' ? 'ended' : (match.rule.polarity ?? match.match.polarity);
    const time = this.times.timeOf(match.rule, clause, polarity);
    if (time === null || (match.kind === 'end' && !this.times.isOver(clause, time))) return;
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
    const relation = observedRelation(match, time, this.stage);
    this.denied.assert(relation);
    this.collector.addRelation(relation);
  }

  private addEnds({ rule, subject }: EndMatch, time: bigint): void {
    const confidence = confidenceOf(rule.confidence, subject);
    for (const predicate of rule.ends)
      this.collector.addEnd({
        ...{ predicate, subject: refOf(subject), event_at_unix_nanos: time, confidence, stage: this.stage },
      });
  }

  private addStatement(source: SlotSource, match: StatementMatch, clause: string, time: bigint): void {
    const statement = observedStatement(match, clause, time, this.stage);
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
}

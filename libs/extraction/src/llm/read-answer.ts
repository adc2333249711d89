import { nanosOfMs } from '#contracts/clock.js';
import { cutText } from '#contracts/cut-text.js';
import type {
  AliasObservation,
  MentionObservation,
  NameRef,
  Observations,
  ReadInContext,
  RelationObservation,
  StatementObservation,
} from '#contracts/observations.js';
import {
  isEntityType,
  isRelationType,
  RELATION_TYPES,
  relationAllows,
  statementKindOf,
  type EntityType,
  type RelationType,
  type StatementPredicate,
} from '#contracts/ontology.js';
import { namedSpeaker, speakerOf } from '../genre/speaker.js';
import { MAX_CLAIMS, ObservationCollector } from '../pipeline/observation-collector.js';
import type { ExtractionInput } from '../pipeline/stage.js';
import { isItem, isStorableText, itemList, itemText, type AnswerItem } from './answer-items.js';
import { findSpans, saysWords } from './find-spans.js';

/** Valid observations of an answer, and the number of refused items. */
export interface ReadAnswer {
  readonly observations: Observations;
  readonly refused: number;
}

/** A name, and the earlier memory that alone contains it; null if the text does. */
type NamedReference = NameRef & { readonly memoryId: string | null };

const CONFIDENCE = 0.8;
const MAX_VALUE_LENGTH = 300;

/**
 * Validates the LLM's answer item by item: a name must be in the text or the speaker's, a value must be in the text,
 * types must be in the ontology, and a relation must allow its ends. A claim may refer to names of earlier turns, and
 * then depends on them. Items that are invalid, or that Postgres cannot store, are refused, the others kept.
 * @returns null if the answer is not an object with one of the lists
 */
export function readAnswer(answer: unknown, input: ExtractionInput, found: Observations): ReadAnswer | null {
  if (!isItem(answer)) return null;
  const lists = ['mentions', 'relations', 'statements', 'aliases'].map((key) => itemList(answer, key));
  if (lists.every((list) => list === null)) return null;
  const received = lists.map((list) => list ?? []);
  const { observations, refused } = new AnswerReader(input, found).read(
    received.map((list) => list.slice(0, MAX_CLAIMS)),
  );
  return {
    observations,
    refused: refused + received.reduce((sum, list) => sum + Math.max(0, list.length - MAX_CLAIMS), 0),
  };
}

class AnswerReader {
  private readonly collector: ObservationCollector;
  private readonly types = new Map<string, EntityType>();
  private readonly speaker: NameRef | null;
  private readonly words: string;
  private refused = 0;

  constructor(
    private readonly input: ExtractionInput,
    found: Observations,
  ) {
    this.collector = new ObservationCollector(input.text, 'llm');
    this.speaker = speakerOf(input);
    this.words = wordsOf(input.text);
    for (const { name, type } of found.mentions) this.types.set(name, type);
  }

  read([mentions = [], relations = [], statements = [], aliases = []]: readonly (readonly unknown[])[]): ReadAnswer {
    this.each(mentions, (item) => this.mention(item));
    this.each(relations, (item) => this.relation(item));
    this.each(statements, (item) => this.statement(item));
    this.each(aliases, (item) => this.alias(item));
    return { observations: this.collector.observations(), refused: this.refused };
  }

  private each(list: readonly unknown[], take: (item: AnswerItem) => boolean): void {
    for (const item of list) if (!isItem(item) || !isStorableItem(item) || !take(item)) this.refused += 1;
  }

  private mention(item: AnswerItem): boolean {
    const name = itemText(item, 'text');
    const type = itemText(item, 'type');
    return name !== null && type !== null && isEntityType(type) && this.addMention(name, type);
  }

  private relation(item: AnswerItem): boolean {
    const type = itemText(item, 'type');
    if (type === null || !isRelationType(type)) return false;
    const from = this.end(itemText(item, 'from'), type, 'from');
    const to = this.end(itemText(item, 'to'), type, 'to', from?.type);
    if (from === null || to === null || !relationAllows(type, from.type, to.type)) return false;
    if (from.name.toLowerCase() === to.name.toLowerCase()) return false;
    for (const ref of [from, to])
      if (ref.memoryId === null && !this.isSpeaker(ref.name)) this.addMention(ref.name, ref.type);
    const ends = { from: refOf(from), to: refOf(to) };
    const claim: RelationObservation = { type, ...ends, ...this.shared(item), ...contextOf(from, to) };
    this.collector.addRelation(claim);
    return true;
  }

  private statement(item: AnswerItem): boolean {
    const predicate = itemText(item, 'predicate') ?? '';
    const kind = statementKindOf(predicate);
    const subject = this.named(itemText(item, 'subject'), 'person');
    const object = itemText(item, 'object');
    if (kind === null || subject === null || object === null || !this.says(object)) return false;
    const value = cutText(object, MAX_VALUE_LENGTH);
    const type = this.types.get(value);
    const quote = itemText(item, 'quote') ?? '';
    const claim: StatementObservation = {
      kind,
      predicate: predicate as StatementPredicate,
      subject: refOf(subject),
      object:
        type === undefined ? { kind: 'value', value: { type: 'text', value } } : { kind: 'entity', type, name: value },
      // A quote that is not in the text is the model's own wording.
      text: this.input.text.includes(quote) ? cutText(quote, 500) : '',
      ...this.shared(item),
      ...contextOf(subject),
    };
    this.collector.addStatement(claim);
    return true;
  }

  private alias(item: AnswerItem): boolean {
    const type = itemText(item, 'type');
    const name = itemText(item, 'name');
    const alias = itemText(item, 'alias');
    if (type === null || !isEntityType(type) || name === null || alias === null || name === alias) return false;
    if (![name, alias].every((n) => this.isSpeaker(n) || this.addMention(n, type))) return false;
    const claim: AliasObservation = { type, name, alias, confidence: CONFIDENCE, stage: 'llm' };
    this.collector.addAlias(claim);
    return true;
  }

  private shared(
    item: AnswerItem,
  ): Pick<MentionObservation, 'confidence' | 'stage'> & Pick<RelationObservation, 'polarity' | 'event_at_unix_nanos'> {
    return {
      polarity: item['ended'] === true ? 'ended' : 'asserted',
      event_at_unix_nanos: nanosOfIsoDate(item['date']) ?? this.input.eventAtUnixNanos,
      confidence: CONFIDENCE,
      stage: 'llm',
    };
  }

  /** End of a relation, typed by its mention, else by the relation. */
  private end(
    name: string | null,
    relation: RelationType,
    side: 'from' | 'to',
    other?: EntityType,
  ): NamedReference | null {
    const types = RELATION_TYPES[relation][side];
    const fallback = types === 'any' ? undefined : types === 'same' ? other : types[0];
    return this.named(name, fallback);
  }

  private named(name: string | null, fallback: EntityType | undefined): NamedReference | null {
    if (name === null) return null;
    if (this.speaker && this.isSpeaker(name)) return { ...this.speaker, memoryId: null };
    const type = this.types.get(name) ?? fallback;
    if (type === undefined) return null;
    if (findSpans(this.input.text, name, 1).length > 0) return { type, name, memoryId: null };
    return this.namedBefore(name, type);
  }

  /** Reference to the latest earlier turn that contains the name or was spoken by that person. */
  private namedBefore(name: string, type: EntityType): NamedReference | null {
    const turn = this.input.before?.findLast((said) => {
      return (namedSpeaker(said) === name && type === 'person') || findSpans(said.text, name, 1).length > 0;
    });
    return turn === undefined ? null : { type, name, memoryId: turn.memoryId };
  }

  /** Whether a value is in the text, whatever its case and the spaces between its words. */
  private says(value: string): boolean {
    const words = wordsOf(value);
    return saysWords(this.words, words);
  }

  private isSpeaker(name: string): boolean {
    return this.speaker !== null && (name === this.speaker.name || /^(?:i|me|user)$/i.test(name));
  }

  private addMention(name: string, type: EntityType): boolean {
    const spans = findSpans(this.input.text, name);
    for (const { start, end } of spans) this.collector.addMention({ type, name, start, end, confidence: CONFIDENCE });
    if (spans.length > 0 && !this.types.has(name)) this.types.set(name, type);
    return spans.length > 0;
  }
}

function refOf({ type, name }: NamedReference): NameRef {
  return { type, name };
}

function contextOf(...names: readonly NamedReference[]): ReadInContext {
  const context = [...new Set(names.flatMap(({ memoryId }) => memoryId ?? []))];
  return context.length === 0 ? {} : { context };
}

/** Whether Postgres can store all texts of an item. */
function isStorableItem(item: AnswerItem): boolean {
  return Object.values(item).every((value) => typeof value !== 'string' || isStorableText(value));
}

/** A text with its words in lower case and single spaces. */
function wordsOf(text: string): string {
  return text.toLowerCase().split(/\s+/).join(' ');
}

/** Time of a day, a month, a year or a time in ISO 8601; null for anything else. */
function nanosOfIsoDate(date: unknown): bigint | null {
  if (typeof date !== 'string' || !/^\d{4}(?:-\d\d){0,2}(?:T.*)?$/.test(date)) return null;
  const ms = Date.parse(date);
  return Number.isNaN(ms) ? null : nanosOfMs(ms);
}

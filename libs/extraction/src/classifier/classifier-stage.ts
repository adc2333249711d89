import type { MentionObservation, NameRef, Observations } from '#contracts/observations.js';
import type { EntityType } from '#contracts/ontology.js';
import type { Budget } from '../budget.js';
import { MemoryReader } from '../claims/memory-reader.js';
import type { Gazetteers } from '../gazetteers.js';
import { findNames, surface, type NameSpan } from '../pattern/names.js';
import { spreadTypes } from '../spread-types.js';
import { beyond } from '#contracts/merge-observations.js';
import type { ExtractionInput, Stage, StageOutcome } from '../stage.js';
import { Turns } from '../turns.js';
import { codePointOffsets } from '../text/code-points.js';
import { TITLES } from '../text/lexicon.js';
import { hasWords, sentencesOf, type Sentence } from '../text/sentences.js';
import type { SpanTagger, TaggedSpan } from './tagger.js';

const TYPES: Readonly<Record<'PER' | 'LOC' | 'ORG', EntityType>> = {
  PER: 'person',
  LOC: 'place',
  ORG: 'organization',
};
const MODEL_TYPES: ReadonlySet<EntityType> = new Set(Object.values(TYPES));
/** Below this a span is more likely wrong than right. */
const LEAST_PROBABILITY = 0.5;
/** E-mail addresses, handles and links name nothing by themselves. */
const ADDRESS = /@|:\/\/|^www\./;
/** A name whose form alone says this surely what it is stands against the model. */
const LEAST_CERTAINTY = 0.95;
/** Sentences that are tagged together: more make no better use of the encoder. */
const SENTENCES_AT_ONCE = 16;
/** Sentences after which the time is looked at, with words or without. */
const LONGEST_STRETCH = 64;

/**
 * Tags persons, places and organizations with a trained model, and reads the whole memory again with those names: what it
 * finds stands in the place of what the stages before found. Of theirs stay names that a claim types, and types that the
 * model does not know.
 */
export class ClassifierStage implements Stage {
  readonly name = 'classifier';

  constructor(
    private readonly gazetteers: Gazetteers,
    private readonly tagger: SpanTagger,
  ) {}

  get version(): string {
    return this.tagger.version;
  }

  async ready(): Promise<void> {
    await this.tagger.ready?.();
  }

  async run(input: ExtractionInput, found: Observations, budget: Budget): Promise<StageOutcome> {
    const reader = new MemoryReader(input, this.gazetteers, this.name);
    const offset = codePointOffsets(input.text);
    const spread = spreadTypes(this.gazetteers);
    const mentions = new MentionIndex(standing(found));
    const partial = (reason: string, { start }: Sentence): StageOutcome => {
      return { state: 'partial', observations: beyond(found, reader.observations()), reason, offset: offset(start) };
    };
    const turns = new Turns();
    for (const { first, sentences } of batchesOf(sentencesOf(input.text))) {
      await turns.give();
      if (budget.spent()) return partial('out of time', first);
      if (sentences.length === 0) continue;
      const spans = await this.tagger.tag(sentences.map(({ tokens }) => tokens.map((token) => token.text)));
      for (const [i, sentence] of sentences.entries()) {
        if (budget.spent()) return partial('out of time', sentence);
        if (reader.full()) return partial('too many observations', sentence);
        await turns.give();
        const known = mentions.in(offset(sentence.start), offset(sentence.end));
        const names = this.namesOf(input.text, sentence, known, spans[i] ?? [], offset);
        reader.read(sentence, spread(names));
      }
    }
    return { state: 'done', observations: reader.observations(), replaces: true };
  }

  /**
   * Names of a sentence: those of the stages before that stand in a claim or that the model has no type for, then what
   * the model says, then what has only its capitals.
   */
  private namesOf(
    text: string,
    { tokens }: Sentence,
    known: readonly MentionObservation[],
    spans: readonly TaggedSpan[],
    offset: (utf16Index: number) => number,
  ): NameSpan[] {
    const names: NameSpan[] = [];
    const free = (span: NameSpan) => names.every((n) => span.last < n.first || n.last < span.first);
    const add = (more: readonly NameSpan[]) => {
      for (const span of more) if (free(span)) names.push(span);
    };
    add(
      known.flatMap(({ start, end, type, confidence }) => {
        const first = tokens.findIndex((t) => offset(t.start) === start);
        const last = tokens.findIndex((t) => offset(t.end) === end);
        return first < 0 || last < first ? [] : [nameOf(text, tokens, first, last, type, confidence)];
      }),
    );
    add(taggedNames(text, tokens, spans));
    add(findNames(text, tokens, this.gazetteers).map((span) => (isSure(span) ? span : { ...span, ...UNTYPED })));
    return names.sort((a, b) => a.first - b.first);
  }
}

const UNTYPED = { type: null, confidence: 0 } as const;

/** Whether the form of a name says more of its type than the model, which did not find it. */
function isSure({ type, confidence }: { readonly type: EntityType | null; readonly confidence: number }): boolean {
  return type === null || !MODEL_TYPES.has(type) || confidence >= LEAST_CERTAINTY;
}

/** Mentions that stand against the model: a claim says what they are, or they are of a type that it does not know. */
function standing({ mentions, relations, statements, aliases }: Observations): MentionObservation[] {
  const claimed = new Set<string>();
  const claim = ({ type, name }: NameRef) => claimed.add(`${type} ${name}`);
  for (const { from, to } of relations) [from, to].forEach(claim);
  for (const { subject, object } of statements) {
    claim(subject);
    if (object.kind === 'entity') claim(object);
  }
  for (const { type, name } of aliases) claim({ type, name });
  return mentions.filter((mention) => isSure(mention) || claimed.has(`${mention.type} ${mention.name}`));
}

/** What the model says, with the title before a person. */
function taggedNames(text: string, tokens: Sentence['tokens'], spans: readonly TaggedSpan[]): NameSpan[] {
  return spans.flatMap(({ first, last, kind, probability }) => {
    if (kind === 'MISC' || probability < LEAST_PROBABILITY) return [];
    if (tokens.slice(first, last + 1).some(({ text: word }) => ADDRESS.test(word))) return [];
    const begin = kind === 'PER' && TITLES.has(tokens[first - 1]?.lower ?? '') ? first - 1 : first;
    return [nameOf(text, tokens, begin, last, TYPES[kind], Math.round(probability * 100) / 100)];
  });
}

/** The sentences that have words, a few at a time, of a stretch of the text that begins with `first`: perhaps none. */
function* batchesOf(all: Iterable<Sentence>): Generator<{ first: Sentence; sentences: Sentence[] }> {
  let first: Sentence | null = null;
  let sentences: Sentence[] = [];
  let seen = 0;
  for (const sentence of all) {
    first ??= sentence;
    seen += 1;
    if (hasWords(sentence)) sentences.push(sentence);
    if (sentences.length < SENTENCES_AT_ONCE && seen < LONGEST_STRETCH) continue;
    yield { first, sentences };
    [first, sentences, seen] = [null, [], 0];
  }
  if (first !== null) yield { first, sentences };
}

/** Mentions in order, to take those of one sentence after the other. */
class MentionIndex {
  private readonly mentions: readonly MentionObservation[];
  private next = 0;

  constructor(mentions: readonly MentionObservation[]) {
    this.mentions = [...mentions].sort((a, b) => a.start - b.start);
  }

  /** Mentions within the span; spans must be asked for in order. */
  in(start: number, end: number): MentionObservation[] {
    const inside: MentionObservation[] = [];
    for (; this.next < this.mentions.length; this.next++) {
      const mention = this.mentions[this.next];
      if (mention === undefined || mention.start >= end) break;
      if (mention.start >= start && mention.end <= end) inside.push(mention);
    }
    return inside;
  }
}

function nameOf(
  text: string,
  tokens: Sentence['tokens'],
  first: number,
  last: number,
  type: EntityType,
  confidence: number,
): NameSpan {
  return { first, last, name: surface(text, tokens, first, last), type, confidence };
}

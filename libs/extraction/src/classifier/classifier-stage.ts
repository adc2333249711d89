import type { MentionObservation, Observations } from '#contracts/observations.js';
import type { EntityType } from '#contracts/ontology.js';
import type { Budget } from '../budget.js';
import { MemoryReader } from '../claims/memory-reader.js';
import type { Gazetteers } from '../gazetteers.js';
import { findNames, surface, type NameSpan } from '../pattern/names.js';
import { spreadTypes } from '../spread-types.js';
import { beyond } from '#contracts/merge-observations.js';
import type { ExtractionInput, Stage, StageOutcome } from '../stage.js';
import { codePointOffsets } from '../text/code-points.js';
import { hasWords, sentencesOf, type Sentence } from '../text/sentences.js';
import type { Tagger } from './tagger-file.js';

const TYPES: Readonly<Record<'PER' | 'LOC' | 'ORG', EntityType>> = {
  PER: 'person',
  LOC: 'place',
  ORG: 'organization',
};
/** Below this a span is more likely wrong than right. */
const LEAST_PROBABILITY = 0.5;

/**
 * Tags persons, places and organizations with a trained model, and reads the claims again with the names that the
 * stages before it did not type. What those found keeps its span; this stage only adds.
 */
export class ClassifierStage implements Stage {
  readonly name = 'classifier';
  readonly version = 'perceptron-2';

  constructor(
    private readonly gazetteers: Gazetteers,
    private readonly tag: Tagger,
  ) {}

  run(input: ExtractionInput, found: Observations, budget: Budget): StageOutcome {
    const reader = new MemoryReader(input, this.gazetteers, this.name);
    const offset = codePointOffsets(input.text);
    const spread = spreadTypes(this.gazetteers);
    const mentions = new MentionIndex(found.mentions);
    const partial = (reason: string, { start }: Sentence): StageOutcome => {
      return { state: 'partial', observations: beyond(found, reader.observations()), reason, offset: offset(start) };
    };
    for (const sentence of sentencesOf(input.text)) {
      if (budget.spent()) return partial('out of time', sentence);
      if (reader.full()) return partial('too many observations', sentence);
      if (!hasWords(sentence)) continue;
      const known = mentions.in(offset(sentence.start), offset(sentence.end));
      const names = this.namesOf(input.text, sentence, known, offset);
      reader.read(sentence, spread(names));
    }
    return { state: 'done', observations: beyond(found, reader.observations()) };
  }

  /** Names of a sentence: those found before, then what the tagger says, then what has only its capitals. */
  private namesOf(
    text: string,
    { tokens }: Sentence,
    known: readonly MentionObservation[],
    offset: (utf16Index: number) => number,
  ): NameSpan[] {
    const names: NameSpan[] = [];
    const free = (span: NameSpan) => names.every((n) => span.last < n.first || n.last < span.first);
    const add = (spans: readonly NameSpan[]) => {
      for (const span of spans) if (free(span)) names.push(span);
    };
    add(
      known.flatMap(({ start, end, type, confidence }) => {
        const first = tokens.findIndex((t) => offset(t.start) === start);
        const last = tokens.findIndex((t) => offset(t.end) === end);
        return first < 0 || last < first ? [] : [nameOf(text, tokens, first, last, type, confidence)];
      }),
    );
    const candidates = findNames(text, tokens, this.gazetteers);
    add(this.tagged(text, tokens, candidates));
    add(candidates);
    return names.sort((a, b) => a.first - b.first);
  }

  /** Spans of the tagger; one within a capitalised sequence that nothing else types takes all of it. */
  private tagged(text: string, tokens: Sentence['tokens'], candidates: readonly NameSpan[]): NameSpan[] {
    return this.tag(tokens.map((t) => t.text)).flatMap(({ first, last, kind, probability }) => {
      if (kind === 'MISC' || probability < LEAST_PROBABILITY) return [];
      const whole = candidates.find((c) => c.first <= first && c.last >= last) ?? { first, last };
      return [nameOf(text, tokens, whole.first, whole.last, TYPES[kind], Math.round(probability * 100) / 100)];
    });
  }
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

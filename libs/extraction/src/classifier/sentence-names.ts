import type { MentionObservation, NameRef, Observations } from '#contracts/observations.js';
import type { EntityType } from '#contracts/ontology.js';
import type { Gazetteers } from '../names/gazetteers.js';
import { typeByClassNoun } from '../names/class-nouns.js';
import { SETTLED_TYPE } from '../names/name-types.js';
import { findNameSpans, surfaceForm, type NameSpan } from '../names/find-names.js';
import { MONTHS, WEEKDAYS } from '#lexicon/calendar.js';
import { LANGUAGES } from '#lexicon/nationalities.js';
import { TITLES } from '#lexicon/titles.js';
import type { Sentence } from '../text/sentences.js';
import { TYPE_OF_TAG, type TaggedSpan } from './tagger.js';

/** Minimum probability of a span; below it a span is more likely wrong than right. */
const MIN_PROBABILITY = 0.4;
/** E-mail addresses, handles and links are not names. */
const ADDRESS = /@|:\/\/|^www\./;
/** Confidence from which a name's form overrides the model. */
const MIN_CERTAINTY = 0.95;
/** The same for types that models know less well. */
const MIN_CERTAINTY_OF_OTHERS = SETTLED_TYPE;
const TAGGED_TYPES: ReadonlySet<EntityType> = new Set(Object.values(TYPE_OF_TAG));
const UNTYPED = { type: null, confidence: 0 } as const;

/** Combines names of the model, of earlier stages and of the form of words in one sentence. */
export class SentenceNames {
  /** @param types types that the model distinguishes */
  constructor(
    private readonly gazetteers: Gazetteers,
    private readonly types: ReadonlySet<EntityType>,
  ) {}

  /**
   * Names of a sentence, in order of position. Priority: mentions of earlier stages that override the model, then spans
   * of the model, then names by capitals or class noun.
   * @param known mentions that override the model
   * @param offset code points before a UTF-16 index
   */
  in(
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
    add(
      findNameSpans(text, tokens, this.gazetteers).map((span) => {
        if (this.isSure(span)) return span;
        const byNoun = /\p{Lu}/u.test(span.name) ? typeByClassNoun(tokens, span.first, span.last) : null;
        return { ...span, ...(byNoun ?? UNTYPED) };
      }),
    );
    return names.sort((a, b) => a.first - b.first);
  }

  /** Mentions that override the model: a claim gives their type, or their form is certain. */
  standing({ mentions, relations, statements, aliases }: Observations): MentionObservation[] {
    const claimed = new Set<string>();
    const claim = ({ type, name }: NameRef) => claimed.add(`${type} ${name}`);
    for (const { from, to } of relations) [from, to].forEach(claim);
    for (const { subject, object } of statements) {
      claim(subject);
      if (object.kind === 'entity') claim(object);
    }
    for (const { type, name } of aliases) claim({ type, name });
    return mentions.filter((mention) => this.isSure(mention) || claimed.has(`${mention.type} ${mention.name}`));
  }

  /** Whether a name's form is more reliable about its type than the model, which did not find it. */
  private isSure({ type, confidence }: { readonly type: EntityType | null; readonly confidence: number }): boolean {
    if (type === null || !this.types.has(type)) return true;
    return confidence >= (TAGGED_TYPES.has(type) ? MIN_CERTAINTY : MIN_CERTAINTY_OF_OTHERS);
  }
}

/** Names by the model's spans, with the title before a person. */
function taggedNames(text: string, tokens: Sentence['tokens'], spans: readonly TaggedSpan[]): NameSpan[] {
  return spans.flatMap(({ first, last, kind, type, probability }) => {
    const named = type ?? (kind === 'MISC' ? undefined : TYPE_OF_TAG[kind]);
    if (named === undefined || probability < MIN_PROBABILITY) return [];
    const words = tokens.slice(first, last + 1);
    if (words.some(({ text: word }) => ADDRESS.test(word))) return [];
    if (words.every(({ lower }) => isNoName(lower, named))) return [];
    const begin = named === 'person' && TITLES.has(tokens[first - 1]?.lower ?? '') ? first - 1 : first;
    return [nameOf(text, tokens, begin, last, named, Math.round(probability * 100) / 100)];
  });
}

/** Languages, months and days, which are not names; May and April may be persons. */
function isNoName(word: string, type: EntityType): boolean {
  return LANGUAGES.has(word) || (type !== 'person' && (MONTHS.has(word) || WEEKDAYS.has(word)));
}

function nameOf(
  text: string,
  tokens: Sentence['tokens'],
  first: number,
  last: number,
  type: EntityType,
  confidence: number,
): NameSpan {
  return { first, last, name: surfaceForm(text, tokens, first, last), type, confidence };
}

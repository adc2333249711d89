import type { MentionObservation } from '#contracts/observations.js';
import { genreOf } from '../genre/genre-of.js';
import type { ExtractionInput } from '../pipeline/stage.js';
import { speakerOf } from '../genre/speaker.js';
import type { Sentence } from '../text/sentences.js';
import { predicateOfClaim, type Claim, type Features } from './claim.js';
import type { ModelSupport } from './model-support.js';
import { nameFeatures } from './name-features.js';
import { wordingFeatures } from './sentence-cues.js';

/** What found a claim: a rule that reads sentences, the keys of a record, or the model. */
export type ClaimOrigin = 'rule' | 'record' | 'model';

/** What is known of a claim, beside its words. */
export interface ClaimContext {
  readonly input: ExtractionInput;
  /** Of its text. */
  readonly sentences: readonly Sentence[];
  readonly mentions: readonly MentionObservation[];
  readonly source: ClaimOrigin;
  readonly support: ModelSupport;
}

/** Log-odds are clipped: beyond, a probability says nothing about other texts. */
const MAX_LOG_ODDS = 4;

/** Features of a claim: what found it, what the model says of it, whom it is about, and how its sentence is worded. */
export function claimFeatures(claim: Claim, context: ClaimContext): Features {
  return {
    ...sourceFeatures(claim, context),
    ...subjectFeatures(claim, context),
    ...objectFeatures(claim, context),
    ...wordingFeatures(claim, { text: context.input.text, sentences: context.sentences }, context.mentions),
  };
}

function sourceFeatures(claim: Claim, { source, support }: ClaimContext): Features {
  const predicate = predicateOfClaim(claim);
  const same = logOdds(support.same);
  const named = Object.entries({
    bias: 1,
    confidence: logOdds(claim.confidence),
    same,
    // The model knows some predicates better than others.
    [`${predicate} same`]: same,
    [`${claim.polarity} same`]: same,
    opposite: support.opposite,
    rival: support.rival,
    considered: Number(support.same > 0),
    [claim.polarity]: 1,
    [predicate]: 1,
  });
  return Object.fromEntries(named.map(([name, value]) => [`${source}:${name}`, value]));
}

function subjectFeatures(claim: Claim, { input, mentions }: ClaimContext): Features {
  const subject = 'from' in claim ? claim.from : claim.subject;
  const isSpeaker = speakerOf(input)?.name === subject.name;
  const named = mentions.filter(({ name }) => name === subject.name);
  return {
    ...(isSpeaker ? {} : nameFeatures('subject', subject)),
    'subject:speaker': Number(isSpeaker),
    'subject:unnamed speaker': Number(isSpeaker && (input.speaker?.trim() ?? '') === ''),
    [`genre:${genreOf(input)}`]: 1,
    'subject:elsewhere': Number(!isSpeaker && named.length === 0),
    'subject:confidence': highest(named),
    'context:other memory': Number((claim.context ?? []).length > 0),
    'text:length': Math.log2(1 + input.text.length / 100),
  };
}

function objectFeatures(claim: Claim, { mentions }: ClaimContext): Features {
  if ('from' in claim) {
    const named = mentions.filter(({ name }) => name === claim.to.name);
    return {
      ...nameFeatures('object', claim.to),
      ...{ 'object:elsewhere': Number(named.length === 0), 'object:confidence': highest(named) },
    };
  }
  const object = claim.object.kind === 'entity' ? claim.object.name : String(claim.object.value.value);
  return {
    'object:entity': Number(claim.object.kind === 'entity'),
    [`object:words ${String(Math.min(6, object.split(/\s+/).length))}`]: 1,
    'object:first person': Number(/^(?:my|our|me|i|we)\b/i.test(object)),
    'object:cut': Number(/\b(?:the|a|an|of|to|and|or|in|on|at|for|with|my|is|was)$/i.test(object)),
  };
}

function highest(mentions: readonly MentionObservation[]): number {
  return mentions.reduce((most, { confidence }) => Math.max(most, confidence), 0);
}

function logOdds(probability: number): number {
  const odds = Math.log(probability / (1 - probability));
  return Math.max(-MAX_LOG_ODDS, Math.min(MAX_LOG_ODDS, odds));
}

import { ENTITY_TYPES, relationAllows, STATEMENT_PREDICATES, type StatementPredicate } from '#contracts/ontology.js';
import type { ClaimModel, ScoredClaims, ScoredRelation, ScoredStatement } from '../claims/claim-model.js';
import { mayBeSaidOf } from '../claims/statement-subjects.js';
import type { MentionCandidate, TurnWindow } from '../claims/turn-window.js';
import { scoredEnds } from './end-columns.js';
import type { EncoderFigures, LayerScores } from './encoder-model.js';
import type { EncoderRows } from './encoder-rows.js';
import { relationColumns } from './relation-columns.js';
import { windowPieces, type WordNumbers } from './window-pieces.js';

const PREDICATES: readonly StatementPredicate[] = Object.values(STATEMENT_PREDICATES).flat();
/** A word is outside statements if the probability of that exceeds this. */
const MAX_NO_STATEMENT = 0.5;

/** Minimum probability of a relation that is considered. */
const LEAST_CONSIDERED = 0.02;

const NO_CLAIMS: ScoredClaims = {
  ...{ relations: [], statements: [], ends: [] },
  considered: { relations: [], statements: [] },
};

/** Span of words in a window, both ends inclusive. */
interface Span {
  readonly first: number;
  readonly last: number;
}

/** Candidates within the model's input, with their indices in the window. */
interface CandidateSubset {
  readonly candidates: readonly MentionCandidate[];
  readonly places: readonly number[];
}

interface StatementSpan extends Span {
  readonly predicate: number;
  readonly probability: number;
}

/**
 * Predicts claims with layers over the encoder's states: relations between pairs of names, statement spans with their
 * subjects, and ends of names.
 */
export class EncoderClaims implements ClaimModel {
  constructor(private readonly rows: EncoderRows) {}

  async read(window: TurnWindow): Promise<ScoredClaims> {
    const model = await this.rows.model();
    const { numbers, pieces } = await windowPieces(window, this.rows);
    const candidates = window.candidates.filter(({ first, last }) => numbers.has(first) && numbers.has(last));
    if (candidates.length === 0) return NO_CLAIMS;
    const features = candidates.map(featuresOf);
    const words = candidates.map((candidate) => numbersOf(candidate, numbers));
    const { statements, states, relations, ends } = await model.readWindow(pieces, { words, features });
    const spans = statementSpans(statements, numbers, window);
    const pooled = (span: Span) => meanState(states, numbersOf(span, numbers));
    const named = { candidates, places: candidates.map((candidate) => window.candidates.indexOf(candidate)) };
    const pairs = relationsOf(relations, named);
    const ended = scoredEnds(ends, named.places, model.figures);
    if (spans.length === 0) return likelyOf({ relations: pairs, statements: [] }, ended, model.figures);
    const subjects = await model.subjects(
      [candidates.map(pooled), features],
      [spans.map(pooled), spans.map(predicateOf)],
    );
    return likelyOf({ relations: pairs, statements: statementsOf(subjects, spans, named) }, ended, model.figures);
  }
}

/** Separates the claims that the model makes from those that it only considered. */
function likelyOf(
  considered: ScoredClaims['considered'],
  ends: ScoredClaims['ends'],
  figures: EncoderFigures,
): ScoredClaims {
  return {
    relations: considered.relations.filter(({ probability }) => probability >= figures.leastRelation),
    statements: considered.statements.filter(({ probability }) => probability >= figures.leastStatement),
    ends,
    considered,
  };
}

/** Positions of a span's words in the model's input. If its first and last word are included, all words between are. */
function numbersOf({ first, last }: Span, numbers: WordNumbers): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => numbers.get(first + i) ?? 0);
}

/** Statement spans: runs of words in the current turn whose likeliest tag has the same predicate. */
function statementSpans({ values, width }: LayerScores, numbers: WordNumbers, window: TurnWindow): StatementSpan[] {
  const spans: { first: number; last: number; predicate: number; sum: number }[] = [];
  for (let word = window.begin; word < window.words.length; word++) {
    const number = numbers.get(word);
    if (number === undefined) break;
    const scored = values.subarray(number * width, (number + 1) * width);
    if (isNothing(scored)) continue;
    const probable = softmax(scored);
    const tag = probable.reduce((best, p, i) => (i > 0 && p > (probable[best] ?? 0) ? i : best), 1);
    const predicate = (tag - 1) >> 1;
    const inside = tag % 2 === 0;
    const open = spans.at(-1);
    if (inside && open?.predicate === predicate && open.last === word - 1) {
      open.last = word;
      open.sum += probable[tag] ?? 0;
    } else spans.push({ first: word, last: word, predicate, sum: probable[tag] ?? 0 });
  }
  return spans.map(({ sum, ...span }) => ({ ...span, probability: sum / (span.last - span.first + 1) }));
}

function relationsOf({ values, width }: LayerScores, { candidates, places }: CandidateSubset): ScoredRelation[] {
  const found: ScoredRelation[] = [];
  const least = Math.log(LEAST_CONSIDERED / (1 - LEAST_CONSIDERED));
  const columns = relationColumns(width);
  for (const [i, a] of candidates.entries()) {
    for (const [j, b] of candidates.entries()) {
      if (i === j) continue;
      for (const [k, { type, ended }] of columns.entries()) {
        const score = values[(i * candidates.length + j) * width + k] ?? -Infinity;
        if (score < least || !relationAllows(type, a.type, b.type)) continue;
        const [from = i, to = j] = [places[i], places[j]];
        found.push({ from, to, type, ended, probability: sigmoid(score) });
      }
    }
  }
  return found;
}

function statementsOf(
  { values }: LayerScores,
  spans: readonly StatementSpan[],
  { candidates, places }: CandidateSubset,
): ScoredStatement[] {
  const score = (candidate: number, span: number, what: 0 | 1) =>
    values[(candidate * spans.length + span) * 2 + what] ?? -Infinity;
  return spans.flatMap(({ first, last, predicate, probability }, s) => {
    const name = PREDICATES[predicate];
    if (name === undefined) return [];
    const mayBe = candidates.flatMap(({ type }, i) => (mayBeSaidOf(name, type) ? [i] : []));
    const [best] = mayBe.sort((a, b) => score(b, s, 0) - score(a, s, 0));
    const subject = best === undefined ? undefined : places[best];
    if (best === undefined || subject === undefined) return [];
    return [{ first, last, predicate: name, subject, ended: score(best, s, 1) > 0, probability }];
  });
}

function meanState({ values, width }: LayerScores, words: readonly number[]): Float32Array {
  const mean = new Float32Array(width);
  for (const word of words) {
    for (let i = 0; i < width; i++) mean[i] = (mean[i] ?? 0) + (values[word * width + i] ?? 0) / words.length;
  }
  return mean;
}

/** Whether the probability of no statement exceeds MIN_NOTHING. */
function isNothing(scores: Float32Array): boolean {
  const nothing = scores[0] ?? 0;
  let others = 0;
  for (let i = 1; i < scores.length; i++) others += Math.exp((scores[i] ?? 0) - nothing);
  return 1 / (1 + others) > MAX_NO_STATEMENT;
}

/** Features of a candidate, as in training: type, whether it is a speaker, whether it is in the current turn. */
function featuresOf({ type, isSpeaker, isInCurrentTurn }: MentionCandidate): Float32Array {
  return Float32Array.from([
    ...ENTITY_TYPES.map((other) => Number(other === type)),
    Number(isSpeaker),
    Number(isInCurrentTurn),
  ]);
}

function predicateOf({ predicate }: StatementSpan): Float32Array {
  return Float32Array.from(PREDICATES, (_, i) => Number(i === predicate));
}

function softmax(scores: Float32Array): Float64Array {
  const highest = scores.reduce((a, b) => Math.max(a, b), -Infinity);
  const powers = Float64Array.from(scores, (score) => Math.exp(score - highest));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

function sigmoid(score: number): number {
  return 1 / (1 + Math.exp(-score));
}

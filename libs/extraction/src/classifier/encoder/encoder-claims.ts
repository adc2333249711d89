import {
  ENTITY_TYPES,
  RELATION_TYPES,
  relationAllows,
  STATEMENT_PREDICATES,
  type RelationType,
  type StatementPredicate,
} from '#contracts/ontology.js';
import type { ClaimModel, ScoredClaims, ScoredRelation, ScoredStatement } from '../claims/claim-model.js';
import { mayBeSaidOf } from '../claims/statement-subjects.js';
import type { Candidate, TurnWindow } from '../claims/turn-window.js';
import type { EncoderModel, LayerScores, RelatedScores } from './encoder-model.js';
import type { LazyEncoder } from './lazy-encoder.js';

/** Pieces of a turn with those before it; words beyond are not read. */
const LONGEST_WINDOW = 320;
const RELATIONS = Object.keys(RELATION_TYPES) as RelationType[];
const PREDICATES: readonly StatementPredicate[] = Object.values(STATEMENT_PREDICATES).flat();
/** A word is said of nobody where that is likelier than this. */
const LEAST_NOTHING = 0.5;

interface StatementSpan {
  readonly first: number;
  readonly last: number;
  readonly predicate: number;
  readonly probability: number;
}

/** Reads claims with layers over the states of the encoder: pairs of names, and words that are said of one. */
export class EncoderClaims implements ClaimModel {
  constructor(private readonly encoder: LazyEncoder) {}

  async read(window: TurnWindow): Promise<ScoredClaims> {
    const model = await this.encoder.model();
    const row = model.pieces.of(window.words, LONGEST_WINDOW, window.segments);
    const { statements, states } = await model.read(row);
    const candidates = window.candidates.filter(({ last }) => last < row.first.length);
    if (candidates.length === 0) return { relations: [], statements: [] };
    const spans = statementSpans(statements, row.first, window.begin);
    const pooled = (span: { first: number; last: number }) => meanState(states, row.first, span);
    const scores = await model.relate(
      [candidates.map(pooled), candidates.map(featuresOf)],
      spans.length > 0
        ? [spans.map(pooled), spans.map(predicateOf)]
        : [[new Float32Array(states.width)], [new Float32Array(PREDICATES.length)]],
    );
    const places = candidates.map((candidate) => window.candidates.indexOf(candidate));
    return {
      relations: relationsOf(scores, candidates, places, model),
      statements: statementsOf(scores, spans, { candidates, places }, model),
    };
  }
}

/** Runs of words that one predicate is likelier said by than nothing; `from`: the first word that is looked at. */
function statementSpans({ values, width }: LayerScores, first: readonly number[], from: number): StatementSpan[] {
  const spans: { first: number; last: number; predicate: number; sum: number }[] = [];
  for (let word = from; word < first.length; word++) {
    const at = (first[word] ?? 0) * width;
    const probable = softmax(values.subarray(at, at + width));
    if ((probable[0] ?? 1) > LEAST_NOTHING) continue;
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

function relationsOf(
  { relations }: RelatedScores,
  candidates: readonly Candidate[],
  places: readonly number[],
  { figures }: EncoderModel,
): ScoredRelation[] {
  const found: ScoredRelation[] = [];
  const width = 2 * RELATIONS.length;
  for (const [i, a] of candidates.entries()) {
    for (const [j, b] of candidates.entries()) {
      if (i === j) continue;
      for (let k = 0; k < width; k++) {
        const probability = sigmoid(relations[(i * candidates.length + j) * width + k] ?? -Infinity);
        const type = RELATIONS[k % RELATIONS.length];
        if (probability < figures.leastRelation || !type || !relationAllows(type, a.type, b.type)) continue;
        const [from = i, to = j] = [places[i], places[j]];
        found.push({ from, to, type, ended: k >= RELATIONS.length, probability });
      }
    }
  }
  return found;
}

function statementsOf(
  { subjects }: RelatedScores,
  spans: readonly StatementSpan[],
  { candidates, places }: { readonly candidates: readonly Candidate[]; readonly places: readonly number[] },
  { figures }: EncoderModel,
): ScoredStatement[] {
  const score = (candidate: number, span: number, what: 0 | 1) =>
    subjects[(candidate * Math.max(1, spans.length) + span) * 2 + what] ?? -Infinity;
  return spans.flatMap(({ first, last, predicate, probability }, s) => {
    const name = PREDICATES[predicate];
    if (probability < figures.leastStatement || name === undefined) return [];
    const mayBe = candidates.flatMap(({ type }, i) => (mayBeSaidOf(name, type) ? [i] : []));
    const [best] = mayBe.sort((a, b) => score(b, s, 0) - score(a, s, 0));
    const subject = best === undefined ? undefined : places[best];
    if (best === undefined || subject === undefined) return [];
    return [{ first, last, predicate: name, subject, ended: score(best, s, 1) > 0, probability }];
  });
}

function meanState(
  { values, width }: LayerScores,
  first: readonly number[],
  span: { first: number; last: number },
): Float32Array {
  const mean = new Float32Array(width);
  const words = span.last - span.first + 1;
  for (let word = span.first; word <= span.last; word++) {
    const at = (first[word] ?? 0) * width;
    for (let i = 0; i < width; i++) mean[i] = (mean[i] ?? 0) + (values[at + i] ?? 0) / words;
  }
  return mean;
}

/** What is known of a candidate beside its words, as in training: its type, whether it speaks, whether it is of the turn. */
function featuresOf({ type, speaks, current }: Candidate): Float32Array {
  return Float32Array.from([...ENTITY_TYPES.map((other) => Number(other === type)), Number(speaks), Number(current)]);
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

import { identifyLanguage } from '#languages/identify-language.js';
import type { QueryTermWeights } from '../query/term-weights.js';
import type { RankedMemory } from '../fusion/boosts.js';
import type { CandidateSet } from '../retrievers/candidate-set.js';
import { isPredicateRequested, isRelationRequested } from '../retrievers/graph/relation-cues.js';
import type { RetrieverName, RetrieverRun } from '../retrievers/retriever.js';
import { isAttributeMissing, isNameMissing, isSurnameMissing, isUncounted, valueIn } from './missing-answers.js';
import { readableText, type HitText } from './hit-text.js';
import { readQuestion, type AnalyzedHit, type QuestionReading } from './question-reading.js';
import { QuestionTerms } from './question-terms.js';
import { requestedKind, type RequestedKind } from './requested-kinds.js';
import { sentenceCoverage } from './sentence-coverage.js';

/** Features of the first hits that indicate an answer: scores and shares, or 1 for what is missing. */
export interface AnswerabilityFeatures {
  /** Cosine of the nearest memory, wherever it ranks; null if no vectors were compared. */
  readonly cosine: number | null;
  /** Highest MaxSim score of a memory by itself; 0 if none was reranked. */
  readonly maxSim: number;
  /** Highest support of a memory by its terms: the weighted share of the question's terms that it has. */
  readonly termSupport: number;
  /** Share of the names in the question that are in the first hit, or are its speaker; 1 if there are no names. */
  readonly namesPresent: number;
  /** 1 if the question asks for a value ("What does it cost?") and no hit about the named person contains one. */
  readonly valueMissing: number;
  /** 1 if hits contain such a value, but none of them shares a content term with the question. */
  readonly valueNotCoOccurring: number;
  /** 1 if the question asks for a count ("How many goats …?") and no hit has a number of them. */
  readonly countMissing: number;
  /**
   * 1 if the question asks for an attribute ("What is Ana's job?") or a name that neither the graph nor a hit states.
   */
  readonly attributeMissing: number;
  /** By how much the sentence that covers the question best does so better than any that may state such an answer. */
  readonly statedApart: number;
  /** Highest confidence of a fact or candidate of a predicate that the question asks for; 0 if there is none. */
  readonly claimed: number;
  /** Share of the hits in the language of the question. */
  readonly sameLanguage: number;
}

/** Maximum number of hits read. */
export const MAX_HITS = 5;

/** Computes the answerability features of the first hits of a ranking. */
export function answerabilityFeatures(
  candidates: CandidateSet,
  ranked: readonly RankedMemory[],
  memories: ReadonlyMap<string, HitText>,
): AnswerabilityFeatures {
  const { query, runs, maxSimScores } = candidates;
  const hits = ranked.slice(0, MAX_HITS).flatMap(({ memoryId }) => {
    const memory = memories.get(memoryId);
    return memory ? [{ ...memory, text: readableText(candidates, memoryId, memory.text) }] : [];
  });
  const reading = readQuestion(candidates, hits);
  const kind = requestedKind(reading.text);
  return {
    cosine: runOf(runs, 'dense')?.candidates[0]?.score ?? null,
    maxSim: Math.max(0, ...[...maxSimScores.values()].map(({ own }) => own)),
    termSupport: Math.max(0, ...(runOf(runs, 'lexical')?.candidates ?? []).map(({ support }) => support)),
    ...missingAnswers(reading),
    statedApart: statedApart(query.termWeights, reading, kind),
    claimed: claimedConfidence(query.terms, runs, kind),
    sameLanguage: shareInLanguageOf(reading.text, reading.hits),
  };
}

type Missing = 'namesPresent' | 'valueMissing' | 'valueNotCoOccurring' | 'countMissing' | 'attributeMissing';

function missingAnswers(reading: QuestionReading): Pick<AnswerabilityFeatures, Missing> {
  const value = valueIn(reading);
  const [first] = reading.hits;
  return {
    namesPresent: shareOf([...reading.nameTerms], (name) => first?.terms.has(name) ?? false),
    valueMissing: value === 'missing' || isSurnameMissing(reading) ? 1 : 0,
    valueNotCoOccurring: value === 'apart' ? 1 : 0,
    countMissing: isUncounted(reading) ? 1 : 0,
    attributeMissing: isAttributeMissing(reading) || isNameMissing(reading) ? 1 : 0,
  };
}

function statedApart(weights: QueryTermWeights, { text, hits }: QuestionReading, kind: RequestedKind | null): number {
  if (kind === null) return 0;
  const { best, stating } = sentenceCoverage(text, new QuestionTerms(weights), kind, hits);
  return Math.max(0, best - stating);
}

/** Confidence of the best claim that the question asks for, by its words or by the kind of answer. */
function claimedConfidence(
  terms: readonly string[],
  runs: readonly RetrieverRun[],
  kind: RequestedKind | null,
): number {
  const queryTerms = new Set(terms);
  const confidences = runs
    .flatMap(({ claims = [], candidateClaims = [] }) => [...claims, ...candidateClaims])
    .filter(
      (claim) =>
        kind?.predicates.includes(claim.predicate) ||
        (claim.kind === 'relation'
          ? isRelationRequested(claim.predicate, queryTerms)
          : isPredicateRequested(claim.predicate, queryTerms)),
    )
    .map(({ confidence }) => confidence);
  return Math.max(0, ...confidences);
}

function shareInLanguageOf(question: string, hits: readonly AnalyzedHit[]): number {
  const language = identifyLanguage(question);
  return shareOf(hits, ({ text }) => identifyLanguage(text) === language);
}

function runOf(runs: readonly RetrieverRun[], name: RetrieverName): RetrieverRun | undefined {
  return runs.find((run) => run.name === name);
}

/** Share of the elements for which `holds` is true; 1 if there are none. */
function shareOf<T>(all: readonly T[], holds: (one: T) => boolean): number {
  return all.length === 0 ? 1 : all.filter(holds).length / all.length;
}

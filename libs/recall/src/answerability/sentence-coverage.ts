import type { AnalyzedHit } from './question-reading.js';
import type { RequestedKind } from './requested-kinds.js';
import { indexedTerms, type QuestionTerms } from './question-terms.js';

/** Share of the question's terms in the sentences of hits, 0..1. */
export interface SentenceCoverage {
  /** In the sentence that has most of them. */
  readonly best: number;
  /** In the sentence that has most of them among those that may state the requested kind of answer. */
  readonly stating: number;
}

/** Maximum number of sentences read of a hit. */
const MAX_SENTENCES = 40;
/** Factor on the terms that only the sentence before has: "Bandit is old. He is 9." */
const SENTENCE_BEFORE = 0.8;

/** Coverage of a question by the sentences and lines of hits. */
export function sentenceCoverage(
  question: string,
  terms: QuestionTerms,
  kind: RequestedKind,
  hits: readonly AnalyzedHit[],
): SentenceCoverage {
  const questionWords = new Set((question.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? []).map(withoutPossessive));
  let [best, stating] = [0, 0];
  for (const { text, speaker, names: entityNames } of hits) {
    const sentences = sentencesOf(text).map((sentence) => ({ sentence, terms: indexedTerms(sentence, speaker) }));
    sentences.forEach((own, i) => {
      const coverage = terms.coverageOf(own.terms);
      best = Math.max(best, coverage);
      if (!kind.isStatedIn({ text: own.sentence, entityNames, questionWords })) return;
      const before = sentences[i - 1]?.terms ?? [];
      stating = Math.max(stating, coverage, SENTENCE_BEFORE * terms.coverageOf(new Set([...before, ...own.terms])));
    });
  }
  return { best, stating };
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?;])\s+|\n+/)
    .filter((sentence) => sentence.trim() !== '')
    .slice(0, MAX_SENTENCES);
}

function withoutPossessive(word: string): string {
  return word.replace(/['’]s$/, '');
}

import type { ScopeQuestion } from './scope-file.js';

/** A question with what recall gave for it. */
export interface ScopeAnswer extends ScopeQuestion {
  readonly ranked: readonly string[];
  readonly answer_kind: string;
}

/** Figures of the questions of one type, in percent. */
interface TypeScores {
  readonly questions: number;
  /** The first message answers. */
  readonly hit1: number;
  /** One of the first five answers. */
  readonly hit5: number;
  /** Mean share of the answering messages among the first five, and ten. */
  readonly recall5: number;
  readonly recall10: number;
  /** Questions told to have no answer. */
  readonly none: number;
}

/** Figures by type of question; `answerable` are all that have an answer. */
export function scoresByType(answers: readonly ScopeAnswer[]): Readonly<Record<string, TypeScores>> {
  const types = [...new Set(answers.map(({ type }) => type))].sort();
  const answerable = answers.filter(({ gold }) => gold.length > 0);
  return Object.fromEntries([
    ...types.map((type) => [type, scoresOf(answers.filter((answer) => answer.type === type))] as const),
    ['answerable', scoresOf(answerable)],
  ]);
}

function scoresOf(answers: readonly ScopeAnswer[]): TypeScores {
  const percent = (share: (answer: ScopeAnswer) => number): number =>
    Math.round((1000 * answers.reduce((sum, answer) => sum + share(answer), 0)) / answers.length) / 10;
  return {
    questions: answers.length,
    hit1: percent((answer) => Math.min(1, hits(answer, 1))),
    hit5: percent((answer) => Math.min(1, hits(answer, 5))),
    recall5: percent((answer) => hits(answer, 5) / (answer.gold.length || 1)),
    recall10: percent((answer) => hits(answer, 10) / (answer.gold.length || 1)),
    none: percent(({ answer_kind }) => (answer_kind === 'none' ? 1 : 0)),
  };
}

function hits({ ranked, gold }: ScopeAnswer, first: number): number {
  return new Set(ranked.slice(0, first).filter((id) => gold.includes(id))).size;
}

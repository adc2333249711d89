import { NO_OBSERVATIONS, type Observations } from '#contracts/observations.js';
import { isRelationType, RELATION_TYPES } from '#contracts/ontology.js';
import type { ExtractionInput } from '../pipeline/stage.js';
import type { LlmTask } from './llm-task.js';
import { readAnswer } from './read-answer.js';
import { readVerdicts, type ReadVerdicts } from './read-verdicts.js';

/** Valid part of an answer. */
export interface ReadTaskAnswer {
  /** What the LLM found, and the claims that it judged. */
  readonly observations: Observations;
  /** Number of items refused. */
  readonly refused: number;
  /** Number of claims without a valid verdict. */
  readonly unanswered: number;
}

/**
 * Reads the answer to a task.
 * @param isWhole whether the text of the input is all of the memory
 * @returns null if the answer has nothing that was asked for
 */
export function readTaskAnswer(
  answer: unknown,
  input: ExtractionInput,
  task: LlmTask,
  isWhole: boolean,
): ReadTaskAnswer | null {
  const extracted = task.extract ? readAnswer(answer, input, task.found) : null;
  const judged = task.questions.length > 0 ? readVerdicts(answer, task, { text: input.text, isWhole }) : null;
  if (extracted === null && judged === null) return null;
  const own = extracted ?? { observations: NO_OBSERVATIONS, refused: 0 };
  const verdicts = judged ?? { relations: [], statements: [], refused: 0, unanswered: task.questions.length };
  const { relations, statements, ...rest } = withoutJudged(own.observations, verdicts);
  return {
    observations: {
      ...rest,
      relations: [...relations, ...verdicts.relations],
      statements: [...statements, ...verdicts.statements],
    },
    refused: own.refused + verdicts.refused,
    unanswered: verdicts.unanswered,
  };
}

/** The observations without claims on which the same answer has a verdict, which decides them. */
function withoutJudged(own: Observations, judged: ReadVerdicts): Observations {
  const relations = new Set(judged.relations.map(({ type, from, to }) => wordsOf(type, from, to)));
  const statements = new Set(judged.statements.map((s) => wordsOf(s.predicate, s.subject, s.object)));
  return {
    ...own,
    relations: own.relations.filter(({ type, from, to }) => !relations.has(wordsOf(type, from, to))),
    statements: own.statements.filter((s) => !statements.has(wordsOf(s.predicate, s.subject, s.object))),
  };
}

interface End {
  readonly name?: string;
  readonly value?: { readonly value: unknown };
}

/** A claim in words; the ends of a symmetric relation are unordered. */
function wordsOf(predicate: string, from: End, to: End): string {
  const ends = [from, to].map(({ name, value }) => String(name ?? value?.value).toLowerCase());
  if (isRelationType(predicate) && RELATION_TYPES[predicate].symmetric) ends.sort();
  return [predicate, ...ends].join('\n');
}

/** Maximum length of a question that is split, in UTF-16 units: a longer text is not one question. */
const MAX_LENGTH = 300;

const NAME = String.raw`(?:(?:the|a|an|my|our|his|her|their) )?\p{Lu}[\p{L}\p{M}\p{N}.'’-]*(?: \p{Lu}[\p{L}\p{M}\p{N}.'’-]*)*(?:(?<=['’]s) \p{Ll}+)?`;
const JOINT = String.raw`,? (?:and|vs\.?|versus) `;
const QUESTION_WORD = 'what|who|whom|whose|where|when|why|how|which';
const AUXILIARY =
  "do|does|did|don't|doesn't|didn't|are|is|were|was|aren't|isn't|have|has|had|can|can't|could|will|won't|would|should|may";

/** "What do Ana, Bo and Cy do?": names side by side. */
const NAMES = new RegExp(`(?<before>^| )(?<first>${NAME}(?:, ${NAME}){0,2})${JOINT}(?<last>${NAME})(?=[ ?.,!]|$)`, 'u');
/** "the old and the new oven": nouns or adjectives with the same article. */
const NOUNS =
  /(?<before>^| )(?<first>(?<article>the|a|an|my|our|his|her|their) [\p{L}\p{N}-]+),? and (?<last>\k<article> [\p{L}\p{N}-]+)(?=[ ?.,!]|$)/iu;
/** "what do ana and bo do": lower-case words between an auxiliary and what follows. */
const SUBJECTS = new RegExp(
  `(?<before>\\b(?:${AUXILIARY}) )(?<first>[\\p{L}\\p{N}'’-]+(?: [\\p{L}\\p{N}'’-]+)?) and (?!(?:${AUXILIARY}|${QUESTION_WORD})\\b)(?<last>[\\p{L}\\p{N}'’-]+)(?= \\p{L})`,
  'iu',
);
/** "from Helen at the school and from Morwenna": objects with the same preposition. */
const PHRASES =
  /^(?<lead>.* )(?<preposition>from|for|to|at|in|with|by|about|of) (?<first>.+),? and \k<preposition> (?<last>.+)$/iu;
/** "why did it fail and who repaired the pump": two questions. */
const QUESTIONS = new RegExp(`^(?<first>.+?),? and (?<last>(?:${QUESTION_WORD})\\b.*)$`, 'iu');

/** Minimum number of words of a question in a question: "and why?" asks the same. */
const MIN_WORDS = 3;
/** What the sides have to do with each other is no question about each. */
const RELATION = /\b(?:each other|one another|together|between|in common)\b/i;
/** Words that refer to the other part, so that a part alone does not say what it asks. */
const REFERENCE =
  /\b(?:he|she|it|they|him|her|them|his|its|their|this|that|these|those|there|one|former|latter|both|each)\b/i;

/**
 * Splits a question about several people or things, or two questions in one, into a question for each: "What do Ana and
 * Bo do?" into "What do Ana do?" and "What do Bo do?".
 * @returns the questions; none if it is about one
 */
export function splitQuestion(question: string): readonly string[] {
  const text = question.trim();
  if (text.length > MAX_LENGTH || RELATION.test(text)) return [];
  return splitQuestions(text) ?? splitPhrases(text) ?? splitNames(text);
}

/** Empty if the second question depends on the first; null if there is no second. */
function splitQuestions(text: string): string[] | null {
  const { first, last } = QUESTIONS.exec(text)?.groups ?? {};
  if (first === undefined || last === undefined) return null;
  const areWhole = [first, last].every((side) => side.split(' ').length >= MIN_WORDS);
  return areWhole && !REFERENCE.test(last) ? [first, last] : [];
}

function splitPhrases(text: string): string[] | null {
  const { lead, preposition, first, last } = PHRASES.exec(text)?.groups ?? {};
  if (lead === undefined || preposition === undefined || first === undefined || last === undefined) return null;
  return [`${lead}${preposition} ${first}`, `${lead}${preposition} ${last}`];
}

function splitNames(text: string): string[] {
  for (const pattern of [NAMES, NOUNS, SUBJECTS]) {
    const found = pattern.exec(text);
    const { before = '', first, last } = found?.groups ?? {};
    if (found === null || first === undefined || last === undefined) continue;
    const [start, end] = [text.slice(0, found.index) + before, text.slice(found.index + found[0].length)];
    return [...first.split(', '), last].map((side) => `${start}${side}${end}`);
  }
  return [];
}

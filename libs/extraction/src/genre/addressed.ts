import { words } from '#lexicon/words.js';
import type { Token } from '../text/tokenizer.js';

/** Words before the name of somebody who is greeted, thanked or called. */
const CALLS: ReadonlySet<string> = words(
  'hi hey hello dear thanks thx ty cheers sorry morning evening bye welcome congrats yo @',
);
/** Words with which a sentence goes on that is said to whom it names first. */
const SAID_TO: ReadonlySet<string> = words(
  'you your can could would will please are do did have how what when where why who let get bring call tell ask check see i',
);
const SECOND_PERSON = /^(?:you|your|yours|u|ur)$/;
/** Words that ask, or begin a clause about whom was named. */
const RELATIVE = /^(?:who|when|where)$/;
const SENTENCE_END = /^[.!?…]+$/;
const ENDS = /^[.!?…,:;–—-]+$/;

/**
 * Whether a name is that of somebody who is spoken to ("Hi Anna", "thanks Tom", "Ana, can you …", "see you, Bo"): the
 * sentence need not be about them.
 * @param first,last token span of the name, inclusive
 */
export function isAddressed(tokens: readonly Token[], first: number, last: number): boolean {
  const [before, behind] = [tokens[first - 1]?.lower, tokens[last + 1]?.lower];
  if (isCall(tokens, first)) return behind === undefined || ENDS.test(behind);
  if (endsSentence(before)) return behind === ',' && isSaidTo(tokens, last + 2);
  const closes = before === ',' && endsSentence(behind);
  return closes && sentenceBefore(tokens, first).some(({ lower }) => SECOND_PERSON.test(lower));
}

/** Whether a sentence goes on as one said to whom it names: "Ana, who is that?", not "Ana, who left us, …". */
function isSaidTo(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.lower ?? '';
  if (!SAID_TO.has(word)) return false;
  if (!RELATIVE.test(word)) return true;
  const end = tokens.findIndex(({ lower }, i) => i > at && SENTENCE_END.test(lower));
  return tokens[end]?.lower.includes('?') ?? false;
}

function endsSentence(word: string | undefined): boolean {
  return word === undefined || SENTENCE_END.test(word);
}

function isCall(tokens: readonly Token[], first: number): boolean {
  const before = tokens[first - 1]?.lower ?? '';
  return CALLS.has(before) || (before === 'you' && tokens[first - 2]?.lower === 'thank');
}

function sentenceBefore(tokens: readonly Token[], end: number): readonly Token[] {
  let begin = end;
  while (begin > 0 && !SENTENCE_END.test(tokens[begin - 1]?.text ?? '')) begin -= 1;
  return tokens.slice(begin, end);
}

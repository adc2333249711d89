import { hasWords, sentencesOf, type Sentence } from '../../text/sentences.js';

/** What takes back the sentence before it, as the first words of a short sentence. */
const JOKE =
  /^(?:(?:(?:ha)+h?|(?:he)+|lol|lmao|no|ok|okay|i 'm|i am|was|only|just) )*(?:jk|kidding|joking|april fools?|as if|psych|not really|in my dreams)\b/;
const MAY_HOLD_JOKE = /\b(?:jk|kidding|joking|april fool|as if|psych|not really|in my dreams)/i;
const MAX_WORDS = 8;

/** Sentences that the next sentence calls a joke: "I'm pregnant! April fools". */
export function jokesIn(sentences: Iterable<Sentence>): ReadonlySet<Sentence> {
  const jokes = new Set<Sentence>();
  let before: Sentence | null = null;
  for (const sentence of sentences) {
    if (!hasWords(sentence)) continue;
    if (before !== null && takesBack(sentence)) jokes.add(before);
    before = sentence;
  }
  return jokes;
}

/** Starts of the sentences of a text that the next sentence calls a joke. */
export function jokeStartsOf(text: string): ReadonlySet<number> {
  if (!MAY_HOLD_JOKE.test(text)) return NO_STARTS;
  return new Set([...jokesIn(sentencesOf(text))].map(({ start }) => start));
}

const NO_STARTS: ReadonlySet<number> = new Set();

function takesBack({ tokens }: Sentence): boolean {
  const words = tokens.filter(({ lower }) => /[\p{L}\p{N}]/u.test(lower)).map(({ lower }) => lower);
  return words.length <= MAX_WORDS && JOKE.test(words.join(' '));
}

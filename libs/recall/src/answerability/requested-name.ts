import { STOP_WORDS } from '#search/terms/stop-words.js';

/** What a question asks the name of, by its last word: "mother" of "the name of Ana's mother". */
const ASKS: readonly RegExp[] = [
  /\bnames? of (?:the |an? |his |her |their |my )?(.*[^?\n])\?*$/iu,
  /^what(?: is|'s| was| are) (.+?)(?:['’]s)? (?:first )?names?\b/iu,
  /^what(?: is| was| are) (.+?) called\b/iu,
  /^who(?: is| was| are) (.+?['’]s [\p{L}-]+)\?/iu,
];
/** Where what is told of it begins: "the bell in Rouen", "the driver whose car …". */
const TOLD_OF_IT = /,|\b(?:formerly|once|now|called|who\w*|that|which|in|of|at|on|from|with|for|by|and)\b/i;
const SURNAME = /\b(?:sur|last |family |full |maiden )name\b/i;

/** Other words for those whose name is asked for most. */
const SYNONYMS: Readonly<Record<string, string>> = {
  mother: 'mum mom mam mama',
  father: 'dad papa daddy',
  wife: 'married partner',
  husband: 'married partner',
  girlfriend: 'partner dating',
  boyfriend: 'partner dating',
  partner: 'girlfriend boyfriend wife husband',
  son: 'boy kid',
  daughter: 'girl kid',
  sister: 'sis',
  brother: 'bro',
  grandmother: 'gran granny grandma nan',
  grandfather: 'grandpa grandad granddad gramps',
  dog: 'puppy pup hound',
  cat: 'kitten',
  boss: 'manager',
  baby: 'daughter son born',
};
/** Words between a name and what it is the name of. */
const MAX_DISTANCE = 3;
const PRONOUN = /^I(?:['’]|$)/;

/** A text with the names that are known to stand in it. */
export interface TextWithNames {
  readonly text: string;
  readonly names: readonly string[];
}

/** The word for what a question asks the name of; null where it asks for none. @param known words of names in it, folded */
export function requestedNameNoun(question: string, known: ReadonlySet<string>): string | null {
  for (const asks of ASKS) {
    const [, phrase] = asks.exec(question) ?? [];
    if (phrase === undefined) continue;
    const [head = ''] = phrase.split(TOLD_OF_IT);
    return tokenizeFolded(head).findLast((word) => !STOP_WORDS.has(word) && !known.has(word)) ?? null;
  }
  return null;
}

/** Whether a text has a name, other than those known, next to a word or another for the same. */
export function hasNameNear(noun: string, { text, names }: TextWithNames, known: ReadonlySet<string>): boolean {
  const same = [noun, ...(SYNONYMS[noun]?.split(' ') ?? [])].map(stemOf);
  const firstWords = new Set(names.flatMap((name) => tokenizeFolded(name).slice(0, 1)));
  return text.split(/[.!?;\n]+/).some((sentence) => {
    const words = sentence.match(/[\p{L}\p{N}_'’-]+/gu) ?? [];
    const nouns = words.flatMap((word, i) => (same.some((begin) => word.toLowerCase().startsWith(begin)) ? [i] : []));
    return words.some((word, i) => isName(word, i) && nouns.some((at) => at !== i && Math.abs(at - i) <= MAX_DISTANCE));
  });

  function isName(word: string, place: number): boolean {
    const [folded = ''] = tokenizeFolded(word);
    if (known.has(folded)) return false;
    return (place > 0 && isWrittenAsName(word)) || firstWords.has(folded);
  }
}

export function asksForSurname(question: string): boolean {
  return SURNAME.test(question);
}

/** Whether a text has a longer name that begins with one of the words, or is known to name somebody by such. */
export function statesSurname({ text, names }: TextWithNames, known: ReadonlySet<string>): boolean {
  const words = text.split(/\s+/);
  const written = words.some((word, i) => known.has(word.toLowerCase()) && isWrittenAsName(words[i + 1] ?? ''));
  return (
    written ||
    names.some((name) => tokenizeFolded(name).length > 1 && tokenizeFolded(name).some((word) => known.has(word)))
  );
}

function isWrittenAsName(word: string): boolean {
  return /^\p{Lu}/u.test(word) && !PRONOUN.test(word);
}

/** Forms of a word begin alike. */
function stemOf(word: string): string {
  return word.replace(/(?:ing|ed|es|s|e)$/, '');
}

/** In lower case, without possessive endings. */
export function tokenizeFolded(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? []).map((word) => word.replace(/['’]s$/, ''));
}

import { STOP_WORDS } from '#search/terms/stop-words.js';
import { ROLE_SYNONYMS } from '#lexicon/kinship.js';

/** Patterns of questions for a name; the last word of the group is the noun: "mother" in "the name of Ana's mother". */
const NAME_QUESTIONS: readonly RegExp[] = [
  /\bnames? of (?:the |an? |his |her |their |my )?(.*[^?\n])\?*$/iu,
  /^what(?: is|'s| was| are) (.+?)(?:['’]s)? (?:first )?names?\b/iu,
  /^what(?: is| was| are) (.+?) called\b/iu,
  /^who(?: is| was| are) (.+?['’]s [\p{L}-]+)\?/iu,
];
/** Start of a modifier after the noun: "the bell in Rouen", "the driver whose car …". */
const MODIFIER_START = /,|\b(?:formerly|once|now|called|who\w*|that|which|in|of|at|on|from|with|for|by|and)\b/i;
const SURNAME = /\b(?:sur|last |family |full |maiden )name\b/i;

/** Maximum distance in words between a name and its noun. */
const MAX_DISTANCE = 3;
const PRONOUN = /^I(?:['’]|$)/;

/** A text with the names of its known entities. */
export interface TextWithNames {
  readonly text: string;
  readonly names: readonly string[];
}

/**
 * The noun whose name a question asks for; null if it asks for none.
 * @param known folded words of the names in the question
 */
export function requestedNameNoun(question: string, known: ReadonlySet<string>): string | null {
  for (const pattern of NAME_QUESTIONS) {
    const [, phrase] = pattern.exec(question) ?? [];
    if (phrase === undefined) continue;
    const [head = ''] = phrase.split(MODIFIER_START);
    return tokenizeFolded(head).findLast((word) => !STOP_WORDS.has(word) && !known.has(word)) ?? null;
  }
  return null;
}

/** Whether a text has a name, other than the known ones, near the noun or a synonym of it. */
export function hasNameNear(noun: string, { text, names }: TextWithNames, known: ReadonlySet<string>): boolean {
  const same = [noun, ...(ROLE_SYNONYMS[noun]?.split(' ') ?? [])].map(stemOf);
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

/** Whether a text contains a full name that extends one of the known words, or its entities have such a name. */
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

/** Crude stem: strips an ending, so that forms of a word share a prefix. */
function stemOf(word: string): string {
  return word.replace(/(?:ing|ed|es|s|e)$/, '');
}

/** Words in lower case, without possessive endings. */
export function tokenizeFolded(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? []).map((word) => word.replace(/['’]s$/, ''));
}

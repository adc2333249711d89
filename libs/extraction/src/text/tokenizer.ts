import { ABBREVIATIONS } from '#lexicon/abbreviations.js';

/** A word, number, punctuation mark or symbol of a text; indices are UTF-16 units. */
export interface Token {
  readonly text: string;
  /** Lower case, with straight apostrophes. */
  readonly lower: string;
  readonly start: number;
  readonly end: number;
}

/** Maximum length of a word; longer runs of letters are not split or treated as words. */
export const MAX_WORD_LENGTH = 64;

// Every alternative is bounded or consumes runs of disjoint classes, so that hostile text costs linear time.
const TOKEN = new RegExp(
  [
    String.raw`(?:https?:\/\/|www\.)[^\s<>"]{1,2048}`,
    String.raw`[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}`,
    String.raw`[@#][\p{L}\p{N}_]+`,
    String.raw`\p{N}+(?:[.,:/]\p{N}+)*\p{L}*`,
    String.raw`\p{L}[\p{L}\p{M}\p{N}_]*(?:['’.&\-‐][\p{L}\p{N}][\p{L}\p{M}\p{N}_]*)*`,
    String.raw`\.\.+|[^\s]`,
  ].join('|'),
  'gu',
);

const CLITIC = /^(.+)(['’](?:s|m|re|ve|ll|d))$/iu;
const NEGATION = /^(.*[a-z])(n['’]t)$/iu;
/** Informal spellings of two words, with both normalized. */
const FUSED: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['im', ['i', "'m"]],
  ['ive', ['i', "'ve"]],
  ['dont', ['do', "n't"]],
  ['doesnt', ['does', "n't"]],
  ['didnt', ['did', "n't"]],
  ['isnt', ['is', "n't"]],
  ['wasnt', ['was', "n't"]],
  ['arent', ['are', "n't"]],
  ['cant', ['ca', "n't"]],
  ['wont', ['wo', "n't"]],
  ['hes', ['he', "'s"]],
  ['shes', ['she', "'s"]],
  ['gonna', ['gon', 'na']],
  ['cannot', ['can', 'not']],
]);

/** Splits a text into tokens, from `from` to `to` (UTF-16). Contractions are split: "she's" is "she" and "'s". */
export function tokenize(text: string, from = 0, to: number = text.length): Token[] {
  const tokens: Token[] = [];
  // eslint-disable-next-line no-restricted-syntax -- a copy of one that is checked, for a place in the text of its own
  const pattern = new RegExp(TOKEN);
  const part = from === 0 && to === text.length ? text : text.slice(from, to);
  for (let match = pattern.exec(part); match !== null; match = pattern.exec(part)) {
    pushWord(tokens, match[0], from + match.index, text);
    pattern.lastIndex = Math.max(pattern.lastIndex, (tokens.at(-1)?.end ?? 0) - from);
  }
  return tokens;
}

function pushWord(tokens: Token[], word: string, start: number, text: string): void {
  if (word.length > MAX_WORD_LENGTH || !/^\p{L}/u.test(word) || word.includes('@')) {
    tokens.push(tokenOf(word, start));
    return;
  }
  const dotted = text[start + word.length] === '.' && takesDot(word, text[start + word.length + 1]) ? `${word}.` : word;
  if (dotted !== word) {
    tokens.push(tokenOf(dotted, start));
    return;
  }
  const parts = splitContraction(word);
  if (parts === null) {
    tokens.push(tokenOf(word, start));
    return;
  }
  const [head, tail, lowers] = parts;
  tokens.push(tokenOf(head, start, lowers?.[0]), tokenOf(tail, start + head.length, lowers?.[1]));
}

function splitContraction(word: string): readonly [string, string, (readonly [string, string])?] | null {
  const fused = FUSED.get(word.toLowerCase());
  if (fused !== undefined) {
    const cut = fused[0].length;
    return [word.slice(0, cut), word.slice(cut), fused];
  }
  const match = NEGATION.exec(word) ?? CLITIC.exec(word);
  return match?.[1] === undefined || match[2] === undefined ? null : [match[1], match[2]];
}

/** Whether a word keeps its dot: "Dr." and the initial "K." do; "I." ends a sentence. */
function takesDot(word: string, next: string | undefined): boolean {
  if (ABBREVIATIONS.has(word.toLowerCase())) return next !== undefined && /[\s\p{L},]/u.test(next);
  if (/^(?:\p{L}\.)+\p{L}$/u.test(word)) return true;
  return /^\p{Lu}$/u.test(word) && word !== 'I' && next !== undefined && /[\s\p{L}]/u.test(next);
}

function tokenOf(text: string, start: number, lower?: string): Token {
  return { text, lower: lower ?? text.toLowerCase().replaceAll('’', "'"), start, end: start + text.length };
}

import type { Polarity } from '#contracts/observations.js';
import { type Item, wordAt } from './items.js';
import { SKIPPED_ADVERBS } from '#lexicon/function-words.js';
import { AUXILIARIES, BE_FORMS, BE_PRESENT, IRREGULAR_VERBS, MODALS, NEGATIONS } from '#lexicon/verbs.js';

/** Inflected forms of a verb. */
export interface VerbForms {
  readonly base: string;
  readonly s: string;
  readonly past: string;
  readonly participle: string;
  readonly ing: string;
}

/** End of a verb phrase, and whether it states that the claim holds or has ended. */
export interface VerbMatch {
  readonly next: number;
  readonly polarity: Polarity;
}

/** Inflects a verb, by rule or by the table of irregular verbs. */
export function verbForms(base: string): VerbForms {
  const irregular = IRREGULAR_VERBS[base]?.split(' ');
  if (irregular !== undefined) {
    const [s = base, past = base, participle = base, ing = base] = irregular;
    return { base, s, past, participle, ing };
  }
  if (/[^aeiou]y$/.test(base)) {
    const past = base.replace(/y$/, 'ied');
    return { base, s: base.replace(/y$/, 'ies'), past, participle: past, ing: `${base}ing` };
  }
  const stem = base.endsWith('e') ? base.slice(0, -1) : base;
  const past = `${stem}ed`;
  return {
    base,
    s: /(?:s|sh|ch|x|o)$/.test(base) ? `${base}es` : `${base}s`,
    past,
    participle: past,
    ing: `${stem}ing`,
  };
}

const MAX_AUXILIARIES = 6;

/**
 * Matches a verb phrase at item `i`: auxiliaries, then a form of one of the verbs. "used to", "no longer", "not … any
 * more" and "stopped" mean ended; modals, plain negation and futures do not match.
 * @param past polarity of a simple past; null if it is no match
 */
export function matchVerb(
  items: readonly Item[],
  i: number,
  verbs: readonly VerbForms[],
  past: Polarity | null,
): VerbMatch[] {
  const matches: VerbMatch[] = [];
  const auxiliaries: string[] = [];
  for (let k = i; k < items.length && auxiliaries.length <= MAX_AUXILIARIES; k++) {
    const word = wordAt(items, k);
    const polarity = phrasePolarity(auxiliaries, word, verbs, past, () => saysAnyMore(items, k));
    if (polarity !== null) matches.push({ next: k + 1, polarity });
    if (AUXILIARIES.has(word)) auxiliaries.push(word);
    else if (!SKIPPED_ADVERBS.has(word)) break;
  }
  return matches;
}

/** Matches a form of "be" at item `i`. @param past polarity of past forms; null if they are no match */
export function matchBe(items: readonly Item[], i: number, past: Polarity | null): VerbMatch[] {
  const matches: VerbMatch[] = [];
  const seen: string[] = [];
  for (let k = i; k < items.length && seen.length <= MAX_AUXILIARIES; k++) {
    const word = wordAt(items, k);
    if (!AUXILIARIES.has(word) && !BE_FORMS.has(word)) {
      if (SKIPPED_ADVERBS.has(word)) continue;
      break;
    }
    seen.push(word === "'d" && isHad(items, k) ? 'had' : word);
    const polarity = bePolarity(seen, past, () => saysAnyMore(items, k));
    if (polarity !== null) matches.push({ next: k + 1, polarity });
  }
  return matches.reverse();
}

/** Whether "'d" is "had": "she'd been a nurse", "she'd never been". */
export function isHad(items: readonly Item[], i: number): boolean {
  const next = SKIPPED_ADVERBS.has(wordAt(items, i + 1)) || NEGATIONS.has(wordAt(items, i + 1)) ? i + 2 : i + 1;
  return wordAt(items, next) === 'been';
}

function bePolarity(seen: readonly string[], past: Polarity | null, anyMore: () => boolean): Polarity | null {
  if (seen.some((w) => MODALS.has(w))) return null;
  const last = seen.at(-1) ?? '';
  const isBe = BE_PRESENT.has(last) || BE_FORMS.has(last) || /^(?:was|were|been)$/.test(last);
  if (isBe) return formOfBe(seen, last, past);
  if (last === 'longer' && seen.at(-2) === 'no' && seen.length > 2) return 'ended';
  return NEGATIONS.has(last) && seen.length > 1 && anyMore() ? 'ended' : null;
}

function formOfBe(seen: readonly string[], last: string, past: Polarity | null): Polarity | null {
  const before = seen.slice(0, -1);
  if (before.some((w) => NEGATIONS.has(w))) return null;
  if (before.includes('longer')) return 'ended';
  if (last === 'be') return before.includes('used') ? 'ended' : null;
  if (last === 'been') return before.includes('had') ? 'ended' : hasPerfect(before) ? 'asserted' : null;
  if (before.length > 0) return null;
  return last === 'was' || last === 'were' ? past : 'asserted';
}

function phrasePolarity(
  auxiliaries: readonly string[],
  word: string,
  verbs: readonly VerbForms[],
  past: Polarity | null,
  anyMore: () => boolean,
): Polarity | null {
  if (
    !verbs.some((v) => v.base === word || v.s === word || v.past === word || v.participle === word || v.ing === word)
  ) {
    return null;
  }
  if (auxiliaries.some((w) => MODALS.has(w))) return null;
  if (auxiliaries.includes('longer')) return 'ended';
  if (auxiliaries.some((w) => NEGATIONS.has(w))) return anyMore() ? 'ended' : null;
  return affirmedPolarity(auxiliaries, word, verbs, past);
}

function affirmedPolarity(
  auxiliaries: readonly string[],
  word: string,
  verbs: readonly VerbForms[],
  past: Polarity | null,
): Polarity | null {
  const is = (form: keyof VerbForms) => verbs.some((v) => v[form] === word);
  const has = (...list: string[]) => list.some((w) => auxiliaries.includes(w));
  if (is('ing')) return progressivePolarity(auxiliaries, past);
  if (is('base') && has('used')) return 'ended';
  if (is('participle') && has('had')) return past;
  if (is('participle') && hasPerfect(auxiliaries) && !has('to')) return 'asserted';
  if (auxiliaries.length > 0 && !has('do', 'does', 'started', 'began', 'start')) return has('did') ? past : null;
  return finitePolarity(is, auxiliaries, past);
}

function finitePolarity(
  is: (form: keyof VerbForms) => boolean,
  auxiliaries: readonly string[],
  past: Polarity | null,
): Polarity | null {
  if (is('base') || is('s')) return is('past') ? past : 'asserted';
  return is('past') && auxiliaries.length === 0 ? past : null;
}

function progressivePolarity(auxiliaries: readonly string[], past: Polarity | null): Polarity | null {
  const has = (...list: string[]) => list.some((w) => auxiliaries.includes(w));
  if (has('stopped', 'quit')) return 'ended';
  if (has('was', 'were')) return past;
  return auxiliaries.length > 0 && !has('used', 'to', 'do', 'did') ? 'asserted' : null;
}

function hasPerfect(auxiliaries: readonly string[]): boolean {
  return auxiliaries.some((w) => w === 'has' || w === 'have' || w === "'ve" || w === "'s");
}

/** Whether "any more", "anymore" or "any longer" follows within the clause. */
function saysAnyMore(items: readonly Item[], from: number): boolean {
  for (let k = from; k < Math.min(items.length, from + 15); k++) {
    const word = wordAt(items, k);
    if (word === 'anymore') return true;
    if (word === 'any' && /^(?:more|longer)$/.test(wordAt(items, k + 1))) return true;
    if (/^[,;.!?]$/.test(word)) return false;
  }
  return false;
}

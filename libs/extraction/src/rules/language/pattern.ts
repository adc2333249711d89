import type { EntityType } from '#contracts/ontology.js';
import { ENTITY_TYPES } from '#contracts/ontology.js';
import { NAME_FORMS, type NameForm } from './name-forms.js';
import { AUXILIARIES, BE_FORMS } from '#lexicon/verbs.js';
import { verbForms, type VerbForms } from './verbs.js';
import { SKIPPED_ADVERBS } from '#lexicon/function-words.js';
import { VOCABULARIES, type VocabularyName } from './vocabulary.js';

/** One element of a claim pattern. */
export type Element =
  | {
      readonly kind: 'words';
      readonly words: ReadonlySet<string>;
      readonly optional: boolean;
      readonly opensValue: boolean;
    }
  | {
      readonly kind: 'slot';
      readonly slot: 'a' | 'b';
      readonly type: EntityType | null;
      readonly form: NameForm | null;
    }
  | { readonly kind: 'captured'; readonly max: number }
  | { readonly kind: 'name' }
  | { readonly kind: 'possessor' }
  | { readonly kind: 'verb'; readonly verbs: readonly VerbForms[] }
  | { readonly kind: 'be' }
  | { readonly kind: 'gap'; readonly max: number; readonly names: boolean }
  | { readonly kind: 'vocabulary'; readonly words: ReadonlySet<string> }
  | { readonly kind: 'rest' };

/** Compiled pattern, with the cue words of which one must occur. */
export interface CompiledPattern {
  /** Unique id. */
  readonly id: number;
  readonly elements: readonly Element[];
  readonly cues: ReadonlySet<string>;
  /** Maximum items before the cue word. */
  readonly reach: number;
  /** Word lists; the sentence needs a word of each. */
  readonly needs: readonly ReadonlySet<string>[];
  /** Words of which one must follow the first item of a match; null if any may. */
  readonly seconds: ReadonlySet<string> | null;
}

/** Maximum items of an element, including adverbs before it. */
const REACH: Readonly<Record<Element['kind'], number>> = {
  words: 3,
  slot: 2,
  name: 2,
  possessor: 2,
  verb: 8,
  be: 6,
  gap: 8,
  captured: 4,
  vocabulary: 3,
  rest: 0,
};
let compiled = 0;
/** Words of half of all sentences: a pattern is indexed by a rarer word if it has one. */
const FREQUENT = new Set(
  `'m am 's is 're are was were been be have has had 've do does did a an the my our his her their i we of in at on
  to for with from and or who , (`.split(/\s+/),
);
const BE_CUES = ["'m", 'am', "'s", 'is', "'re", 'are', 'was', 'were', 'been', 'be', 'became', 'becomes'];

/**
 * Compiles a claim pattern, whose elements are separated by spaces:
 * `A` and `B` are the ends of the claim (`B:place` requires a name of that type), `P` is a possessor ("my", "Ana's"),
 * `N` any name, `{work,live}` a verb phrase, `{be}` a form of "be", `at|for` one of these words, `the?` an optional
 * word, `@det?` an optional word of a vocabulary, `<job>` a phrase of a vocabulary that becomes the value.
 * `B:school`, `B:group` and `B:employer` require an organization of that kind by its name. `..` is up to four plain
 * words, `...` up to seven words and names, `W` one to three words that become the value, and `V` the rest of the
 * clause as the value, both from the word marked `^went|ran` if there is one.
 * @throws Error for a pattern without a cue word
 */
export function compilePattern(source: string): CompiledPattern {
  const elements = source.split(' ').map(elementOf);
  const needs = elements.flatMap((element) => wordsNeededBy(element) ?? []);
  const seconds = secondWords(elements);
  let reach = 0;
  let frequent: Pick<CompiledPattern, 'cues' | 'reach'> | null = null;
  for (const element of elements) {
    reach += REACH[element.kind];
    const cues = cuesOf(element);
    if (cues === null) continue;
    if (![...cues].some((word) => FREQUENT.has(word))) return { id: compiled++, elements, cues, reach, needs, seconds };
    frequent ??= { cues, reach };
  }
  if (frequent === null) throw new Error(`the pattern has no literal word: ${source}`);
  return { id: compiled++, elements, ...frequent, needs, seconds };
}

const FIXED: Readonly<Record<string, Element>> = {
  V: { kind: 'rest' },
  N: { kind: 'name' },
  P: { kind: 'possessor' },
  '..': { kind: 'gap', max: 4, names: false },
  '...': { kind: 'gap', max: 7, names: true },
  W: { kind: 'captured', max: 3 },
  '{be}': { kind: 'be' },
};

function elementOf(source: string): Element {
  const fixed = FIXED[source];
  if (fixed !== undefined) return fixed;
  if (/^[AB](?::|$)/.test(source)) return slotOf(source);
  if (source.startsWith('{')) return { kind: 'verb', verbs: source.slice(1, -1).split(',').map(verbForms) };
  if (source.startsWith('<')) return { kind: 'vocabulary', words: vocabulary(source.slice(1, -1)) };
  return wordsOf(source);
}

function wordsOf(source: string): Element {
  const optional = source.length > 1 && source.endsWith('?');
  const opensValue = source.startsWith('^');
  const body = source.slice(opensValue ? 1 : 0, optional ? -1 : undefined);
  const words = body.startsWith('@') ? vocabulary(body.slice(1)) : new Set(body.split('|'));
  return { kind: 'words', words, optional, opensValue };
}

function slotOf(source: string): Element {
  const [slot, wanted] = source.split(':');
  const form = NAME_FORMS.find((f) => f === wanted) ?? null;
  const named = ENTITY_TYPES.find((t) => t === wanted) ?? null;
  const type = form === null || form === 'employer' ? named : form === 'gathering' ? 'event' : 'organization';
  if (wanted !== undefined && type === null && form === null) throw new Error(`no entity type: ${wanted}`);
  return { kind: 'slot', slot: slot === 'A' ? 'a' : 'b', type, form };
}

function vocabulary(name: string): ReadonlySet<string> {
  const words = VOCABULARIES[name as VocabularyName] as ReadonlySet<string> | undefined;
  if (words === undefined) throw new Error(`no vocabulary: ${name}`);
  return words;
}

/** Cue words of an element, by which a pattern is indexed, or null. */
function cuesOf(element: Element): ReadonlySet<string> | null {
  if (element.kind === 'be') return new Set(BE_CUES);
  return element.kind === 'words' && element.words.has(',') ? null : wordsNeededBy(element);
}

/**
 * Words of which an element needs one, possibly as its first word, or null. Null for "be", which may match others: "had
 * not … any more".
 */
function wordsNeededBy(element: Element): ReadonlySet<string> | null {
  if (element.kind === 'words') return element.optional ? null : element.words;
  if (element.kind === 'verb') return new Set(element.verbs.flatMap((v) => [v.base, v.s, v.past, v.participle, v.ing]));
  if (element.kind === 'vocabulary') return new Set([...element.words].map((phrase) => phrase.split(' ')[0] ?? phrase));
  return null;
}

/**
 * Words with which the second element may start, including adverbs before it, if the first takes one item; else null.
 */
function secondWords([first, second]: readonly Element[]): ReadonlySet<string> | null {
  if (first === undefined || second === undefined || !takesOneItem(first)) return null;
  if (second.kind === 'be') return new Set([...BE_FORMS, ...AUXILIARIES, ...SKIPPED_ADVERBS]);
  const words = wordsNeededBy(second);
  if (words === null) return null;
  return new Set([...words, ...(second.kind === 'verb' ? AUXILIARIES : []), ...SKIPPED_ADVERBS]);
}

/** Whether a first element takes exactly one item: a slot B may include "the", a possessor "'s". */
function takesOneItem(element: Element): boolean {
  if (element.kind === 'words') return !element.optional;
  return element.kind === 'name' || (element.kind === 'slot' && element.slot === 'a');
}

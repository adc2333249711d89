import type { NameSpan } from '../names/find-names.js';
import type { ExtractionInput } from '../pipeline/stage.js';
import { sentencesOf } from '../text/sentences.js';
import type { Token } from '../text/tokenizer.js';
import { UNNAMED_PERSON_NOUNS } from '#lexicon/kinship.js';
import { PETS } from '#lexicon/pets.js';
import { alternation } from '#lexicon/words.js';

const ANY_PET = new RegExp(`\\b(?:${alternation(PETS)})\\b`, 'i');
const POSSESSIVE = /^(?:his|her|its|their)$/;
const IS = /^(?:'s|is|was|are|will|'ll|be)$/;
const PRONOUN = /^(?:him|her|it|them)$/;
const NAMED = /^(?:called|named|call|name|calling|naming|christened)$/;
const OWNS = /^(?:i|we|my|our)$/;
/** Confidence of a stated pet's name, above that of the name's form, which may be a person's. */
const CONFIDENCE = 0.85;

/** The pet mentioned last, without a name. */
export interface UnnamedPet {
  /** Whether the speaker owns it. */
  readonly isKept: boolean;
}

/** What was mentioned last: a pet, a person or neither. */
type SpokenOf = UnnamedPet | 'person' | null;

/**
 * Statement of a name: its index among the names of the sentence, whose name it is, and whether it is that of a pet
 * that the speaker owns.
 */
interface NameStatement {
  readonly at: number;
  readonly whose: UnnamedPet | 'person';
  readonly isKept: boolean;
}

/** The pet that the speaker mentioned last in earlier turns, unless a person was mentioned after it. */
export function petBefore({ before = [], speaker }: Pick<ExtractionInput, 'before' | 'speaker'>): SpokenOf {
  const own = before.filter((turn) => turn.speaker === speaker);
  if (!own.some(({ text }) => ANY_PET.test(text))) return null;
  const pets = new NamedPets(null);
  for (const { text } of own) for (const { tokens } of sentencesOf(text)) pets.advance(tokens, []);
  return pets.last;
}

/**
 * Tracks the pet that a conversation is about before it is named: "We adopted a dog. His name is Rex." Reads a turn
 * sentence by sentence.
 */
export class NamedPets {
  constructor(private spokenOf: SpokenOf) {}

  get last(): SpokenOf {
    return this.spokenOf;
  }

  /** Records a sentence that has been read. */
  advance(tokens: readonly Token[], names: readonly NameSpan[]): void {
    this.spokenOf = lastIn(this.spokenOf, tokens, names);
  }

  /** The name that the sentence gives the pet or person mentioned last, or null. */
  namedIn(tokens: readonly Token[], names: readonly NameSpan[]): NameStatement | null {
    const at = names.findIndex((name) => mayBePet(name) && isGiven(tokens, name.first));
    if (at < 0) return null;
    const whose = lastIn(this.spokenOf, tokens.slice(0, names[at]?.first), names.slice(0, at));
    return whose === null ? null : { at, whose, isKept: whose !== 'person' && whose.isKept };
  }
}

/** Updates what was mentioned last by more words. */
function lastIn(before: SpokenOf, tokens: readonly Token[], names: readonly NameSpan[]): SpokenOf {
  const last = tokens.findLastIndex(({ lower }) => PETS.has(lower) || UNNAMED_PERSON_NOUNS.has(lower));
  const isPerson = names.some(({ first, type }) => first > last && type === 'person');
  if (isPerson) return 'person';
  if (last < 0) return before;
  if (!PETS.has(tokens[last]?.lower ?? '')) return 'person';
  return { isKept: tokens.slice(0, last).some(({ lower }) => OWNS.test(lower)) };
}

/** Whether a name is a single word that may name a person or pet. */
function mayBePet({ first, last, type }: NameSpan): boolean {
  return first === last && (type === null || type === 'person' || type === 'animal');
}

/** Retypes a name as a pet's; or as a person's, if it looked like a pet's but a person was mentioned last. */
export function givenTo(whose: UnnamedPet | 'person', name: NameSpan): NameSpan {
  if (whose !== 'person') return { ...name, type: 'animal', confidence: CONFIDENCE };
  return name.type === 'animal' ? { ...name, type: 'person', confidence: CONFIDENCE } : name;
}

/** Whether the words before a name state it: "His name is ▯", "we called her ▯". */
function isGiven(tokens: readonly Token[], first: number): boolean {
  const lower = (back: number) => tokens[first - back]?.lower ?? '';
  if (PRONOUN.test(lower(1)) && NAMED.test(lower(2))) return true;
  let back = 1;
  while (back <= 2 && IS.test(lower(back))) back += 1;
  return back > 1 && lower(back) === 'name' && POSSESSIVE.test(lower(back + 1));
}

import type { NameSpan } from '../names/find-names.js';
import type { ExtractionInput } from '../pipeline/stage.js';
import { sentencesOf } from '../text/sentences.js';
import type { Token } from '../text/tokenizer.js';
import { UNNAMED_PERSON_NOUN } from './pronoun-resolver.js';
import { PETS } from './language/vocabulary.js';

const PET = new RegExp(`^(?:${PETS})$`);
const ANY_PET = new RegExp(`\\b(?:${PETS})\\b`, 'i');
const POSSESSIVE = /^(?:his|her|its|their)$/;
const IS = /^(?:'s|is|was|are|will|'ll|be)$/;
const PRONOUN = /^(?:him|her|it|them)$/;
const NAMED = /^(?:called|named|call|name|calling|naming|christened)$/;
const OWNS = /^(?:i|we|my|our)$/;
/** Surer than what the form of a name says: it may be a person's. */
const CONFIDENCE = 0.85;

/** A pet that was spoken of last, without a name. */
export interface UnnamedPet {
  /** Whether the speaker keeps it. */
  readonly isKept: boolean;
}

/** Whom a talk was about last: a pet, a person or neither. */
type SpokenOf = UnnamedPet | 'person' | null;

/** A name that is told of somebody: its place among the names of the sentence, and whether it is of a pet that the speaker keeps. */
interface NameStatement {
  readonly at: number;
  readonly whose: UnnamedPet | 'person';
  readonly isKept: boolean;
}

/** The pet that a speaker spoke of last in the turns before, if no person came up behind it. */
export function petBefore({ before = [], speaker }: Pick<ExtractionInput, 'before' | 'speaker'>): SpokenOf {
  const own = before.filter((turn) => turn.speaker === speaker);
  if (!own.some(({ text }) => ANY_PET.test(text))) return null;
  const pets = new NamedPets(null);
  for (const { text } of own) for (const { tokens } of sentencesOf(text)) pets.advance(tokens, []);
  return pets.last;
}

/**
 * Knows the pet that a talk is about but has not named yet: "We adopted a dog. His name is Rex." Reads a turn sentence by
 * sentence.
 */
export class NamedPets {
  constructor(private spokenOf: SpokenOf) {}

  get last(): SpokenOf {
    return this.spokenOf;
  }

  /** Takes in a sentence, of which the pet may be spoken of in those that follow. */
  advance(tokens: readonly Token[], names: readonly NameSpan[]): void {
    this.spokenOf = lastIn(this.spokenOf, tokens, names);
  }

  /** The name that the sentence gives whom was spoken of last, a pet or a person; or null. */
  namedIn(tokens: readonly Token[], names: readonly NameSpan[]): NameStatement | null {
    const at = names.findIndex((name) => mayBePet(name) && isGiven(tokens, name.first));
    if (at < 0) return null;
    const whose = lastIn(this.spokenOf, tokens.slice(0, names[at]?.first), names.slice(0, at));
    return whose === null ? null : { at, whose, isKept: whose !== 'person' && whose.isKept };
  }
}

/** Whom the talk was about last, behind these words. */
function lastIn(before: SpokenOf, tokens: readonly Token[], names: readonly NameSpan[]): SpokenOf {
  const last = tokens.findLastIndex(({ lower }) => PET.test(lower) || UNNAMED_PERSON_NOUN.test(lower));
  const isPerson = names.some(({ first, type }) => first > last && type === 'person');
  if (isPerson) return 'person';
  if (last < 0) return before;
  if (!PET.test(tokens[last]?.lower ?? '')) return 'person';
  return { isKept: tokens.slice(0, last).some(({ lower }) => OWNS.test(lower)) };
}

/** A name of one word, of a person or a pet. */
function mayBePet({ first, last, type }: NameSpan): boolean {
  return first === last && (type === null || type === 'person' || type === 'animal');
}

/** The same name as a pet's, or as a person's where it looked like a pet's: a dog was spoken of, and then somebody. */
export function givenTo(whose: UnnamedPet | 'person', name: NameSpan): NameSpan {
  if (whose !== 'person') return { ...name, type: 'animal', confidence: CONFIDENCE };
  return name.type === 'animal' ? { ...name, type: 'person', confidence: CONFIDENCE } : name;
}

/** "His name is ▯", "we called her ▯". */
function isGiven(tokens: readonly Token[], first: number): boolean {
  const lower = (back: number) => tokens[first - back]?.lower ?? '';
  if (PRONOUN.test(lower(1)) && NAMED.test(lower(2))) return true;
  let back = 1;
  while (back <= 2 && IS.test(lower(back))) back += 1;
  return back > 1 && lower(back) === 'name' && POSSESSIVE.test(lower(back + 1));
}

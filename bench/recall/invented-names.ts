import { ENTITY_TYPES, type EntityType } from '#contracts/ontology.js';
import type { ChatTurn } from './chat-turns.js';

const CONSONANTS = 'b c d f g h j k l m n p r s t v w z'.split(' ');
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'ou'];
const ENDS = ['', 'n', 'r', 'l', 's', 'm', 't', 'k', 'd', 'v'];
const SYLLABLES = CONSONANTS.length * VOWELS.length * ENDS.length;
/** Has no factor in common with the number of words, so that no two numbers give one word. */
const STEP = 1_000_003;

/** Memories for each name of a type, and the least names of it. */
const MEMORIES_PER_NAME: Readonly<Partial<Record<EntityType, number>>> = {
  person: 20,
  place: 60,
  organization: 60,
  product: 60,
};
const MEMORIES_PER_OTHER = 120;
const LEAST = 20;

/**
 * The names of a scope: the more memories, the more names, a few of them in many memories and most in few (Zipf's law
 * with the exponent 1). No name is a shorter form of another.
 */
export class InventedNames {
  private readonly firstNames: readonly string[];

  constructor(
    turns: readonly ChatTurn[],
    private readonly memories: number,
  ) {
    const persons = turns.flatMap(({ parts }) =>
      parts.flatMap((part) => (typeof part !== 'string' && part.type === 'person' ? [part.key] : [])),
    );
    const firsts = persons.map((name) => name.split(' ')[0] ?? '').filter((name) => /^[A-Z][a-z]{2,}$/.test(name));
    this.firstNames = [...new Set(firsts)].sort();
  }

  /** @param chance from 0 to 1, 1 excluded */
  draw(type: EntityType, chance: number): string {
    const names = Math.max(LEAST, Math.ceil(this.memories / (MEMORIES_PER_NAME[type] ?? MEMORIES_PER_OTHER)));
    const rank = Math.floor((names + 1) ** chance) - 1;
    const word = wordOf(rank * ENTITY_TYPES.length + ENTITY_TYPES.indexOf(type));
    return type === 'person' ? `${this.firstNames[(rank * 7) % this.firstNames.length] ?? ''} ${word}` : word;
  }
}

/** A word of two syllables for each number, capitalised; another for every other number below two million. */
function wordOf(n: number): string {
  const mixed = (n * STEP) % (SYLLABLES * SYLLABLES);
  const word = syllable(Math.floor(mixed / SYLLABLES)) + syllable(mixed % SYLLABLES);
  return word.replace(/^./, (letter) => letter.toUpperCase());
}

function syllable(n: number): string {
  const [end, vowel] = [n % ENDS.length, Math.floor(n / ENDS.length) % VOWELS.length];
  const consonant = Math.floor(n / ENDS.length / VOWELS.length);
  return `${CONSONANTS[consonant] ?? ''}${VOWELS[vowel] ?? ''}${ENDS[end] ?? ''}`;
}

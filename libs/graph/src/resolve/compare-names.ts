import type { EntityType } from '#contracts/ontology.js';
import { acronymsOf, nameWords, type NameWords } from './name-words.js';
import { typingErrors } from './typing-errors.js';

/** What is known of words apart from any scope. Words are folded. */
export interface NameLexicon {
  /** Whether it is a name or a word of the language, and so hardly a slip of another. */
  isKnown(word: string): boolean;
  /** Whether running text uses it and it names nothing there. */
  isCommon(word: string): boolean;
  /** Other first names of whoever has this one: `robert` for `bob`. */
  nicknamesOf(word: string): readonly string[];
}

/** How sure it is that a name that is asked for is another spelling of one that an entity has. */
const CONFIDENCE = {
  same: 1,
  punctuation: 0.97,
  legalForm: 0.9,
  typingError: 0.9,
  acronym: 0.85,
  nickname: 0.85,
  middleName: 0.85,
  head: 0.8,
  initial: 0.75,
  part: 0.7,
} as const;
const PER_ERROR = 0.05;

const GENERATIONS = new Set(['jr', 'sr', 'junior', 'senior', 'ii', 'iii', 'iv']);
/** What may stand before the name of a project or a group and be left out. */
const HEADS = new Set(['project', 'operation', 'team']);
/** Types whose names are cut after their first words: "Acme" for Acme Robotics, but never "New" for New York. */
const CUT_SHORT: ReadonlySet<EntityType> = new Set(['organization', 'project', 'product', 'event', 'work']);

/** Confidence, 0 to 1, that `asked` is a spelling of `name`, a name of an entity of the type; null where it is not. */
export function compareNames(type: EntityType, asked: string, name: string, lexicon: NameLexicon): number | null {
  const [a, b] = [nameWords(type, asked), nameWords(type, name)];
  if (a.normal === b.normal) return CONFIDENCE.same;
  if (a.words.length === 0 || b.words.length === 0) return null;
  if (a.words.join('') === b.words.join('')) return CONFIDENCE.punctuation;
  if (a.legal !== null && b.legal !== null && a.legal !== b.legal) return null;
  if (a.core.join('') === b.core.join('')) return CONFIDENCE.legalForm;
  const found = [acronym(a, b), aligned(type, a.core, b.core, lexicon), ofType(type, a.core, b.core, lexicon)];
  const best = Math.max(...found.map((confidence) => confidence ?? 0));
  return best > 0 ? best : null;
}

/** One name is the initials of the other; two letters alone are too few for a person. */
function acronym(a: NameWords, b: NameWords): number | null {
  const [short, long] = a.core.length === 1 ? [a, b] : [b, a];
  const [word = ''] = short.core;
  return short.core.length === 1 && word.length > 1 && acronymsOf(long.core).includes(word) ? CONFIDENCE.acronym : null;
}

/** Word by word: the same, but for typing errors, a nickname or an initial of a person. */
function aligned(type: EntityType, a: readonly string[], b: readonly string[], lexicon: NameLexicon): number | null {
  if (a.length !== b.length) return null;
  const alone = !a.some((word, i) => word === b[i]);
  let confidence: number = CONFIDENCE.typingError;
  for (const [i, word] of a.entries()) {
    const meant = b[i] ?? '';
    const isFirstName = type === 'person' && i === 0 && !alone && word !== meant;
    const first = isFirstName ? firstNames(word, meant, lexicon) : null;
    const errors = first === null ? typingErrors(word, meant, { alone, isKnown: (w) => lexicon.isKnown(w) }) : 0;
    if (errors === null) return null;
    confidence = Math.min(confidence, first ?? 1) - PER_ERROR * errors;
  }
  return confidence;
}

function firstNames(a: string, b: string, lexicon: NameLexicon): number | null {
  if (lexicon.nicknamesOf(a).includes(b)) return CONFIDENCE.nickname;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length === 1 && long.startsWith(short) ? CONFIDENCE.initial : null;
}

function ofType(type: EntityType, a: readonly string[], b: readonly string[], lexicon: NameLexicon): number | null {
  if (type === 'person') return middleName(a, b, lexicon) ?? partOfPerson(a, b, lexicon);
  if (withoutHead(a) === withoutHead(b)) return CONFIDENCE.head;
  if (!CUT_SHORT.has(type) || a.length >= b.length || a.every((word) => lexicon.isCommon(word))) return null;
  const rest = b.slice(a.length);
  const isStart = a.every((word, i) => word === b[i]);
  return isStart && !rest.some((word) => /\p{N}/u.test(word)) ? CONFIDENCE.part : null;
}

function withoutHead(words: readonly string[]): string {
  return (words.length > 1 && HEADS.has(words[0] ?? '') ? words.slice(1) : words).join(' ');
}

/** First name and surname with other names between them on one side. */
function middleName(a: readonly string[], b: readonly string[], lexicon: NameLexicon): number | null {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length !== 2 || long.length < 3 || short[1] !== long.at(-1) || GENERATIONS.has(short[1] ?? '')) return null;
  const [first = '', other = ''] = [short[0], long[0]];
  return first === other ? CONFIDENCE.middleName : firstNames(first, other, lexicon);
}

/** A person by first name or surname alone; the generation is no part that may be left out. */
function partOfPerson(a: readonly string[], b: readonly string[], lexicon: NameLexicon): number | null {
  if (a.length >= b.length || (a[0]?.length ?? 0) < 2 || GENERATIONS.has(b.at(-1) ?? '')) return null;
  const [start, end] = [b.slice(0, a.length), b.slice(-a.length)];
  const asked = a.join(' ');
  if (asked === start.join(' ') || asked === end.join(' ')) return CONFIDENCE.part;
  const isNickname = a.length === 1 && lexicon.nicknamesOf(asked).includes(start[0] ?? '');
  return isNickname ? CONFIDENCE.part - PER_ERROR : null;
}

import { baseOfThirdPerson, COMMON_VERBS } from '#lexicon/common-verbs.js';
import { IRREGULAR_PAST_FORMS, MODALS } from '#lexicon/verbs.js';

/** What a value is, by the first words of it: noun phrase unless something else is known. */
export type ValueShape = 'third-person' | 'past' | 'base' | 'gerund' | 'participle' | 'other';

const PARTICIPLES =
  /^(?:torn|broken|given|lost|been|gone|had|dislocated|sprained|fractured|ruptured|cut|quit|stopped)$/;
const NO_GERUND =
  /^(?:wedding|meeting|training|evening|morning|building|ring|king|string|spring|thing|sibling|opening)$/;

const SHAPES: readonly (readonly [ValueShape, (first: string, second: string) => boolean])[] = [
  ['third-person', (first, second) => isThirdPerson(first, second)],
  ['past', (first) => IRREGULAR_PAST_FORMS.has(first) || (/^\p{Ll}{2,}ed$/u.test(first) && !first.endsWith('eed'))],
  ['gerund', (first) => /^\p{Ll}{2,}ing$/u.test(first) && !NO_GERUND.test(first)],
  ['base', (first) => COMMON_VERBS.has(first) || MODALS.has(first) || /^(?:do|don't|not)$/.test(first)],
];

/** Shape of a value, whatever the case of its first word. */
export function shapeOf(value: string): ValueShape {
  const [first = '', second = ''] = value.toLowerCase().split(' ');
  return SHAPES.find(([, fits]) => fits(first, second))?.[0] ?? 'other';
}

function isThirdPerson(first: string, second: string): boolean {
  if (/^(?:is|has|does|doesn't|hasn't|isn't)$/.test(first) || baseOfThirdPerson(first) !== null) return true;
  return /^\p{Ll}+es$/u.test(first) && /^(?:an?|the|his|her|their|every)$/.test(second);
}

/** Whether a value begins with a participle that an object follows: "torn a ligament", "given up sugar". */
export function isPerfect(value: string): boolean {
  const [first = '', second = ''] = value.toLowerCase().split(' ');
  return PARTICIPLES.test(first) && /^(?:an?|the|his|her|their|my|our|up|off)$/.test(second);
}

/** Whether a value begins with a determiner or a number, and thus needs no article. */
export function isDetermined(value: string): boolean {
  return /^(?:\d|an?\s|the\s|some\s|many\s|one\s|two\s|three\s|four\s|five\s|no\s|my\s|his\s|her\s|their\s|our\s|its\s)/i.test(
    value,
  );
}

/** Puts the first verb into the infinitive: "teaches history" gives "teach history". */
export function withInfinitive(phrase: string): string {
  return phrase.replace(
    /^\p{L}+s\b/u,
    (verb) =>
      baseOfThirdPerson(verb.toLowerCase()) ??
      verb
        .replace(/ies$/, 'y')
        .replace(/(ch|sh|ss|x|zz)es$/, '$1')
        .replace(/(?<![su])s$/, ''),
  );
}

/** Puts the first verb in lower case, as it stands inside a sentence. */
export function lowerFirst(phrase: string): string {
  return phrase.slice(0, 1).toLowerCase() + phrase.slice(1);
}

/** Nouns that are not counted, as the head of what somebody has. */
const MASS_NOUNS =
  /(?:^|\s)(?:money|cash|luggage|baggage|furniture|insurance|access|equipment|gear|soil|bread|rice|water|time|hair|work|land|wifi|software|hardware|homework|jewellery|jewelry|clothing|permission|experience|stock|debt|cover|leave|asthma|diabetes|fun)$/i;
/** Singular nouns that end in s. */
const SINGULAR_S = /(?:ss|us|is|lens|canvas|christmas|gas|atlas|bias|chaos|ios)$/i;
/** What follows the head of a noun phrase. */
const BEHIND_HEAD = /\s(?:of|with|from|in|on|at|for|by|to|that|which|who|called|named|and|near)\s.*$/i;

/** Adds an indefinite article: "nurse" becomes "a nurse". What is counted, plural or a mass stays as it is. */
export function withArticle(noun: string): string {
  if (isDetermined(noun)) return noun;
  const head = noun.replace(BEHIND_HEAD, '');
  if (MASS_NOUNS.test(head) || (/s$/.test(head) && !SINGULAR_S.test(head)) || /[^\p{L}\p{N}'’-]$/u.test(head.trimEnd()))
    return noun;
  return `${startsWithVowelSound(noun) ? 'an' : 'a'} ${noun}`;
}

function startsWithVowelSound(noun: string): boolean {
  if (/^(?:uni(?!m|n)|us[ae]|eu|one|ut)/i.test(noun) || /^U[A-Z]/.test(noun)) return false;
  return (
    /^[aeiou]/i.test(noun) || /^(?:hour|honest|heir)/i.test(noun) || /^(?:[FHLMNRSX][A-Z]|[FHLMNRSX]\b)/.test(noun)
  );
}

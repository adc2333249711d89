import { dayOf } from '#contracts/clock.js';
import type { StatementValue } from '#contracts/observations.js';
import type { RelationType, StatementPredicate } from '#contracts/ontology.js';

/** Template of the sentence for a predicate. */
interface ClaimTemplate {
  /** Text between the subject's name and the object; one that begins with 's follows the name without a space. */
  readonly phrase: string;
  /** Whether it holds over time and can end; a one-time event cannot. */
  readonly lasting: boolean;
  /** Adapts the wording of the object to the sentence. */
  readonly object?: (words: string) => string;
}

const lasting = (phrase: string, object?: ClaimTemplate['object']): ClaimTemplate => ({
  ...{ phrase, lasting: true },
  ...(object ? { object } : {}),
});
const once = (phrase: string): ClaimTemplate => ({ phrase, lasting: false });

const CLAIM_TEMPLATES: Readonly<Record<RelationType | StatementPredicate, ClaimTemplate>> = {
  works_at: lasting('works at'),
  reports_to: lasting('reports to'),
  member_of: lasting('is a member of'),
  founded: once('founded'),
  studied_at: once('studied at'),
  works_on: lasting('works on'),
  created: once('created'),
  uses: lasting('uses'),
  owns: lasting('owns'),
  lives_in: lasting('lives in'),
  born_in: once('was born in'),
  visited: once('visited'),
  located_in: lasting('is located in'),
  part_of: lasting('is part of'),
  attended: once('attended'),
  spouse_of: lasting('is the spouse or partner of'),
  parent_of: once('is a parent of'),
  sibling_of: once('is a sibling of'),
  family_of: once('is a relative of'),
  friend_of: lasting('is a friend of'),
  colleague_of: lasting('is a colleague of'),
  knows: once('knows'),
  related_to: lasting('has to do with'),
  likes: lasting('likes'),
  dislikes: lasting('dislikes'),
  prefers: lasting('prefers'),
  favourite: lasting('has a favourite:'),
  occupation: lasting('works as', withArticle),
  age: lasting('is', (years) => (/^[\p{L}\d-]+$/u.test(years) ? `${years} years old` : years)),
  birthday: once("'s birthday is"),
  nationality: lasting('is'),
  email: once("'s email address is"),
  phone: once("'s phone number is"),
  nickname: lasting('is called'),
  diet: once("'s diet is"),
  height: lasting('is', (height) => `${height} tall`),
  status: lasting('is'),
  speaks: lasting('speaks'),
  allergic_to: lasting('is allergic to'),
  has_condition: lasting('has'),
  has_skill: lasting('is good at'),
  hobby: once("'s hobby is"),
  has: lasting('has', withArticle),
  did: once(''),
  plans: lasting('plans', (plan) =>
    /^(?:(?:an?|the|my|our|his|her|their)\s|\p{L}+ing\b)/iu.test(plan) ? plan : `to ${withInfinitive(plan)}`,
  ),
  instruction: once('asks:'),
};

/** Words a claim as one sentence without a full stop: "Alice Chen works at Acme Corp". */
export function verbalizeClaim(predicate: string, subject: string, object: string): string {
  const { phrase, object: worded } = templateFor(predicate);
  return sentence(subject, phrase, inThirdPerson(predicate, worded ? worded(object) : object));
}

/** Words the end of a claim, "Alice Chen no longer works at Acme Corp"; null when the predicate cannot end. */
export function verbalizeEndedClaim(predicate: string, subject: string, object: string): string | null {
  const { phrase, lasting: canEnd, object: worded } = templateFor(predicate);
  if (!canEnd) return null;
  const ended = /^is\b/.test(phrase) ? phrase.replace(/^is/, 'is no longer') : `no longer ${phrase}`;
  return sentence(subject, ended, inThirdPerson(predicate, worded ? worded(object) : object));
}

const THIRD_PERSON: Readonly<Record<string, string>> = {
  ...{ my: 'their', our: 'their', mine: 'theirs', ours: 'theirs' },
  ...{ me: 'them', us: 'them', myself: 'themselves', ourselves: 'themselves' },
};

/**
 * Changes first-person pronouns to the third person: "sold my car" becomes "sold their car". Instructions stay as they
 * are.
 */
function inThirdPerson(predicate: string, words: string): string {
  if (predicate === 'instruction') return words;
  return words.replace(/\b(?:my|our|mine|ours|me|myself|ourselves)\b|\bus\b/gi, (word) =>
    word === 'US' ? word : (THIRD_PERSON[word.toLowerCase()] ?? word),
  );
}

/** Name of an entity in a sentence; a speaker without a name is stored as `user`. */
export function verbalizeName(name: string): string {
  return name === 'user' ? 'the user' : name;
}

/** A value in a sentence; a time as its day. */
export function verbalizeValue({ type, value }: StatementValue): string {
  if (type === 'unix_nanos') return dayOf(BigInt(value));
  return String(value);
}

function templateFor(predicate: string): ClaimTemplate {
  // A type added by a deployment is worded by its own name.
  return Object.hasOwn(CLAIM_TEMPLATES, predicate)
    ? CLAIM_TEMPLATES[predicate as keyof typeof CLAIM_TEMPLATES]
    : lasting(predicate.replaceAll('_', ' '));
}

function sentence(subject: string, phrase: string, object: string): string {
  const words = `${subject}${phrase.startsWith("'") ? '' : ' '}${phrase} ${object}`.replace(/\s+/g, ' ').trim();
  return words.replace(/^the user\b/, 'The user');
}

const INFINITIVES: Readonly<Record<string, string>> = { is: 'be', has: 'have', does: 'do', goes: 'go' };

/** Puts the first verb into the infinitive: "starts at Acme" becomes "start at Acme". */
function withInfinitive(plan: string): string {
  return plan.replace(
    /^\p{Ll}+s\b/u,
    (verb) =>
      INFINITIVES[verb] ??
      verb
        .replace(/ies$/, 'y')
        .replace(/(ch|sh|ss|x|zz)es$/, '$1')
        .replace(/(?<![su])s$/, ''),
  );
}

/** Adds an indefinite article: "nurse" becomes "a nurse". Numbers, plurals and phrases with a determiner stay. */
function withArticle(noun: string): string {
  if (/^(?:\d|an?\s|the\s|some\s|many\s|one\s|two\s|three\s|no\s|my\s|his\s|her\s|their\s|our\s)/i.test(noun))
    return noun;
  if (/[^s]s$/.test(noun)) return noun;
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}

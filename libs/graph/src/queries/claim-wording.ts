import { dayOf } from '#contracts/clock.js';
import type { StatementValue } from '#contracts/observations.js';
import type { RelationType, StatementPredicate } from '#contracts/ontology.js';

/** How a claim is said of its subject. */
interface ClaimTemplate {
  /** What follows the subject's name, before the object; one that begins with 's follows it at once. */
  readonly phrase: string;
  /** Whether it holds for a while and can end; what happened once cannot. */
  readonly lasting: boolean;
  /** Turns the object's wording into what the sentence needs. */
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

/** A claim in one sentence, without a full stop: "Alice Chen works at Acme Corp". */
export function verbalizeClaim(predicate: string, subject: string, object: string): string {
  const { phrase, object: worded } = templateFor(predicate);
  return sentence(subject, phrase, inThirdPerson(predicate, worded ? worded(object) : object));
}

/** That a claim has ended, "Alice Chen no longer works at Acme Corp"; null for what cannot end. */
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

/** Words of whoever spoke, as another tells them: "sold my car" of Ana is "Ana sold their car". An instruction stays as it was given. */
function inThirdPerson(predicate: string, words: string): string {
  if (predicate === 'instruction') return words;
  return words.replace(/\b(?:my|our|mine|ours|me|myself|ourselves)\b|\bus\b/gi, (word) =>
    word === 'US' ? word : (THIRD_PERSON[word.toLowerCase()] ?? word),
  );
}

/** Name of an entity in a sentence; whoever says "I" without a speaker is called user. */
export function verbalizeName(name: string): string {
  return name === 'user' ? 'the user' : name;
}

/** A value in a sentence. */
export function verbalizeValue({ type, value }: StatementValue): string {
  if (type === 'unix_nanos') return dayOf(BigInt(value));
  return String(value);
}

function templateFor(predicate: string): ClaimTemplate {
  // A type that a deployment added is said by its own name.
  return Object.hasOwn(CLAIM_TEMPLATES, predicate)
    ? CLAIM_TEMPLATES[predicate as keyof typeof CLAIM_TEMPLATES]
    : lasting(predicate.replaceAll('_', ' '));
}

function sentence(subject: string, phrase: string, object: string): string {
  const words = `${subject}${phrase.startsWith("'") ? '' : ' '}${phrase} ${object}`.replace(/\s+/g, ' ').trim();
  return words.replace(/^the user\b/, 'The user');
}

const INFINITIVES: Readonly<Record<string, string>> = { is: 'be', has: 'have', does: 'do', goes: 'go' };

/** "starts at Acme" as "start at Acme". */
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

/** "nurse" as "a nurse"; what is counted, plural or has a determiner stays. */
function withArticle(noun: string): string {
  if (/^(?:\d|an?\s|the\s|some\s|many\s|one\s|two\s|three\s|no\s|my\s|his\s|her\s|their\s|our\s)/i.test(noun))
    return noun;
  if (/[^s]s$/.test(noun)) return noun;
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}

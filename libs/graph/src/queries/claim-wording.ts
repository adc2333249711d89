import { dayOf } from '#contracts/clock.js';
import type { StatementValue } from '#contracts/observations.js';
import type { RelationType, StatementPredicate } from '#contracts/ontology.js';
import { withInfinitive } from './value-shapes.js';
import { wordValue, type Predication } from './value-wording.js';

/** How a predicate is worded. */
interface ClaimTemplate {
  /** Text between the subject's name and the object, unless `value-wording.ts` words the value; 's follows the name. */
  readonly phrase: string;
  /** Whether it holds over time and can end; a one-time event cannot. */
  readonly lasting: boolean;
}

const lasting = (phrase: string): ClaimTemplate => ({ phrase, lasting: true });
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
  occupation: lasting('works as'),
  age: lasting('is'),
  birthday: once("'s birthday is"),
  nationality: lasting('is'),
  email: once("'s email address is"),
  phone: once("'s phone number is"),
  nickname: lasting('is called'),
  diet: once("'s diet is"),
  height: lasting('is'),
  status: lasting('is'),
  speaks: lasting('speaks'),
  allergic_to: lasting('is allergic to'),
  has_condition: lasting('has'),
  has_skill: lasting('is good at'),
  hobby: once("'s hobby is"),
  has: lasting('has'),
  did: once(''),
  plans: lasting('plans'),
  instruction: once('asks:'),
};

/** Whether a claim of the predicate holds over time and can end; a one-time event cannot. */
export function canEnd(predicate: string): boolean {
  return templateFor(predicate).lasting;
}

/** Words a claim as one sentence without a full stop: "Alice Chen works at Acme Corp". */
export function verbalizeClaim(predicate: string, subject: string, object: string): string {
  const said = predicationOf(predicate, object);
  return 'label' in said ? sentence(subject, `'s ${said.label}: ${said.value}`) : sentence(subject, said.verb);
}

/** Words the end of a claim, "Alice Chen no longer works at Acme Corp"; null when the predicate cannot end. */
export function verbalizeEndedClaim(predicate: string, subject: string, object: string): string | null {
  if (!canEnd(predicate)) return null;
  const said = predicationOf(predicate, object);
  if ('label' in said) return sentence(subject, `'s former ${said.label}: ${said.value}`);
  const ended = /^is\b/.test(said.verb) ? said.verb.replace(/^is/, 'is no longer') : `no longer ${said.verb}`;
  return sentence(subject, ended);
}

/** Words a claim that held once, "Alice Chen used to work at Acme Corp"; as a current one when it cannot end. */
export function verbalizePastClaim(predicate: string, subject: string, object: string): string {
  if (!canEnd(predicate)) return verbalizeClaim(predicate, subject, object);
  const said = predicationOf(predicate, object);
  if ('label' in said) return sentence(subject, `'s former ${said.label}: ${said.value}`);
  return sentence(subject, inPast(said.verb));
}

/** A verb phrase of the present in the past; one of the past stays. */
function inPast(phrase: string): string {
  const simple = phrase
    .replace(/^plans /, 'planned ')
    .replace(/^has to do /, 'had to do ')
    .replace(/^does /, 'did ');
  if (simple !== phrase || !/^\p{Ll}+s\b/u.test(phrase)) return simple;
  return `used to ${withInfinitive(phrase)}`;
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

function predicationOf(predicate: string, object: string): Predication {
  const value = inThirdPerson(predicate, withoutStops(object));
  return wordValue(predicate, value) ?? { verb: `${templateFor(predicate).phrase} ${value}` };
}

/** A value without the stops at its end, which are those of its sentence. */
function withoutStops(value: string): string {
  let end = value.length;
  while (end > 1 && /[\s,;.]/.test(value[end - 1] ?? '')) end -= 1;
  const isAbbreviation = value[end] === '.' && /(?:^|\s)\p{L}{1,4}$/u.test(value.slice(Math.max(0, end - 6), end));
  return value.slice(0, isAbbreviation ? end + 1 : end);
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

function templateFor(predicate: string): ClaimTemplate {
  // A type added by a deployment is worded by its own name.
  return Object.hasOwn(CLAIM_TEMPLATES, predicate)
    ? CLAIM_TEMPLATES[predicate as keyof typeof CLAIM_TEMPLATES]
    : lasting(predicate.replaceAll('_', ' '));
}

function sentence(subject: string, predication: string): string {
  const words = `${subject}${predication.startsWith("'") ? '' : ' '}${predication}`.replace(/\s+/g, ' ').trim();
  return words.replace(/^the user\b/, 'The user');
}

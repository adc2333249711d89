import { personalName } from './personal-names.js';

/*
 * Keys of records by what they tell of whom, as `keyWords` writes them: lower case, and of synonyms the first one
 * (key-synonyms.ts).
 */

/** Keys of persons, whatever else a record has. */
export const PERSON =
  /^(?:employee|person|contact|member|full name|crew(?: member)?|player|student|patient|resident|volunteer|speaker|colleague|teammate|assignee|maintainer|user|applicant|candidate|guest|client|passenger|traveller|participant|attendee|trainee|subscriber|cardholder|holder|office holder|elected|tutor|nurse|doctor|officer)$/;
/** Keys of whoever applies for a job, or is guest of a company: a role or company in the record need not be theirs. */
export const APPLICANT =
  /^(?:applicant|candidate|guest|passenger|client|attendee|participant|subscriber|cardholder|user)$/;
/** Keys of persons and other things: the other keys decide. */
export const NAME = /^(?:name|who)$/;
export const FIRST_NAME = /^first name$/;
export const LAST_NAME = /^last name$/;
export const ORGANIZATION = /^(?:company|account)$/;
export const SUPPLIER = /^(?:supplier|vendor|carrier|publisher|operator|airline|manufacturer|insurer)$/;
export const ROLE = /^(?:role|title)$/;
export const CITY = /^city$/;
/** Keys of objects that say where something is sent, which need not be anybody's home. */
export const DELIVERY = /\b(?:ship|shipping|bill|billing|deliver|delivery|pickup|store|venue|invoice)\b/;
export const BIRTHPLACE = /^place of birth$/;
export const SITE = /^(?:city|location|headquarters|hq|place|site)$/;
export const MANAGER = /^manager$/;
export const GROUP = /^(?:club|team|band|choir|squad|party|orchestra)$/;
export const SCHOOL = /^school$/;
export const FOUNDER = /^(?:founder|founded by)$/;
export const VENUE = /^(?:venue|location)$/;
export const AUTHOR = /^(?:author|composer|director|written by)$/;
export const WORK = /^(?:title|track|song|book|film|work)$/;
export const ANIMAL = /^(?:name|call name|pet|dog|cat|horse|animal|sire|dam)$/;
export const OWNER = /^(?:new )?owner$/;
export const EVENT = /^(?:event|event name|comp|competition|summary|conference)$/;
/** Keys of persons in records about something else, where only their names are certain. */
export const PERSON_LIKE =
  /\b(?:employee|person|contact|author|approver|owner|reader|guest|guardian|customer|assignee|reviewer|judge|composer|crew|manager|teacher|student|artist|translator)$/;
/** Keys of relatives, whose value is a name or several. */
export const RELATIVE = /^(?:spouse|partner|children|parents|siblings|emergency contact)$/;
/** Keys of what a relative is. */
export const RELATION = /\brelation$|\brel$|\brelationship$/;

/** Keys that only records of persons have. */
export const OF_PERSONS =
  /^(?:role|title|office|birthday|age|height|nationality|manager|first name|last name|languages|allergies|diet|spouse|children|parents|siblings|emergency contact|marital status|nickname|place of birth|hobbies|gender|sex|pronouns|employee id|employee no|emp no|emp id|staff id|staff no|student id|patient id|passport|passport no|mrn|nhs no|salary)$/;

/** Keys beside which a partner is one in life, not in business. */
export const OF_PRIVATE_LIFE =
  /^(?:birthday|age|children|parents|siblings|emergency contact|marital status|diet|allergies|hobbies|home address)$/;

/** Keys of what was, or is only looked for; a record of changes states nothing by its rows. */
export const NOT_CURRENT =
  /\b(?:old|was|previous|prev|former|before|query|field|changed?|next|proposed|requested|desired)\b/;

const KNOWN = [NAME, FIRST_NAME, LAST_NAME, ORGANIZATION, CITY, MANAGER, BIRTHPLACE, RELATIVE, SCHOOL];
const OF_STATEMENTS =
  /^(?:email|phone|role|title|birthday|age|nationality|nickname|languages|allergies|diet|condition|hobbies|skills|height|marital status|home address)$/;

/**
 * Whether a pair is one of a record of a person or an organization. A key of persons must have a name behind it: what
 * "Patient:" says in a conversation is no record.
 */
export function isPairOfRecords({ key, value }: { readonly key: string; readonly value: string }): boolean {
  if (PERSON.test(key)) return personalName(value) !== null;
  return OF_STATEMENTS.test(key) || KNOWN.some((known) => known.test(key));
}

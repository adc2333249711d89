import { LEGAL_FORMS } from '#lexicon/organizations.js';
import { TITLES } from '#lexicon/titles.js';

/** Form of the full name of a person. */
const FULL_NAME =
  /^\p{Lu}[\p{L}\p{M}'’.-]*(?: (?:\p{Lu}[\p{L}\p{M}'’.-]*|"\p{Lu}[\p{L}\p{M}-]*"|van|von|de|del|della|di|der|den|da|do|dos|al|bin|binti|el|la|ten|ter)){1,5}$/u;
/** A name in a script without capitals. */
const UNCASED_NAME = /^[\p{Lo}\p{M}]{1,12}(?:[ ·・][\p{Lo}\p{M}]{1,12}){0,3}$/u;
const SURNAME_FIRST =
  /^(\p{Lu}[\p{L}\p{M}'’-]*(?: (?:\p{Lu}[\p{L}\p{M}'’-]*|de|da|van|von|der)){0,3}), (\p{Lu}[\p{L}\p{M}'’.-]*(?: \p{Lu}[\p{L}\p{M}'’.-]*){0,2})$/u;
const MAX_NAME = 80;
/** Words of a single-word name must be longer, so that "Mr" and initials are none. */
const ANSWERS = /^(?:yes|no|true|false|two|three|four|male|female|adult|minor|other|same|see|ja|nein|sim|oui|non)$/i;
const FIRST_NAME = /^\p{Lu}[\p{L}\p{M}'’-]+$/u;

/** The full name of a person that a cell is, given name first: "ROTH, Ana" is "Ana Roth"; null if it is none. */
export function personalName(value: string): string | null {
  if (value.length > MAX_NAME) return null;
  const [, surname, given] = SURNAME_FIRST.exec(value) ?? [];
  if (surname !== undefined && given !== undefined)
    return isNoGivenName(given) ? null : `${given} ${inTitleCase(surname)}`;
  return FULL_NAME.test(value) || (value.length > 1 && UNCASED_NAME.test(value)) ? value : null;
}

/** Whether a word behind a comma is a legal form ("Acme, Inc.") or begins another person ("Acme, Ms Roth"). */
function isNoGivenName(given: string): boolean {
  const word = given.toLowerCase();
  return LEGAL_FORMS.has(word.replace(/\.$/, '')) || TITLES.has(word.split(' ')[0] ?? '');
}

/** A full name, or the single first name of a person. */
export function anyPersonalName(value: string): string | null {
  return personalName(value) ?? (FIRST_NAME.test(value) && !ANSWERS.test(value) ? value : null);
}

/** A name that two cells make; null if either is no name. */
export function composedName(given: string, surname: string): string | null {
  return personalName(`${given} ${inTitleCase(surname)}`);
}

/** "VAN DER MEER" as "Van Der Meer"; words that have small letters stay. */
function inTitleCase(surname: string): string {
  if (/\p{Ll}/u.test(surname)) return surname;
  return surname.replace(/(?<=\p{Lu})\p{Lu}+/gu, (rest) => rest.toLowerCase());
}

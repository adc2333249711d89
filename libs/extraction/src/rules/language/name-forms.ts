import { HOLIDAYS } from '#lexicon/calendar.js';
import { GROUP_WORDS, SCHOOL_WORDS } from '#lexicon/organizations.js';
import { alternation } from '#lexicon/words.js';

/**
 * Kinds of organizations and events, recognized by the words of their names; an `employer` slot also accepts untyped
 * names.
 */
export const NAME_FORMS = ['school', 'group', 'employer', 'company', 'gathering'] as const;
export type NameForm = (typeof NAME_FORMS)[number];

const SCHOOL = new RegExp(`(?:^|\\s)(?:${alternation(SCHOOL_WORDS)})(?:\\s|$)`, 'i');
const GROUP = new RegExp(`(?:^|\\s)(?:${alternation(GROUP_WORDS)})(?:\\s|$)`, 'i');

/** Whether a name has a form; an employer is any organization that is not a group of members. */
export function hasForm(name: string, form: NameForm): boolean {
  switch (form) {
    case 'gathering':
      return !HOLIDAYS.has(name.toLowerCase());
    case 'school':
      return SCHOOL.test(name);
    case 'group':
      return GROUP.test(name);
    case 'employer':
      return !GROUP.test(name);
    case 'company':
      return !GROUP.test(name) && !SCHOOL.test(name);
  }
}

import { HOLIDAYS } from '../../text/lexicon.js';

/**
 * Kinds of organizations and events, recognized by the words of their names; an `employer` slot also accepts untyped
 * names.
 */
export const NAME_FORMS = ['school', 'group', 'employer', 'company', 'gathering'] as const;
export type NameForm = (typeof NAME_FORMS)[number];

const SCHOOL =
  /(?:^|\s)(?:university|universidad|universidade|université|universität|università|uni|college|school|institute|academy|polytechnic|conservatory|mit|eth|ucl|lse|iit|gymnasium|lycée|colegio)(?:\s|$)/i;
const GROUP =
  /(?:^|\s)(?:club|team|band|choir|orchestra|association|society|union|party|fc|sc|league|collective|crew|committee|council|board|guild|ensemble|church|congregation|troupe|federation|quartet|singers|chorus|squad|koor|chor|coro|red cross)(?:\s|$)/i;

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

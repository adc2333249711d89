/** Temporal direction of a clause, relative to the time of the memory. */
export type Tense = 'past' | 'future';

const SINCE = /\b(?:since|ago)\b/i;
const FUTURE =
  /\b(?:will|wo|shall|going to|gonna|plan|plans|planning|planned|hope|hopes|hoping|want|wants|wanna|about to|booked|due|upcoming|tomorrow|soon|(?:am|is|are) (?:\p{L}+ly |just )?\p{L}+ing)\b|['’]ll\b|['’](?:m|re|s) (?:just )?\p{L}+ing\b/iu;
const PAST = new RegExp(
  `\\b(?:${[
    'was|were|did|had|been|went|came|left|got|met|began|bought|sold|took|made|gave|wrote|built|ran|saw|flew|drove|rode|ate|drank',
    'slept|spent|taught|sang|swam|won|lost|found|heard|told|said|felt|kept|held|brought|thought|became|grew|knew|threw|broke|chose|spoke',
    'fell|wore|led|read|quit|hurt|cut|put|set|born|gone|done|seen|given|taken|written|stayed|back in|used to|back from',
  ].join('|')}|\\p{L}{2,}ed)\\b`,
  'iu',
);

/** Whether a clause is about the past or the future; null if unclear. */
export function tenseOf(clause: string): Tense | null {
  if (SINCE.test(clause)) return 'past';
  if (FUTURE.test(clause)) return 'future';
  return PAST.test(clause) ? 'past' : null;
}

import { words } from './words.js';

/** Titles before a name, as tokens. */
export const TITLES = words(`
  dr dr. mr mr. mrs mrs. ms ms. mx mx. miss prof prof. professor doctor sir dame rev rev. capt. sgt. lt. gen. col.
  hon.
`);

/** Titles that do not distinguish persons, without full stops. */
export const IGNORED_TITLES = words(`
  dr mr mrs ms miss mx prof professor doctor sir dame lord lady rev fr sr sra herr frau capt captain col gen sgt lt
`);
/** Words that distinguish generations of one name. */
export const GENERATIONS = words('jr sr junior senior ii iii iv');

/** Titles that are written before persons' names in many languages, as tokens. */
export const TITLES_ANYWHERE = words('dr dr. prof prof. mr mr. mrs mrs. ms ms.');

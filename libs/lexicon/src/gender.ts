import { words } from './words.js';

export type Gender = 'female' | 'male';

/** Nouns and titles of women, and of men. */
const NOUNS = {
  female: words(`
    wife sister mother mom mum mama mommy mummy daughter girlfriend gf fiancée aunt auntie niece grandmother grandma
    granny nan nana stepmother stepsister stepdaughter mother-in-law sister-in-law daughter-in-law godmother goddaughter
    granddaughter half-sister ex-wife ex-girlfriend widow mrs mrs. ms ms. lady
  `),
  male: words(`
    husband hubby brother bro father dad papa daddy son boyfriend bf fiancé uncle nephew grandfather grandpa grandad
    granddad stepfather stepbrother stepson father-in-law brother-in-law son-in-law godfather godson grandson
    half-brother ex-husband ex-boyfriend widower mr mr. sir
  `),
};
const PRONOUNS = { female: words('she her hers herself'), male: words('he him his himself') };

/** Gender of whom a noun or title names; null if it names anybody. */
export function genderOfNoun(word: string): Gender | null {
  return NOUNS.female.has(word) ? 'female' : NOUNS.male.has(word) ? 'male' : null;
}

/** Gender of whom a pronoun refers to; null for any other word. */
export function genderOfPronoun(word: string): Gender | null {
  return PRONOUNS.female.has(word) ? 'female' : PRONOUNS.male.has(word) ? 'male' : null;
}

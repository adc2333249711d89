import { words } from './words.js';

/** Words that are capitalized only by position, or never start or end a name. */
export const FUNCTION_WORDS = words(`
  i a an the this that these those my your his her its our their he she it we you they me him us them who whom whose
  what which where when why how and or but so nor if then else than because since while although though as at by for
  from in into of off on onto out over to under up with without about after before between during through until is
  am are was were be been being do does did done have has had will would shall should can could may might must not
  no yes yep yeah nope nah ok okay oh ah wow hey hi hello bye thanks thank thx please pls sorry well just also too
  very really still already again always never ever now today tomorrow yesterday tonight here there lol haha hahaha
  omg btw fyi imo jk idk tbh ugh hmm hm um uh yay all any both each few more most other some such only own same ceo
  cto cfo coo vp msc phd md bsc mba let lets 's 'm 're 've 'll 'd n't ca wo im dear later maybe perhaps once morning
  evening apparently supposedly allegedly reportedly rumour rumor finally actually basically honestly seriously
  anyway everyone everybody someone anyone nobody nothing something monday's got get getting see go going gone come
  coming
`);

/** Lower-case words inside a name. */
export const NAME_CONNECTORS = words(`
  of de da do dos das del della di du van von der den ter ten la le al bin ibn y e av af zu zur & the
`);

/** Determiners that patterns skip before a noun or name. */
export const DETERMINERS = words('the a an my our his her their its this that some new old');

/** Adjectives that patterns skip before a noun of a person or thing. */
export const ADJECTIVES = words(`
  best good close old older oldest younger youngest little big elder eldest dear new current late future twin baby
  only first second newest former great favourite favorite closest longtime long-time trusty beloved fancy shiny
  cheap tiny huge poor lovely wonderful own direct two three four five
`);

/** Adverbs that patterns skip. */
export const SKIPPED_ADVERBS = words(`
  now currently still also just really actually recently already both basically originally then always absolutely
  totally finally even only very quite officially technically apparently-not definitely truly mostly usually often
  sometimes soon
`);

/** Words that end a free phrase. */
export const PHRASE_STOPS = words(`
  but because since although though while when if so unless which who whereas and then lol haha hahaha btw anyway
  however except
`);

/** Trailing words of a phrase that add nothing. */
export const PHRASE_TAILS = words(`
  too now lol haha hahaha btw tho though anyway again so much lately please pls right ok then as well already fyi
  tbh ngl imo imho lmao rn atm at the moment these days today either anymore
`);

/** Words that only refer to something said before. */
export const POINTING_WORDS = words(`
  it this that these those him her them you me us one ones so what everything something anything nothing someone
  anyone everyone there here to
`);

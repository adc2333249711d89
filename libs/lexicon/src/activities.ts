import { phrases, words } from './words.js';

/** Sports after "go". */
export const SPORTS = words(`
  climbing bouldering running jogging swimming fishing dancing cycling hiking sailing surfing skiing snowboarding
  kayaking rowing skating camping birdwatching foraging diving
`);

/** Crafts after "can". */
export const CRAFTS = words(`
  knit sew swim juggle code weld crochet whistle sing dance bake drive ski surf skate draw paint sail dive programme
  program
`);

/** Voices in a choir or band. */
export const VOICES = phrases(
  'soprano, alto, tenor, bass, baritone, mezzo, lead vocals, backing vocals, first soprano, second alto',
);

/** Occasions on which people meet. */
export const MEALS = words('lunch dinner coffee breakfast brunch drinks tea beers beer pizza chat call meeting');

/** Deeds that people tell of. */
export const DEEDS = words(`
  finished completed bought sold booked passed failed won lost broke fixed repaired cancelled canceled sent painted
  cooked baked cleaned planted learned learnt watched read played ran swam hiked climbed cycled celebrated organised
  organized presented submitted published recorded quit ordered renewed adopted graduated built found moved launched
  opened installed hosted replaced dropped
`);

import { phrases, words } from './words.js';

/** Sports after "go". */
export const SPORTS = words(`
  climbing bouldering running jogging swimming fishing dancing cycling hiking sailing surfing skiing snowboarding
  kayaking rowing skating camping birdwatching foraging diving
`);

/** Games and sports after "play". */
export const GAMES = words(`
  football soccer rugby tennis squash badminton cricket basketball netball volleyball handball hockey golf baseball
  softball padel pickleball darts snooker pool bowls bridge dominoes poker backgammon mahjong lacrosse hurling camogie
  futsal korfball floorball petanque boules
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

/** Deeds that people tell of, as past forms that need an object; each is worth telling later. */
export const DEEDS = words(`
  finished completed bought sold booked passed failed won lost broke fixed repaired cancelled canceled painted cooked
  baked cleaned planted ran swam hiked climbed cycled celebrated organised organized presented submitted published
  recorded quit ordered renewed adopted graduated built found launched opened installed hosted replaced resigned
  signed accepted approved raised slipped crashed dislocated sprained fractured tore ruptured collapsed scored
  saved donated survived escaped suspended enrolled withdrew fired sacked dismissed appointed released restored
  renovated translated rebuilt solved earned beat defeated pushed
`);

/** Deeds of companies, clubs and other bodies, as past forms. */
export const BODY_DEEDS = words(`
  won lost signed raised launched opened closed completed dismissed sacked appointed named hired converted beat
  defeated drew recalled released cancelled canceled published suspended banned approved rejected sold bought built
  relaunched reopened elected filed settled fined withdrew doubled halved awarded expanded
`);

/** What is done to people and told later, as participles: "was elected leader". */
export const SUFFERED = words(`
  elected promoted dismissed fired sacked arrested injured hospitalised hospitalized admitted discharged robbed burgled
  awarded nominated appointed fined sentenced convicted acquitted shortlisted bitten mugged evicted selected suspended
  expelled released ordained knighted sworn drafted deported
`);

/** What people have as an event, after "had a". */
export const MISHAPS = words(`
  stroke baby daughter son boy girl fall accident crash miscarriage seizure operation surgery concussion breakdown
  transplant biopsy
`);

/** What people are given, after "got the". */
export const GAINS = words('post grant place offer promotion raise scholarship contract visa award medal');

/** Acts that people plan for a day, in present forms: "Ana leaves on Friday", "we fly on the 30th". */
export const SCHEDULED = words(`
  move moves fly flies arrive arrives land lands come comes return
  returns go goes stay stays retire retires finish finishes open opens close closes deliver delivers launch
  launches travel travels visit visits marry marries present presents send sends meet meets install installs adopt
  adopts sign signs recall recalls organise organises organize organizes host hosts 
`);

/** The same, after "is". */
export const SCHEDULING = words(`
  starting beginning joining leaving moving flying arriving landing coming returning  staying retiring taking
  finishing opening closing delivering launching travelling traveling visiting marrying presenting sending meeting
  installing adopting signing doing having giving bringing seeing playing performing hosting running organising
  organizing getting buying selling racing speaking
`);

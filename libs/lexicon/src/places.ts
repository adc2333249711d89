import { words } from './words.js';

/** Last words of names of places. */
export const PLACE_ENDINGS = words(`
  street road avenue lane square park river lake mountain mountains bridge tower island islands beach airport
  station hotel café cafe restaurant hall castle cathedral church valley bay forest desert museum gallery theatre
  theater stadium library garden gardens market plaza harbour harbor county province city allotments suites inn pub
  bakery gym bistro diner grill tavern hostel lodge bookshop cinema arena pier palace temple mosque shrine monastery
  falls creek canyon peak glacier fjord quarter hill hills lido campsite zoo
`);

/** First words of names of places. */
export const PLACE_OPENINGS = words(`
  lake mount mt mt. port fort cape río rio casa hotel café cafe villa via calle rue rua avenida plaza piazza
  trattoria ristorante osteria bistro taverna pizzeria brasserie gasthaus pousada hostal quinta
`);

/** Words that may precede a place. */
export const PLACE_PREPOSITIONS = words('in to from near at into around outside visit visited visiting');

/** Countries and regions that the city list lacks or spells differently. */
export const MORE_PLACES = words(`
  usa uk england scotland wales holland turkey czechia russia vietnam syria iran bolivia venezuela tanzania laos
  moldova brunei taiwan palestine korea burma cappadocia bavaria catalonia tuscany provence sicily europe africa
  asia america antarctica oceania bali hawaii siberia patagonia manhattan brooklyn
`);

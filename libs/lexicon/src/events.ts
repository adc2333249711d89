import { words } from './words.js';

/** Last words of names of events. */
export const EVENT_ENDINGS = words(`
  marathon summit conference festival fest expo olympics cup convention fair hackathon meetup gala awards
  championship championships prix derby regatta carnival symposium biennale
`);

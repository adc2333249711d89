import { words } from './words.js';

/** Nouns that with a number say which one of many, and name nothing: "Room 3", "Invoice 19". */
export const NUMBERED_THINGS = words(`
  room ward bed floor flat apartment suite unit plot lot box bay shed gate platform lane aisle desk locker pitch court
  stall table zone section terminal dock berth
  invoice order ticket issue page chapter paragraph figure table appendix item row column line step task test
  batch slot form version draft sprint milestone phase stage level grade year week day night shift round
  lesson unit module class heat leg trial sample patient case claim clause article rule note question
  answer exercise type size generator machine engine motor pump tank boiler exit
  junction runway camera detector sensor server host port pod replica worker
`);

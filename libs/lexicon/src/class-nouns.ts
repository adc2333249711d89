import { words } from './words.js';

/** Class nouns beside a name, by entity type: "a band called Moth Parade", "Fernweh is a travel app". */
export const CLASS_NOUNS = {
  organization: words(`
    band choir orchestra company startup start-up firm agency bank club school university college team label
    publisher charity ngo nonprofit foundation union studio supplier vendor employer newspaper consultancy ensemble
    cooperative co-op collective manufacturer airline insurer guild
  `),
  place: words(`
    village town city island country region lake river mountain hill beach park pub bar café cafe restaurant bakery
    hotel hostel museum theatre theater cinema square street neighbourhood neighborhood district suburb castle
    church temple cathedral venue shop bookshop campsite valley volcano
  `),
  product: words(`
    app tool software framework console laptop phone camera printer synth device gadget plugin database editor
    browser boardgame videogame game smartwatch tablet programme spreadsheet
  `),
  work: words(`
    book novel film movie song album single play musical opera poem painting series documentary paper essay track
    comic memoir podcast thriller ballad symphony
  `),
  project: words('project initiative campaign'),
  event: words('festival conference marathon race tournament exhibition hackathon fair meetup'),
  animal: words('dog cat puppy kitten parrot rabbit hamster horse pony tortoise goldfish'),
  person: words('woman man guy girl boy lady friend colleague neighbour neighbor cousin'),
} as const;

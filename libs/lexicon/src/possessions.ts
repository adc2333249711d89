import { phrases, words } from './words.js';

/** Things that people say they have. */
export const POSSESSIONS: ReadonlySet<string> = new Set([
  ...words(`
  car bike e-bike bicycle motorbike motorcycle scooter van truck boat house flat apartment cottage cabin farm garden
  allotment plot garage piano guitar violin drum camera laptop computer phone tablet printer telescope key keys
  licence license degree phd masters passport visa tattoo scholarship mortgage podcast blog newsletter channel
  business shop studio workshop collection library greenhouse pool sauna kayak canoe sailboat dinghy tent caravan
  campervan motorhome skateboard surfboard snowboard drone synth turntable loom kiln balcony vineyard orchard
  beehive beehives aquarium treadmill wheelchair projector sidecar tractor pony-trap moped e-scooter trailer
  drill oven hob fridge freezer dishwasher dryer bed desk sofa armchair wardrobe mattress sewing-machine kiln saw
  lathe ladder lawnmower generator greenhouse henhouse horse horses pony ponies goats sheep cows hens chickens bees
  cat cats dog dogs rabbit rabbits hamster tortoise parrot parrots budgie snake lizard gecko puppy kitten ferret ferrets
  café cafe restaurant bakery pub bar shop lab orchard smallholding kayaks canoes bikes cars vans houses flats
  apartments properties tenants crutches pacemaker catheter stairlift rollator frame walker inhaler epipen prosthesis
  dentures glasses pension savings drone tattoos piercings watch ring headset monitor keyboard router
  `),
  ...phrases(`
  power of attorney, power of attorneys, hearing aid, hearing aids, walking stick, walking frame, zimmer frame,
  walking sticks, two sticks, air fryer, washing machine, coffee machine, coffee shop, bike shop, cargo bike,
  sea kayak, rowing boat, narrow boat, driving licence, driving license, driver's license, forklift licence,
  forklift license, truck licence, pilot's licence, adrenaline pen, adrenaline pens, cpap machine, glucose monitor,
  insulin pump, sewing machine, 3d printer, record player, electric car, company car, second home, holiday home,
  beach house, country house, own key, own keys, own lab, own studio, own business, own company, own shop, own office,
  own car, own room, own flat, own house, spare key, spare keys, admin rights, work permit, bus pass, season ticket
  `),
]);

/** Musical instruments, with and without article, and chess. */
export const INSTRUMENTS = phrases(`
  guitar, the guitar, bass, the bass, piano, the piano, violin, the violin, cello, the cello, viola, the viola,
  drums, the drums, flute, the flute, clarinet, the clarinet, saxophone, the saxophone, sax, trumpet, the trumpet,
  trombone, the trombone, harp, the harp, accordion, the accordion, ukulele, the ukulele, banjo, the banjo,
  mandolin, the mandolin, organ, the organ, oboe, the oboe, bodhrán, the bodhrán, sitar, the sitar, keyboard,
  the keyboard, keyboards, synth, the synth, lead guitar, bass guitar, rhythm guitar, percussion, tuba, the tuba,
  horn, the horn, the french horn, the double bass, double bass, the recorder, the bagpipes, bagpipes, tabla,
  the tabla, oud, the oud, kora, the kora, chess
`);

/** Nouns of works of art and writing. */
export const WORKS = words(`
  novel book song album single poem film movie play paper track podcast comic thesis memoir documentary
`);

/** Animals that people keep, not as pets with a name. */
export const LIVESTOCK = words(
  'bees hens chickens ducks geese goats pigeons sheep horses cattle cows pigs alpacas llamas',
);

/** Aids of the body that people wear, use or walk with. */
export const AIDS = phrases(`
  wheelchair, hearing aid, hearing aids, walking stick, walking sticks, walking frame, zimmer frame, two sticks, stick,
  walker, rollator, crutches, cane, pacemaker, glasses, contact lenses, dentures, prosthesis, brace, frame, catheter
`);

/** Nouns of programs that people write. */
export const APPS = words('app game plugin tool library framework website');

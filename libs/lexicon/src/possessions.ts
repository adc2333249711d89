import { phrases, words } from './words.js';

/** Things that people say they have. */
export const POSSESSIONS = words(`
  car bike e-bike bicycle motorbike motorcycle scooter van truck boat house flat apartment cottage cabin farm garden
  allotment plot garage piano guitar violin drum camera laptop computer phone tablet printer telescope key keys
  licence license degree phd masters passport visa tattoo scholarship mortgage podcast blog newsletter channel
  business shop studio workshop collection library greenhouse pool sauna kayak canoe sailboat dinghy tent caravan
  campervan motorhome skateboard surfboard snowboard drone synth turntable loom kiln balcony vineyard orchard
  beehive beehives aquarium treadmill wheelchair projector sidecar tractor pony-trap moped e-scooter trailer
`);

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

/** Nouns of programs that people write. */
export const APPS = words('app game plugin tool library framework website');

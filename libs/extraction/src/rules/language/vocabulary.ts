import { LANGUAGES, NATIONALITIES } from '../../text/lexicon.js';

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter((w) => w !== ''));
const phrases = (list: string): ReadonlySet<string> =>
  new Set(list.split(',').map((p) => p.trim().replace(/\s+/g, ' ')));

/** Adverbs that patterns skip. */
export const SKIPPED_ADVERBS = words(`now currently still also just really actually recently already both basically
  originally then always absolutely totally finally even only very quite officially technically apparently-not
  definitely truly mostly usually often sometimes soon`);

/** Nouns of jobs, as the last word of a phrase ("data engineer"). */
const JOBS =
  words(`engineer developer programmer designer architect teacher professor lecturer tutor nurse doctor surgeon
  physician dentist vet veterinarian pharmacist therapist psychologist psychiatrist physiotherapist paramedic midwife
  lawyer attorney solicitor barrister judge paralegal accountant auditor analyst consultant manager director founder
  ceo cto cfo coo entrepreneur researcher scientist physicist chemist biologist geologist mathematician statistician
  economist historian archaeologist anthropologist librarian archivist curator journalist reporter editor writer author
  novelist poet translator interpreter copywriter photographer filmmaker producer actor actress singer musician
  guitarist bassist drummer pianist violinist composer conductor dj dancer painter sculptor illustrator animator artist
  chef cook baker butcher barista bartender waiter waitress farmer gardener florist fisherman carpenter plumber
  electrician mechanic welder mason builder roofer tailor hairdresser barber driver pilot sailor trucker courier
  postman firefighter policeman policewoman officer detective soldier guard secretary receptionist assistant clerk
  cashier salesman saleswoman salesperson recruiter marketer realtor broker banker trader investor intern apprentice
  student coach trainer athlete footballer referee technician operator janitor cleaner nanny babysitter maker
  webmaster sysadmin administrator freelancer contractor planner surveyor optician radiologist cardiologist oncologist
  pediatrician paediatrician neurologist dermatologist anesthesiologist stylist potter weaver blacksmith jeweller
  diplomat politician priest pastor rabbi imam monk nun`);

/** Jobs by which a person is introduced ("our lawyer Aydan"); a boss or doctor is a relation instead. */
const TRADES =
  words(`ceo cto cfo coo engineer developer programmer designer architect lawyer attorney solicitor accountant
  auditor analyst consultant translator photographer chef cook baker gardener carpenter plumber electrician mechanic
  builder driver secretary receptionist intern recruiter technician janitor cleaner nanny babysitter contractor
  webmaster sysadmin bookkeeper caretaker drummer bassist guitarist singer pianist conductor editor producer publicist`);

const SPORTS = words(`climbing bouldering running jogging swimming fishing dancing cycling hiking sailing surfing skiing
  snowboarding kayaking rowing skating camping birdwatching foraging diving`);

/** Ailments: adjective and body part ("torn ligament"). */
const AILMENTS: ReadonlySet<string> = new Set(
  ['bad', 'sore', 'broken', 'torn', 'sprained', 'fractured', 'dislocated', 'frozen', 'weak']
    .flatMap((how) =>
      `ankle wrist knee back shoulder hip leg arm foot toe finger rib elbow ligament tendon neck hand collarbone meniscus throat`
        .split(' ')
        .map((part) => `${how} ${part}`),
    )
    .concat([
      'ear infection',
      'sinus infection',
      'chest infection',
      'heart condition',
      'slipped disc',
      'concussion',
      'hernia',
    ]),
);

const VOICES = phrases(
  'soprano, alto, tenor, bass, baritone, mezzo, lead vocals, backing vocals, first soprano, second alto',
);

const CRAFTS =
  words(`knit sew swim juggle code weld crochet whistle sing dance bake drive ski surf skate draw paint sail dive
  programme program`);

const OFFICES = words(`captain chair chairman chairwoman chairperson president treasurer secretary mayor leader`);

const STATES = phrases(`single, married, divorced, widowed, engaged, retired, pregnant, unemployed, on leave,
  on maternity leave, on paternity leave, on parental leave, on sabbatical, on vacation, on holiday, ill, between jobs,
  self-employed, in hospital, in recovery, out of office, laid off, off sick, out sick, on strike, in quarantine, on crutches, in remission, jobless,
  expecting, on medical leave, on bed rest, separated, remarried, newly single, injured`);

const DIETS = phrases(`vegan, vegetarian, pescatarian, flexitarian, gluten-free, gluten free, lactose intolerant,
  lactose-intolerant, keto, halal, kosher, dairy-free, dairy free, a vegan, a vegetarian, a pescatarian`);

const CONDITIONS = phrases(`asthma, diabetes, type 1 diabetes, type 2 diabetes, adhd, add, autism, epilepsy, eczema,
  psoriasis, arthritis, migraines, migraine, insomnia, anxiety, depression, celiac, celiac disease, coeliac,
  coeliac disease, crohn's, crohn's disease, hypertension, high blood pressure, low blood pressure, hay fever, tinnitus,
  scoliosis, sciatica, anemia, anaemia, dyslexia, dyspraxia, lupus, fibromyalgia, endometriosis, ibs, gout, vertigo,
  chickenpox, cancer, covid, the flu, a cold, a bad back, a bad knee, a broken arm, a broken leg, sleep apnea, rosacea,
  diabetes type 2, diabetes type 1, diabetic, asthmatic, epileptic, autistic, dyslexic, colour-blind, colorblind, color blind, deaf, blind`);

const INSTRUMENTS = phrases(`guitar, the guitar, bass, the bass, piano, the piano, violin, the violin, cello, the cello,
  viola, the viola, drums, the drums, flute, the flute, clarinet, the clarinet, saxophone, the saxophone, sax, trumpet,
  the trumpet, trombone, the trombone, harp, the harp, accordion, the accordion, ukulele, the ukulele, banjo, the banjo,
  mandolin, the mandolin, organ, the organ, oboe, the oboe, bodhrán, the bodhrán, sitar, the sitar, keyboard,
  the keyboard, keyboards, synth, the synth, lead guitar, bass guitar, rhythm guitar, percussion, tuba, the tuba, horn,
  the horn, the french horn, the double bass, double bass, the recorder, the bagpipes, bagpipes, tabla, the tabla, oud, the oud, kora, the kora, chess`);

const POSSESSIONS =
  words(`car bike e-bike bicycle motorbike motorcycle scooter van truck boat house flat apartment cottage cabin
  farm garden allotment plot garage piano guitar violin drum camera laptop computer phone tablet printer telescope key
  keys licence license degree phd masters passport visa tattoo scholarship mortgage podcast blog newsletter channel
  business shop studio workshop collection library greenhouse pool sauna kayak canoe sailboat dinghy tent caravan campervan motorhome skateboard surfboard snowboard drone
  synth turntable loom kiln balcony vineyard orchard beehive beehives aquarium treadmill wheelchair projector sidecar tractor
  pony-trap moped e-scooter trailer`);

/** Pets. */
const PETS =
  words(`dog cat puppy kitten parrot rabbit bunny hamster horse pony turtle tortoise goldfish pet dogs cats rabbits
  puppies kittens pets hamsters parrots budgie canary gecko iguana snake ferret hen goat donkey mare lizard pup
  hound terrier labrador poodle beagle dachshund collie spaniel tomcat chicken cockatiel guinea-pig`);

/** Nouns by which persons are introduced, by the relation that they state: "my sister Lena". */
export const ROLE_NOUNS = {
  sibling:
    words(`sister brother sis bro sibling twin sisters brothers siblings twins half-sister half-brother stepsister
    stepbrother`),
  spouse: words(
    `wife husband partner spouse fiancé fiancée fiance fiancee girlfriend boyfriend hubby gf bf missus other-half`,
  ),
  exSpouse: words(`ex ex-wife ex-husband ex-girlfriend ex-boyfriend ex-partner`),
  parent: words(
    `mother parents father mum mom dad mama papa mommy daddy mummy parent stepmother stepfather stepmom stepdad`,
  ),
  child: words(`son daughter kid child baby toddler firstborn stepson stepdaughter kids children sons daughters newborn
    little-one girls boys`),
  relative:
    words(`aunt auntie uncle cousin niece nephew grandmother grandfather grandma grandpa granny grandad granddad nan
    grandson granddaughter grandchild mother-in-law father-in-law sister-in-law brother-in-law godmother godfather
    goddaughter godson godchild relative aunts uncles cousins nieces nephews grandparents grandsons granddaughters
    grandkids`),
  friend: words(`friend bestie buddy pal mate friends bff besties buddies mates`),
  colleague: words(
    `colleague coworker co-worker teammate workmate cofounder co-founder colleagues coworkers teammates`,
  ),
  manager: words(`boss manager supervisor team-lead line-manager superior advisor adviser`),
  acquaintance:
    words(`neighbour neighbor roommate flatmate housemate acquaintance classmate neighbours neighbors roommates flatmates
    housemates classmates schoolmate`),
  professional:
    words(`landlord doctor gp dentist therapist physio vet landlady mentor tutor teacher coach trainer client sponsor
    hairdresser tenant`),
} as const;

/** Deeds that people tell of. */
const DEEDS =
  words(`finished completed bought sold booked passed failed won lost broke fixed repaired cancelled canceled sent
  painted cooked baked cleaned planted learned learnt watched read played ran swam hiked climbed cycled celebrated
  organised organized presented submitted published recorded quit ordered renewed adopted graduated built found
  moved launched opened installed hosted replaced dropped`);
const WORKS = words(
  `novel book song album single poem film movie play paper track podcast comic thesis memoir documentary`,
);
const APPS = words(`app game plugin tool library framework website`);
const ENSEMBLES = words(`band choir orchestra team club quartet trio`);
const BACKERS = words(`sponsor client customer supplier funder investor`);

const DETERMINERS = words('the a an my our his her their its this that some new old');

const ADJECTIVES = words(`best good close old older oldest younger youngest little big elder eldest dear oldest new
  current late future twin baby only first second newest former great favourite favorite closest longtime
  long-time trusty beloved fancy shiny cheap tiny huge poor lovely wonderful beloved own direct two three four five`);

const MEALS = words('lunch dinner coffee breakfast brunch drinks tea beers beer pizza chat call meeting');

/** Vocabularies by the name that patterns use. */
export const VOCABULARIES = {
  det: DETERMINERS,
  adj: ADJECTIVES,
  job: JOBS,
  office: OFFICES,
  trade: TRADES,
  craft: CRAFTS,
  sport: SPORTS,
  ailment: AILMENTS,
  voice: VOICES,
  state: STATES,
  diet: DIETS,
  condition: CONDITIONS,
  instrument: INSTRUMENTS,
  possession: POSSESSIONS,
  nationality: NATIONALITIES,
  language: LANGUAGES,
  meal: MEALS,
  pet: PETS,
  deed: DEEDS,
  work: WORKS,
  app: APPS,
  ensemble: ENSEMBLES,
  backer: BACKERS,
} as const;
export type VocabularyName = keyof typeof VOCABULARIES;

/** Words that end a free phrase. */
export const PHRASE_STOPS = words(`but because since although though while when if so unless which who whereas and then
  lol haha hahaha btw though anyway however except`);

/** Trailing words of a phrase that add nothing. */
export const PHRASE_TAILS =
  words(`too now lol haha hahaha btw tho though anyway again so much lately please pls right ok
  then as well though already fyi tbh ngl imo imho lmao rn atm at the moment these days today either anymore`);

/** Words that only refer to something said before. */
export const POINTING_WORDS =
  words(`it this that these those him her them you me us one ones so what everything something
  anything nothing someone anyone everyone there here to`);

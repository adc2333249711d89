import { words } from './words.js';

/** Irregular verbs: third person, past, participle and -ing form by base form. */
export const IRREGULAR_VERBS: Readonly<Record<string, string>> = {
  be: 'is was been being',
  lead: 'leads led led leading',
  found: 'founds founded founded founding',
  write: 'writes wrote written writing',
  build: 'builds built built building',
  make: 'makes made made making',
  buy: 'buys bought bought buying',
  go: 'goes went gone going',
  have: 'has had had having',
  do: 'does did done doing',
  get: 'gets got gotten getting',
  leave: 'leaves left left leaving',
  quit: 'quits quit quit quitting',
  run: 'runs ran run running',
  drive: 'drives drove driven driving',
  sing: 'sings sang sung singing',
  speak: 'speaks spoke spoken speaking',
  know: 'knows knew known knowing',
  meet: 'meets met met meeting',
  teach: 'teaches taught taught teaching',
  study: 'studies studied studied studying',
  marry: 'marries married married marrying',
  prefer: 'prefers preferred preferred preferring',
  eat: 'eats ate eaten eating',
  fly: 'flies flew flown flying',
  sit: 'sits sat sat sitting',
  draw: 'draws drew drawn drawing',
  see: 'sees saw seen seeing',
  stop: 'stops stopped stopped stopping',
};

/** Past forms that do not end in -ed, and participles; one of them puts a clause into the past. */
export const IRREGULAR_PAST_FORMS = words(`
  was were did had been went came left got met began bought sold took made gave wrote built ran saw flew drove rode
  ate drank slept spent taught sang swam won lost found heard told said felt kept held brought thought became grew
  knew threw broke chose spoke fell wore led read quit hurt cut put set born gone done seen given taken written
  stayed bent bit blew burnt caught crept dealt drew dug fed fought forgot froze hid hit hung laid lent lit rang rose
  sat sent shook shot shut slid spilt split spread stole stood struck stuck stung swept swore swung tore understood
  woke withdrew rebuilt resat paid
`);

/** Irregular past forms of verbs of change, which "nearly" negates. */
export const PAST_FORMS_OF_CHANGE = words(
  'went got came took left bought met made gave quit ran lost won became sold flew drove broke chose fell',
);

/** Finite verbs with which a clause without subject may start. */
export const SUBJECTLESS_PAST_FORMS = words(`
  worked lived moved joined started left quit married met visited went flew travelled traveled drove landed arrived
  climbed hiked walked spent stayed bought sold adopted got founded built wrote made created launched studied
  graduated finished booked switched became ran attended spoke presented was had signed saw stopped explored toured
  cycled taught resigned retired passed picked took bumped
`);
export const SUBJECTLESS_THIRD_PERSON_FORMS = words(`
  works lives speaks plays teaches studies uses runs owns likes loves hates prefers leads manages reports has is
  sings volunteers drives collects enjoys adores goes
`);
export const SUBJECTLESS_BASE_FORMS = words(`
  work live speak play teach study use run own like love hate prefer lead manage report have sing volunteer drive
  collect enjoy adore
`);

/** Verbs that have a person as subject. */
export const PERSON_VERBS = words(`
  said says works lives plays sings conducts teaches thinks wants likes loves hates asked told called
`);
/** Verbs of speech and thought, after the name of who speaks. */
export const SPEECH_VERBS = words(`
  says said thinks thought told asked wants wanted texted laughed laughs promised agreed replied smiled joked
`);

/** Present forms of "be". */
export const BE_PRESENT = words("'m am 's is 're are m s re");
/** Forms of "be" and "become" that are not auxiliaries. */
export const BE_FORMS = words('be became become becomes');
/** Words that may precede the verb in a verb phrase. */
export const AUXILIARIES: ReadonlySet<string> = new Set([
  ...BE_PRESENT,
  ...words(`
  was were been being has have had do does did not never no longer used to stopped quit started start began 've n't
  'd 'll ca wo will would could might may should can must shall gon na
`),
]);
export const MODALS = words("will would could might may should can must shall gon 'll 'd ca wo");
export const NEGATIONS = words("not n't never");

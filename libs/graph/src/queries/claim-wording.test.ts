import { expect, test } from '@jest/globals';
import { RELATION_TYPES, STATEMENT_PREDICATES } from '#contracts/ontology.js';
import { verbalizeClaim, verbalizeEndedClaim, verbalizeName, verbalizePastClaim } from './claim-wording.js';

/** Predicate, value, the claim as it holds, and as it held once. */
const SENTENCES: readonly (readonly [string, string, string, string])[] = [
  ['works_at', 'Acme Corp', 'Ana works at Acme Corp', 'Ana used to work at Acme Corp'],
  ['reports_to', 'Bo', 'Ana reports to Bo', 'Ana used to report to Bo'],
  ['member_of', 'Rotary', 'Ana is a member of Rotary', 'Ana used to be a member of Rotary'],
  ['founded', 'Acme', 'Ana founded Acme', 'Ana founded Acme'],
  ['studied_at', 'MIT', 'Ana studied at MIT', 'Ana studied at MIT'],
  ['works_on', 'Atlas', 'Ana works on Atlas', 'Ana used to work on Atlas'],
  ['created', 'Atlas', 'Ana created Atlas', 'Ana created Atlas'],
  ['uses', 'Postgres', 'Ana uses Postgres', 'Ana used to use Postgres'],
  ['owns', 'Rex', 'Ana owns Rex', 'Ana used to own Rex'],
  ['lives_in', 'Lisbon', 'Ana lives in Lisbon', 'Ana used to live in Lisbon'],
  ['born_in', 'Porto', 'Ana was born in Porto', 'Ana was born in Porto'],
  ['visited', 'Oslo', 'Ana visited Oslo', 'Ana visited Oslo'],
  ['located_in', 'Lisbon', 'Ana is located in Lisbon', 'Ana used to be located in Lisbon'],
  ['part_of', 'Acme', 'Ana is part of Acme', 'Ana used to be part of Acme'],
  ['attended', 'SREcon', 'Ana attended SREcon', 'Ana attended SREcon'],
  ['spouse_of', 'Bo', 'Ana is the spouse or partner of Bo', 'Ana used to be the spouse or partner of Bo'],
  ['parent_of', 'Bo', 'Ana is a parent of Bo', 'Ana is a parent of Bo'],
  ['sibling_of', 'Bo', 'Ana is a sibling of Bo', 'Ana is a sibling of Bo'],
  ['family_of', 'Bo', 'Ana is a relative of Bo', 'Ana is a relative of Bo'],
  ['friend_of', 'the user', 'Ana is a friend of the user', 'Ana used to be a friend of the user'],
  ['colleague_of', 'Bo', 'Ana is a colleague of Bo', 'Ana used to be a colleague of Bo'],
  ['knows', 'Bo', 'Ana knows Bo', 'Ana knows Bo'],
  ['related_to', 'Bo', 'Ana has to do with Bo', 'Ana had to do with Bo'],
  ['likes', 'jazz', 'Ana likes jazz', 'Ana used to like jazz'],
  ['likes', 'being outdoors', 'Ana likes being outdoors', 'Ana used to like being outdoors'],
  ['dislikes', 'pork', 'Ana dislikes pork', 'Ana used to dislike pork'],
  ['prefers', 'tea', 'Ana prefers tea', 'Ana used to prefer tea'],
  ['prefers', 'staying put', 'Ana prefers staying put', 'Ana used to prefer staying put'],
  [
    'prefers',
    'ring me rather than write',
    'Ana prefers: ring them rather than write',
    'Ana used to prefer: ring them rather than write',
  ],
  ['favourite', 'teal', 'Ana has a favourite: teal', 'Ana used to have a favourite: teal'],
  ['occupation', 'engineer', 'Ana works as an engineer', 'Ana used to work as an engineer'],
  ['occupation', 'sales manager', 'Ana works as a sales manager', 'Ana used to work as a sales manager'],
  ['occupation', 'head of sales', 'Ana works as head of sales', 'Ana used to work as head of sales'],
  ['occupation', 'teaches history', 'Ana teaches history', 'Ana used to teach history'],
  ['occupation', 'drives a van', 'Ana drives a van', 'Ana used to drive a van'],
  ['occupation', 'VP devices', "Ana's occupation: VP devices", "Ana's former occupation: VP devices"],
  ['occupation', 'kneading dough', "Ana's occupation: kneading dough", "Ana's former occupation: kneading dough"],
  ['occupation', 'the harbour master', 'Ana works as the harbour master', 'Ana used to work as the harbour master'],
  ['age', '34', 'Ana is 34 years old', 'Ana used to be 34 years old'],
  ['age', 'thirty-four', 'Ana is thirty-four years old', 'Ana used to be thirty-four years old'],
  ['age', 'two and a half', 'Ana is two and a half', 'Ana used to be two and a half'],
  ['age', '3 months', 'Ana is 3 months old', 'Ana used to be 3 months old'],
  ['age', 'in her forties', 'Ana is in her forties', 'Ana used to be in her forties'],
  ['birthday', '12 May', "Ana's birthday is 12 May", "Ana's birthday is 12 May"],
  ['nationality', 'Hungarian', 'Ana is Hungarian', 'Ana used to be Hungarian'],
  ['nationality', 'austrian', 'Ana is Austrian', 'Ana used to be Austrian'],
  ['nationality', 'Dane', 'Ana is a Dane', 'Ana used to be a Dane'],
  ['nationality', 'US citizen', 'Ana is a US citizen', 'Ana used to be a US citizen'],
  ['email', 'ana@acme.example', "Ana's email address is ana@acme.example", "Ana's email address is ana@acme.example"],
  ['phone', '+351 22 555 0177', "Ana's phone number is +351 22 555 0177", "Ana's phone number is +351 22 555 0177"],
  ['nickname', 'Mac', 'Ana is called Mac', 'Ana used to be called Mac'],
  ['diet', 'vegan', 'Ana is vegan', 'Ana is vegan'],
  ['diet', 'no salt', "Ana's diet: no salt", "Ana's diet: no salt"],
  ['diet', 'keto', "Ana's diet: keto", "Ana's diet: keto"],
  ['diet', 'eats anything', 'Ana eats anything', 'Ana eats anything'],
  ['diet', 'given up sugar', 'Ana has given up sugar', 'Ana has given up sugar'],
  ['diet', 'off dairy', 'Ana is off dairy', 'Ana is off dairy'],
  ['height', '1.58 m', 'Ana is 1.58 m tall', 'Ana used to be 1.58 m tall'],
  ['height', 'six foot five', 'Ana is six foot five tall', 'Ana used to be six foot five tall'],
  ['height', '186', "Ana's height: 186", "Ana's former height: 186"],
  ['status', 'treasurer', 'Ana is treasurer', 'Ana used to be treasurer'],
  ['status', 'mayor of Lewes', 'Ana is mayor of Lewes', 'Ana used to be mayor of Lewes'],
  ['status', 'Divorced', 'Ana is divorced', 'Ana used to be divorced'],
  ['status', 'on leave', 'Ana is on leave', 'Ana used to be on leave'],
  ['status', 'widow', 'Ana is a widow', 'Ana used to be a widow'],
  ['status', 'Line 9', "Ana's status: Line 9", "Ana's former status: Line 9"],
  ['status', 'chaired the Union', 'Ana chaired the Union', 'Ana chaired the Union'],
  ['speaks', 'Twi', 'Ana speaks Twi', 'Ana used to speak Twi'],
  ['allergic_to', 'bee stings', 'Ana is allergic to bee stings', 'Ana used to be allergic to bee stings'],
  ['has_condition', 'type 2 diabetes', 'Ana has type 2 diabetes', 'Ana used to have type 2 diabetes'],
  ['has_condition', 'diabetic', 'Ana is diabetic', 'Ana used to be diabetic'],
  ['has_condition', 'limp', 'Ana has a limp', 'Ana used to have a limp'],
  ['has_condition', 'broken ankle', 'Ana has a broken ankle', 'Ana used to have a broken ankle'],
  ['has_condition', 'torn a ligament', 'Ana has torn a ligament', 'Ana used to have torn a ligament'],
  ['has_condition', 'sleepwalks', 'Ana sleepwalks', 'Ana used to sleepwalk'],
  ['has_condition', 'do not hear well', 'Ana does not hear well', 'Ana did not hear well'],
  ['has_skill', 'violin', 'Ana is good at violin', 'Ana used to be good at violin'],
  ['has_skill', 'swim', 'Ana can swim', 'Ana can swim'],
  ['has_skill', 'builds rowing boats', 'Ana builds rowing boats', 'Ana used to build rowing boats'],
  ['has_skill', 'juggler', 'Ana is a juggler', 'Ana used to be a juggler'],
  ['hobby', 'knitting', "Ana's hobby is knitting", "Ana's hobby is knitting"],
  ['hobby', 'swims every morning', 'Ana swims every morning', 'Ana swims every morning'],
  ['hobby', 'draw', "Ana's hobby: draw", "Ana's hobby: draw"],
  ['hobby', 'kept bees', 'Ana kept bees', 'Ana kept bees'],
  ['has', 'dog', 'Ana has a dog', 'Ana used to have a dog'],
  ['has', 'keys', 'Ana has keys', 'Ana used to have keys'],
  ['has', '900 records', 'Ana has 900 records', 'Ana used to have 900 records'],
  ['has', 'cactus', 'Ana has a cactus', 'Ana used to have a cactus'],
  ['has', 'ball with signatures', 'Ana has a ball with signatures', 'Ana used to have a ball with signatures'],
  ['has', 'white van', 'Ana has a white van', 'Ana used to have a white van'],
  ['has', 'insurance', 'Ana has insurance', 'Ana used to have insurance'],
  ['has', 'MRI', 'Ana has an MRI', 'Ana used to have an MRI'],
  ['has', 'union card', 'Ana has a union card', 'Ana used to have a union card'],
  ['has', 'my own desk', 'Ana has their own desk', 'Ana used to have their own desk'],
  [
    'did',
    'sold my old car and our boat',
    'Ana sold their old car and their boat',
    'Ana sold their old car and their boat',
  ],
  [
    'did',
    'bought myself a bike in the US',
    'Ana bought themselves a bike in the US',
    'Ana bought themselves a bike in the US',
  ],
  ['did', 'resigns', 'Ana resigns', 'Ana resigns'],
  ['did', 'quit the choir this morning', 'Ana quit the choir', 'Ana quit the choir'],
  ['did', 'finished the book, yesterday', 'Ana finished the book', 'Ana finished the book'],
  ['occupation', 'Product manager', 'Ana works as a product manager', 'Ana used to work as a product manager'],
  ['occupation', 'Dentist', 'Ana works as a dentist', 'Ana used to work as a dentist'],
  ['occupation', 'Java engineer', 'Ana works as a Java engineer', 'Ana used to work as a Java engineer'],
  ['status', 'Deputy leader', 'Ana is deputy leader', 'Ana used to be deputy leader'],
  ['allergic_to', 'nut', 'Ana is allergic to nuts', 'Ana used to be allergic to nuts'],
  ['did', 'Signed.', 'Ana signed', 'Ana signed'],
  ['did', 'I went home', 'Ana went home', 'Ana went home'],
  ['did', 'a trip to Oslo', 'Ana did this: a trip to Oslo', 'Ana did this: a trip to Oslo'],
  ['did', 'Has bought into the boat', 'Ana has bought into the boat', 'Ana has bought into the boat'],
  ['plans', 'rent bikes in May', 'Ana plans to rent bikes in May', 'Ana planned to rent bikes in May'],
  ['plans', 'moving to Oulu', 'Ana plans on moving to Oulu', 'Ana planned on moving to Oulu'],
  ['plans', 'a trip to Oslo', 'Ana plans a trip to Oslo', 'Ana planned a trip to Oslo'],
  ['plans', 'starts at Acme in May', 'Ana plans to start at Acme in May', 'Ana planned to start at Acme in May'],
  [
    'plans',
    'marries Tom and watches the sea',
    'Ana plans to marry Tom and watches the sea',
    'Ana planned to marry Tom and watches the sea',
  ],
  ['plans', 'is back by noon', 'Ana plans to be back by noon', 'Ana planned to be back by noon'],
  ['plans', 'pass the exam', 'Ana plans to pass the exam', 'Ana planned to pass the exam'],
  ['plans', 'focus on chess', 'Ana plans to focus on chess', 'Ana planned to focus on chess'],
  ['plans', 'I will come', 'Ana plans to come', 'Ana planned to come'],
  ['plans', 'wedding in June', "Ana's plan: wedding in June", "Ana's former plan: wedding in June"],
  [
    'plans',
    'from 17 August on leave',
    "Ana's plan: from 17 August on leave",
    "Ana's former plan: from 17 August on leave",
  ],
  [
    'instruction',
    'never call me before ten',
    'Ana asks: never call me before ten',
    'Ana asks: never call me before ten',
  ],
];

test.each(SENTENCES)('%s %s is worded as: %s', (predicate, object, words, past) => {
  expect(verbalizeClaim(predicate, 'Ana', object)).toBe(words);
  expect(verbalizePastClaim(predicate, 'Ana', object)).toBe(past);
});

test('every relation and predicate of the ontology is in the table', () => {
  const all = [...Object.keys(RELATION_TYPES), ...Object.values(STATEMENT_PREDICATES).flat()];
  const worded = new Set(SENTENCES.map(([predicate]) => predicate));
  expect(all.filter((predicate) => !worded.has(predicate))).toEqual([]);
});

test('a user, an organization and a type of a deployment are subjects like a person', () => {
  const user = verbalizeName('user');
  expect(verbalizeClaim('lives_in', user, 'Lisbon')).toBe('The user lives in Lisbon');
  expect(verbalizeClaim('spouse_of', 'Ana', user)).toBe('Ana is the spouse or partner of the user');
  expect(verbalizeClaim('birthday', user, '12 May')).toBe("The user's birthday is 12 May");
  expect(verbalizeClaim('diet', user, 'no salt')).toBe("The user's diet: no salt");
  expect(verbalizeClaim('part_of', 'Acme Labs', 'Acme Corp')).toBe('Acme Labs is part of Acme Corp');
  expect(verbalizeClaim('mentors', 'Ana', 'Bo')).toBe('Ana mentors Bo');
});

test('an ended claim is worded as ended, and null when its predicate cannot end', () => {
  expect(verbalizeEndedClaim('works_at', 'Ana', 'Acme Corp')).toBe('Ana no longer works at Acme Corp');
  expect(verbalizeEndedClaim('status', 'Ana', 'head of my team')).toBe('Ana is no longer head of their team');
  expect(verbalizeEndedClaim('status', 'Ana', 'Line 9')).toBe("Ana's former status: Line 9");
  expect(verbalizeEndedClaim('did', 'Ana', 'sold my car')).toBeNull();
});

test('a value is worded whole, however long it is', () => {
  const plan = `move to Oulu ${'and see the sea '.repeat(100)}but not before May`;
  expect(verbalizeClaim('plans', 'Ana', plan)).toBe(`Ana plans to ${plan}`);
});

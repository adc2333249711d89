import { isFunctional } from '#contracts/ontology.js';
import { words } from '#lexicon/words.js';
import { ENDED_BY_DEATH } from '../factuality/deceased.js';
import type { EndRule } from '../language/claim-rule.js';

/** What ends with a life and has one value at a time: an end names no value. */
const OF_LIFE = ENDED_BY_DEATH.filter(isFunctional);
const ENDED = OF_LIFE.map((predicate) => `Bruna Reis no longer ${predicate} anything`).join('; ');
/** What "died" and "dead" say beside death: "died laughing", "dead tired"; what one dies of is in a list. */
const FIGURATIVE = words('laughing inside tired serious set certain keen right wrong to down out off a trying of from');
/** What follows a word that is a death only where its clause ends, or before a date: "drowned in emails" is none. */
const BREAK_OR_DATE = words('. , ; : ! ? … ) and but because when yesterday today last');
/** What follows "funeral" where it is the event: "Ana's funeral home" is a business. */
const AFTER_FUNERAL = words(`. , ; : ! ? … ) and but yesterday today tomorrow last next this is was will on in at`);
/** What follows a birth where somebody is born: "had a baby shower", "had a girl with her" tell of none. */
const NO_BIRTH = words("shower sitter monitor brother sister with in 's named in-law at of who that");

/** Rules for deaths. */
export const DEATH_RULES: readonly EndRule[] = [
  {
    ends: OF_LIFE,
    past: 'asserted',
    ofNamed: true,
    notBefore: FIGURATIVE,
    confidence: 0.85,
    patterns: {
      'A:person died': `Bruna Reis died on Sunday. => Bruna Reis did died on Sunday; ${ENDED}`,
      "A:person have|has|'s just? died": `Bruna Reis has died. => ${ENDED}`,
      'A:person passed away|peacefully': `Bruna Reis passed away. => Bruna Reis did passed away; ${ENDED}`,
      "A:person have|has|'s just? passed away|peacefully": `Bruna Reis has passed away. => Bruna Reis did passed away; ${ENDED}`,
      'A:person passed away of|from': `Bruna Reis passed away from cancer. => Bruna Reis did passed away from cancer; ${ENDED}`,
      'A:person , .. , died': `Bruna Reis, the potter, died on Sunday. => ${ENDED}; Bruna Reis no longer occupation potter`,
      'A:person died of|from a|an? cancer|pneumonia|malaria|cholera|tuberculosis|typhoid|sepsis|leukaemia|leukemia|stroke|covid': `Bruna Reis died of cancer. => Bruna Reis did died of cancer; ${ENDED}`,
      'A:person {be} killed|murdered|hanged|executed|assassinated': `Bruna Reis was killed. => ${ENDED}`,
      'A:person {be} found|shot|stabbed dead': `Bruna Reis was found dead. => ${ENDED}`,
      'A:person {be} stabbed to death': `Bruna Reis was stabbed to death. => ${ENDED}`,
      'funeral of|for A:person': `The funeral of Bruna Reis was lovely. => ${ENDED}`,
      'announce|announced|mourn|mourns|mourned|after|following|since the death|passing of A:person': `We mourn the death of Bruna Reis. => ${ENDED}`,
      'the late A:person': `The late Bruna Reis sang well. => ${ENDED}`,
      'P late husband|wife|mother|father|uncle|aunt|brother|sister|grandmother|grandfather|partner ,? A:person': `My late aunt Bruna Reis sang well. => ${ENDED}; Maya family_of Bruna Reis`,
    },
    counterExamples: [
      'Bruna Reis died laughing.',
      'Bruna Reis died of embarrassment.',
      "The funeral of Bruna Reis's mother was lovely.",
      "The funeral for Bruna Reis's cat was lovely.",
      "We mourn the death of Bruna Reis's mother.",
      'Has Bruna Reis died?',
      'Bruna Reis nearly died.',
      'I saw Bruna Reis. She died.',
    ],
  },
  {
    ends: OF_LIFE,
    past: 'asserted',
    ofNamed: true,
    onlyBefore: BREAK_OR_DATE,
    confidence: 0.85,
    patterns: {
      'A:person drowned': `Bruna Reis drowned. => ${ENDED}`,
      'A:person {be} dead': `Bruna Reis is dead. => ${ENDED}`,
      'A:person was buried': `Bruna Reis was buried yesterday. => ${ENDED}`,
    },
    counterExamples: [
      'Bruna Reis was buried in work.',
      'Bruna Reis drowned in emails.',
      'Bruna Reis is dead on her feet.',
    ],
  },
  {
    ends: OF_LIFE,
    past: 'asserted',
    ofNamed: true,
    onlyBefore: AFTER_FUNERAL,
    confidence: 0.85,
    patterns: { "A:person 's funeral": `Bruna Reis's funeral was lovely. => ${ENDED}` },
    counterExamples: ["Bruna Reis's funeral home is busy."],
  },
];

/** Rules for births, by which a pregnancy ends. */
export const BIRTH_RULES: readonly EndRule[] = [
  {
    ends: ['status'],
    past: 'asserted',
    notBefore: NO_BIRTH,
    confidence: 0.75,
    patterns: {
      "A:person have|has|'ve|'s|just? had her|their|our|my|the|a baby|twins|son|daughter|girl|boy":
        'Bruna Reis had her baby on Saturday. => Bruna Reis did had her baby on Saturday; Bruna Reis no longer status anything',
      'A:person {be} delivered of': 'Bruna Reis was delivered of a girl. => Bruna Reis no longer status anything',
    },
    counterExamples: [
      'Bruna Reis had a baby shower.',
      'Has Bruna Reis had her baby?',
      'Bruna Reis had her baby sister over.',
      'Bruna Reis had a girl with her.',
    ],
  },
];

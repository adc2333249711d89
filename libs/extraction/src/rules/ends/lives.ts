import { words } from '#lexicon/words.js';
import type { EndRule } from '../language/claim-rule.js';

/** What ends with a life; birth, kin and works remain. */
const OF_LIFE = ['works_at', 'occupation', 'reports_to', 'lives_in', 'spouse_of', 'status', 'diet', 'age'] as const;
const ENDED = OF_LIFE.map((predicate) => `Bruna Reis no longer ${predicate} anything`).join('; ');
/** What "died" and "dead" say beside death: "died laughing", "dead tired". */
const FIGURATIVE = words('laughing inside tired serious set certain keen right wrong to down out off a trying');

/** Rules for deaths. */
export const DEATH_RULES: readonly EndRule[] = [
  {
    ends: OF_LIFE,
    past: 'asserted',
    ofNamed: true,
    notBefore: FIGURATIVE,
    confidence: 0.85,
    patterns: {
      'A:person died|drowned': `Bruna Reis died on Sunday. => ${ENDED}`,
      "A:person have|has|'s just? died|drowned": `Bruna Reis has died. => ${ENDED}`,
      'A:person passed away|peacefully': `Bruna Reis passed away. => Bruna Reis did passed away; ${ENDED}`,
      "A:person have|has|'s just? passed away|peacefully": `Bruna Reis has passed away. => Bruna Reis did passed away; ${ENDED}`,
      'A:person , .. , died': `Bruna Reis, the potter, died on Sunday. => ${ENDED}; Bruna Reis occupation potter`,
      'A:person {be} dead': `Bruna Reis is dead. => ${ENDED}`,
      'A:person {be} killed|murdered|hanged|executed|assassinated|buried': `Bruna Reis was killed. => ${ENDED}`,
      'A:person {be} found|shot|stabbed dead': `Bruna Reis was found dead. => ${ENDED}`,
      'A:person {be} stabbed to death': `Bruna Reis was stabbed to death. => ${ENDED}`,
      'funeral of|for A:person': `The funeral of Bruna Reis was lovely. => ${ENDED}`,
      "A:person 's funeral": `Bruna Reis's funeral was lovely. => ${ENDED}`,
      'the late A:person': `The late Bruna Reis sang well. => ${ENDED}`,
      'P late husband|wife|mother|father|uncle|aunt|brother|sister|grandmother|grandfather|partner ,? A:person': `My late aunt Bruna Reis sang well. => ${ENDED}; Maya family_of Bruna Reis`,
    },
    counterExamples: [
      'Bruna Reis died laughing.',
      'Has Bruna Reis died?',
      'Bruna Reis nearly died.',
      'I saw Bruna Reis. She died.',
    ],
  },
];

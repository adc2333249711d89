import { words } from '#lexicon/words.js';
import type { RelationRule } from '../language/claim-rule.js';

/** Rules for where people live. */
export const LIVES_IN_RULES: readonly RelationRule[] = [
  {
    relation: 'lives_in',
    patterns: {
      'A {live,reside} in|at @det? B': 'I live in Valparaíso. => Maya lives_in Valparaíso',
      'A {live} .. in B:place': 'i live in tbilisi now => Maya lives_in tbilisi',
      'A {be} based|settled in B': 'Thandiwe is based in Nairobi. => Thandiwe lives_in Nairobi',
      'A {be} based out of B': 'Ola is based out of Turku => Ola lives_in Turku',
      'A {be} living in|at B': 'living in Bristol since 2019 => Maya lives_in Bristol',
      'A {be} staying|settling put? in B:place for good': "I'm staying put in Lisbon for good => Maya lives_in Lisbon",
      'A {stay} put in B': 'Ola stays put in Turku => Ola lives_in Turku',
      'B , where A {live,reside}': 'Turku, where Ola lives, is cold => Ola lives_in Turku',
      'A {stay} in B:place for good|now': "I'm staying in Lisbon for good => Maya lives_in Lisbon",
      'A {rent,own,share} @det? .. flat|apartment|house|place|room|studio in B:place':
        'Ola rents a small flat in Lisbon => Ola lives_in Lisbon',
      'A {be} living with .. in B:place': 'Ola is living with friends in Lisbon => Ola lives_in Lisbon',
      'A {live} with N in B': 'Ola lives with Bruna in Turku => Bruna lives_in Turku; Ola lives_in Turku',
      'A {live} with P .. in B': 'Ola lives with her parents in Turku => Ola lives_in Turku',
      'A {have} @det? .. flat|apartment|house in B:place': 'Ola has a flat in Lisbon => Ola lives_in Lisbon',
      'A {be} in B:place since': 'Ola is in Lisbon since last year => Ola lives_in Lisbon',
      'B:place ,|because|and|since|as .. A {live} there':
        'I love Lisbon, her brother Tomasz lives there => Maya likes Lisbon; Tomasz lives_in Lisbon',
      'A {move,go,come} back? to live in B': 'Ola has gone back to live in Turku => Ola lives_in Turku',
      'A {move,go,come} back to live with .. in B:place':
        'Ola has gone back to live with her parents in Lisbon => Ola lives_in Lisbon',
      'A flies|drives back? home to B:place': 'Ola flies home to Lisbon => Ola lives_in Lisbon',
      'P .. home|flat|apartment|house|place|studio|room {be} in B:place':
        'my place is in Kreuzberg => Maya lives_in Kreuzberg',
    },
    counterExamples: ["I don't live in Lisbon.", 'Do you live in Lagos?'],
  },
  {
    relation: 'lives_in',
    past: 'asserted',
    patterns: {
      "A have|has|'ve|'s|just? moved|relocated back|out|over|down|up? to B:place":
        "I've just moved to Accra => Maya lives_in Accra",
      'A moved|relocated back|over|down|up? to B:place': 'Ola moved back to Lisbon => Ola lives_in Lisbon',
      'A moved|relocated last|this|in|on|yesterday|recently|again .. to B:place':
        'We moved last week to Lisbon => Maya lives_in Lisbon',
      'A moved|relocated .. , from N to B':
        'We moved last week, from Turku to Lisbon => Maya lives_in Lisbon; Maya no longer lives_in Turku',
      "A have|has|'ve|'s moved|relocated from N to B":
        'Ola has moved from Turku to Lisbon => Ola lives_in Lisbon; Ola no longer lives_in Turku',
      'A moved into B:place': 'Ola moved into Rose Street => Ola lives_in Rose Street',
      'A moved|relocated from N to B':
        'Giulia moved from Turin to Lyon. => Giulia lives_in Lyon; Giulia no longer lives_in Turin',
      'A moved|relocated here|there from .. to B': 'We moved here from the coast to Turku => Maya lives_in Turku',
      'A emigrated|immigrated to B': 'Ola emigrated to Turku => Ola lives_in Turku',
      'A settled in B': 'Ola settled in Turku => Ola lives_in Turku',
      'A found|bought|got|rented @det? .. flat|apartment|house|room|studio in B:place':
        'Ola bought a small house in Lisbon => Ola lives_in Lisbon',
      'A moved in with .. in B:place': 'Ola moved in with friends in Lisbon => Ola lives_in Lisbon',
      'P new home|address|flat|apartment {be} in B:place': 'My new address is in Lisbon => Maya lives_in Lisbon',
    },
    counterExamples: ["If I moved to Lisbon, I'd miss you.", 'Tobias moved to the Risk team.'],
  },
  {
    relation: 'lives_in',
    past: 'asserted',
    // "We moved to Notion for our docs" is no move of people.
    notBefore: words('for as because instead when since so'),
    patterns: {
      'A moved|relocated back|over|down|up? to B': 'we moved to rotterdam in may => Maya lives_in rotterdam',
    },
    counterExamples: ['If I moved to Lisbon, I would miss you.', 'We moved to Trellix for the bookkeeping.'],
  },
  {
    relation: 'lives_in',
    subjectIsSpeaker: true,
    past: 'asserted',
    patterns: {
      'my new? home? address {be} B:place': 'My new address is Rose Street => Maya lives_in Rose Street',
      'my|our new? home? address {be} ... , B:place': 'Our new address is 12 Mill Lane, Lisbon => Maya lives_in Lisbon',
      'i|we flat|board in B': 'i flat in turku => Maya lives_in turku',
    },
    counterExamples: ['Is my new address Rose Street?'],
  },
  {
    relation: 'lives_in',
    subjectIsSpeaker: true,
    atClauseStart: true,
    past: 'asserted',
    patterns: {
      'new address {be} ... , B:place': 'We moved, new address is 12 Mill Lane, Lisbon => Maya lives_in Lisbon',
    },
    counterExamples: ["Ola's new address is 12 Mill Lane, Lisbon."],
  },
  {
    relation: 'lives_in',
    subjectIsSpeaker: true,
    atClauseStart: true,
    onlyBefore: words('. ! ; and with now since'),
    patterns: {
      'based|living in B:place':
        'born in Turku, based in Lisbon with two cats => Maya born_in Turku; Maya lives_in Lisbon',
    },
    counterExamples: ['Based in Lisbon, Vela Labs makes sensors.', 'Is anybody based in Lisbon?'],
  },
  {
    relation: 'lives_in',
    polarity: 'ended',
    patterns: {
      'A moved|relocated .. , from B to N':
        'We moved last week, from Turku to Lisbon => Maya lives_in Lisbon; Maya no longer lives_in Turku',
      'A moved|relocated out|away? of|from B':
        'We moved from Ghent to Antwerp. => Maya lives_in Antwerp; Maya no longer lives_in Ghent',
      "A 've|have|has moved away|out? of|from B": 'Ola has moved away from Turku => Ola no longer lives_in Turku',
      "A have|has|'s come|moved down|up|over? from B:place to live with":
        'Ola has come down from Lisbon to live with us => Ola no longer lives_in Lisbon',
      'A left B:place for|in|last|after|when|because|and':
        'We left Caracas in 2016. => Maya no longer lives_in Caracas',
      'A gave up .. flat|apartment|house|place|room in B:place':
        'We gave up the flat in Basel. => Maya no longer lives_in Basel',
    },
    counterExamples: ['Has Ola left Lisbon for good?'],
  },
];

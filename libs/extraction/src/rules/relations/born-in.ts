import type { RelationRule } from '../language/claim-rule.js';

/** Rules for where people were born. */
export const BORN_IN_RULES: readonly RelationRule[] = [
  {
    relation: 'born_in',
    past: 'asserted',
    patterns: {
      'A {be} born and? raised? in B': 'I was born in Brussels. => Maya born_in Brussels',
      'A , born in B': 'Ola, born in Turku, sings => Ola born_in Turku',
      'P birthplace is B': 'My birthplace is Turku => Maya born_in Turku',
      'B , where A {be} born': 'Turku, where Ola was born, is cold => Ola born_in Turku',
      'A {be} a B native': 'Ola is a Turku native => Ola born_in Turku',
      'P hometown|home-town|birthplace {be} B': 'My hometown is Turku => Maya born_in Turku',
    },
    counterExamples: ['Was Ola born in Turku?'],
  },
];

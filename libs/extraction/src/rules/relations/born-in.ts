import { words } from '#lexicon/words.js';
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
      'A {be} originally from B:place': 'Ola is originally from Lisbon => Ola born_in Lisbon',
      'A {come} originally from B:place': 'Ola comes originally from Lisbon => Ola born_in Lisbon',
      'A {come} from B:place originally': 'Ola comes from Lisbon originally => Ola born_in Lisbon',
      'A {be} from B:place originally': 'Ola is from Lisbon originally => Ola born_in Lisbon',
      'P hometown|home-town|birthplace {be} B': 'My hometown is Turku => Maya born_in Turku',
    },
    counterExamples: ['Was Ola born in Turku?'],
  },
  {
    relation: 'born_in',
    subjectIsSpeaker: true,
    atClauseStart: true,
    onlyBefore: words('. ! ; and'),
    patterns: {
      'born and? raised? in B:place': 'Born and raised in Lisbon! => Maya born_in Lisbon',
    },
    counterExamples: ['Born in Lisbon, she moved to Turku.'],
  },
  {
    relation: 'born_in',
    subjectIsSpeaker: true,
    atClauseStart: true,
    patterns: {
      'born in B , based|living|raised|now|studied|moved|grew': 'born in Turku, now a clerk => Maya born_in Turku',
    },
    counterExamples: ['Who was born in Turku, now a clerk?'],
  },
];

import type { RelationRule } from '../language/claim-rule.js';

/** Rules for colleagues. */
export const COLLEAGUE_OF_RULES: readonly RelationRule[] = [
  {
    relation: 'colleague_of',
    patterns: {
      'A {work} with|alongside B:person': 'Ola works alongside Bruna Reis => Ola colleague_of Bruna Reis',
      'A {work} together with B': 'Ola works together with Bruna => Ola colleague_of Bruna',
      'A {share} an office with B': 'Ola shares an office with Bruna => Ola colleague_of Bruna',
      'A and B {be} colleagues|coworkers|teammates': 'Ola and Bruna are colleagues => Ola colleague_of Bruna',
      'A and B {work} together': 'Nia and I work together. => Nia colleague_of Maya',
    },
    counterExamples: ['Ola and Bruna never work together.'],
  },
];

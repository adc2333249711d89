import type { RelationRule } from '../language/claim-rule.js';
import { words } from '#lexicon/words.js';

/** Rules for who manages whom. */
export const REPORTS_TO_RULES: readonly RelationRule[] = [
  {
    relation: 'reports_to',
    patterns: {
      'A {report} directly? to B': 'Ingeborg reports to Matthias => Ingeborg reports_to Matthias',
      'A {work} for|under B:person': 'Ola works under Bruna Reis => Ola reports_to Bruna Reis',
      'A {answer} to B:person': 'Ola answers to Bruna Reis => Ola reports_to Bruna Reis',
      'A {work} under|for a|an|the|someone? .. called|named B':
        'Ola works under a woman called Bruna => Ola reports_to Bruna',
      'A , who reports to B': 'I saw Bruna Reis. She, who reports to Tomasz, says hi => Bruna Reis reports_to Tomasz',
      'A {be} managed|supervised by B': 'Ola is supervised by Bruna => Ola reports_to Bruna',
    },
    counterExamples: ['Does Ola report to Bruna?'],
  },
  {
    relation: 'reports_to',
    inverse: false,
    patterns: {
      'B:person {manage,supervise} A': 'Professor Tanaka supervises Kirsi => Kirsi reports_to Professor Tanaka',
      'B:person {be} in charge of A': 'Bruna Reis is in charge of Ola => Ola reports_to Bruna Reis',
    },
    counterExamples: ['Does Bruna Reis manage Ola?'],
  },
  {
    relation: 'reports_to',
    forcesType: true,
    past: 'ended',
    patterns: {
      'P @adj? @qualifier leader|lead|manager|supervisor|director|head {be} called|named? B':
        'My team leader is called Tolu => Maya reports_to Tolu',
      'P new|main|direct|immediate manager|supervisor|boss {be} called|named? B':
        'My new boss is Tolu. => Maya reports_to Tolu',
    },
    counterExamples: ['Is my new boss called Tolu?'],
  },
  {
    relation: 'reports_to',
    forcesType: true,
    presupposed: true,
    notBefore: words("is 's was are"),
    patterns: {
      'P @adj? @qualifier leader|lead|manager|supervisor|director|head ,? B':
        'My team leader Tolu called => Maya reports_to Tolu',
      'B , P @adj? @qualifier leader|lead|manager|supervisor|director|head':
        'I saw Tolu, our ward manager => Maya reports_to Tolu',
      'B ( .. , P boss|manager|supervisor )': 'Tolu (a baker, my boss) called => Maya reports_to Tolu',
    },
    counterExamples: ['"You know that my team leader Tolu called", she said.', 'Tolu called, our team leader is ill.'],
  },
  {
    relation: 'reports_to',
    inverse: true,
    forcesType: true,
    presupposed: true,
    patterns: {
      'P @adj? assistant|pa ,? B': 'My assistant, Tolu, called => Tolu reports_to Maya',
      'B , P @adj? assistant|pa': 'I saw Tolu, my assistant => Tolu reports_to Maya',
    },
    counterExamples: ['"You know that my assistant Tolu called", she said.'],
  },
];

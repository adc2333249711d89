import type { RelationRule } from '../language/claim-rule.js';

/** Rules for who manages whom. */
export const REPORTS_TO_RULES: readonly RelationRule[] = [
  {
    relation: 'reports_to',
    patterns: {
      'A {report} directly? to B': 'Ingeborg reports to Matthias => Ingeborg reports_to Matthias',
      'A {work} for|under B:person': 'Ola works under Bruna Reis => Ola reports_to Bruna Reis',
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
];

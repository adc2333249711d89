import type { StatementRule } from '../language/claim-rule.js';

/** Rules for states and offices. */
export const STATUS_RULES: readonly StatementRule[] = [
  {
    predicate: 'status',
    value: 'phrase',
    past: 'asserted',
    patterns: {
      'A {be} .. <state>': 'I am on leave. => Maya status on leave',
      'A got|became|become <state>': 'Ola got divorced => Ola status divorced; Ola no longer spouse_of anything',
    },
    counterExamples: ["I'm not married.", 'Are you pregnant?'],
  },
  {
    predicate: 'status',
    value: 'phrase',
    patterns: {
      'A {be} the|a|our|new? .. <office>': 'Lwazi is our captain. => Lwazi status captain',
      'A {be} elected .. <office>': 'Ola has been elected mayor => Ola status mayor',
    },
    counterExamples: ['Is Lwazi our captain?'],
  },
  {
    predicate: 'status',
    value: 'phrase',
    past: 'asserted',
    patterns: {
      'A got elected .. <office>': 'I got elected treasurer => Maya did got elected treasurer; Maya status treasurer',
      'A became|become .. <office>': 'Ola became mayor => Ola status mayor',
      'A {be} elected .. <office>': 'Ola has been elected mayor => Ola status mayor',
      'A was|were made .. <office>': 'Ola was made captain => Ola status captain',
    },
    counterExamples: ['Ola never became mayor.'],
  },
  {
    predicate: 'status',
    value: 'phrase',
    patterns: {
      'A {be} ^out|away|off|gone until|till V':
        'Lila is out until Monday => Lila plans out until Monday; Lila status out until Monday',
    },
    counterExamples: ['Is Lila out until Monday?'],
  },
];

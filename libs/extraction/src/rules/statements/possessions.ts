import type { StatementRule } from '../language/claim-rule.js';

/** Rules for possessions without a name. */
export const POSSESSIONS_RULES: readonly StatementRule[] = [
  {
    predicate: 'has',
    value: 'noun',
    patterns: {
      'A {have} a|an|the|two|three|four .. <possession>': 'we have a boat => Maya has boat',
      "A 've|have|has got a|an|two|three .. <possession>": "I've got a kayak => Maya has kayak",
    },
    counterExamples: ["I don't have a boat."],
  },
];

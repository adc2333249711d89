import type { StatementRule } from '../language/claim-rule.js';

/** Rules for instructions to the agent. */
export const INSTRUCTIONS_RULES: readonly StatementRule[] = [
  {
    predicate: 'instruction',
    value: 'instruction',
    subjectIsSpeaker: true,
    atClauseStart: true,
    undated: true,
    patterns: {
      'please? ^always|never V': 'Please never send me surveys. => Maya instruction never send me surveys',
      'from now on , V': 'From now on, keep answers short. => Maya instruction keep answers short',
      'from now on V': 'From now on keep answers short => Maya instruction keep answers short',
      'remember to ^always|never V': 'Remember to always answer in Dutch => Maya instruction always answer in Dutch',
      "please? ^do n't ever V":
        "don't ever suggest recipes with pork => Maya instruction don't ever suggest recipes with pork",
      "please ^do n't|not V": "Please don't use emojis. => Maya instruction don't use emojis",
    },
    counterExamples: ['Never heard of it.'],
  },
  {
    predicate: 'instruction',
    value: 'instruction',
    subjectIsSpeaker: true,
    undated: true,
    patterns: {
      'i want|need|prefer you to V': 'I want you to answer in Dutch => Maya instruction answer in Dutch',
    },
    counterExamples: ['Did I want you to answer?'],
  },
];

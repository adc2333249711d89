import type { StatementRule } from '../language/claim-rule.js';

/** Rules for what people did and plan. */
export const EVENTS_RULES: readonly StatementRule[] = [
  {
    predicate: 'plans',
    value: 'clause',
    confidence: 0.65,
    past: null,
    patterns: {
      "A:person will|'ll V": "Next week I'll start the pottery course. => Maya plans start the pottery course",
      'A:person {be} going to V': "I'm going to bake a cake tomorrow. => Maya plans bake a cake tomorrow",
      'A:person {be} gon na V': "I'm gonna repaint the kitchen => Maya plans repaint the kitchen",
      'A {plan} to V': 'Ebba plans to run a half marathon => Ebba plans run a half marathon',
      'A:person {intend,hope,aim} to V': 'Ola hopes to repaint the kitchen => Ola plans repaint the kitchen',
      'A:person {be} about to V': 'Ola is about to repaint the kitchen => Ola plans repaint the kitchen',
      'A:person {be} hoping|planning|aiming|looking to V':
        "We're planning to open a second shop => Maya plans open a second shop",
      'A:person ^signed up for V': 'I signed up for a welding class. => Maya plans signed up for a welding class',
      'A:person {be} ^going to @det? B:place V':
        "I'm going to Lisbon next week => Maya plans going to Lisbon next week",
      'A:person {be} ^getting|moving|flying|heading|running|driving|buying|opening|launching|hosting|taking|travelling|traveling|starting|visiting|leaving|training|presenting|speaking|baking|joining V':
        "I'm flying to Manila on Tuesday. => Maya plans flying to Manila on Tuesday",
    },
    counterExamples: ['Are you going to repaint the kitchen?', 'I was going to repaint the kitchen.'],
  },
  {
    predicate: 'did',
    value: 'clause',
    past: 'asserted',
    confidence: 0.6,
    patterns: {
      "A:person have|'ve|has|'s|just? ^@deed V": "I've finished my thesis => Maya did finished my thesis",
      'A:person ^@deed V': 'I broke my wrist on Sunday => Maya did broke my wrist on Sunday',
    },
    counterExamples: ['Have you finished your thesis?'],
  },
];

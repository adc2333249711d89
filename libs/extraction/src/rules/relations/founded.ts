import type { RelationRule } from '../language/claim-rule.js';

/** Rules for founders. */
export const FOUNDED_RULES: readonly RelationRule[] = [
  {
    relation: 'founded',
    past: 'asserted',
    patterns: {
      'A {found,co-found,cofound} @det? B': 'I co-founded Kelp Labs with Arjen => Maya founded Kelp Labs',
      'A {start,launch,establish,open,create} @det? B:organization': 'Ola launched Vela Labs => Ola founded Vela Labs',
      'A set up @det? B:organization': 'Ola set up Vela Labs => Ola founded Vela Labs',
      'A set up .. called|named B': 'Ola set up a studio called Tidelab => Ola founded Tidelab',
      'A , co-founder|founder|cofounder of @det? B':
        'Ola, founder of Tidelab, called => Ola founded Tidelab; Ola works_at Tidelab',
      'A {open,establish} a|my|her|his|our|their .. called|named B':
        'Ola established a studio called Tidelab => Ola founded Tidelab',
    },
    counterExamples: ['Who founded Tidelab?'],
  },
  {
    relation: 'founded',
    past: 'asserted',
    patterns: {
      'A {start,launch} a|my|her|his|our|their .. called|named B':
        'My friend Diego started a company called Huerta => Diego founded Huerta; Maya friend_of Diego',
      'A {be} the|a founder|co-founder|cofounder of B':
        'Ola is a founder of Tidelab => Ola founded Tidelab; Ola occupation founder',
    },
    counterExamples: ['Is Ola the founder of Tidelab?'],
  },
  {
    relation: 'founded',
    past: 'asserted',
    patterns: {
      'B {be} founded|co-founded|started|established|launched by A':
        'Kelp Labs was started by Arjen Bos in his garage => Arjen Bos founded Kelp Labs',
      'B:organization {be} founded|co-founded|started|established|launched|set in|by|up .. A:person':
        'Kelp Labs was founded by the sisters Bruna Reis and Ana Sousa. => Ana Sousa founded Kelp Labs; Bruna Reis founded Kelp Labs',
      'B:organization , founded|co-founded|started|established by .. A:person':
        'Vela Labs, founded by engineer Bruna Reis, is small. => Bruna Reis founded Vela Labs; Bruna Reis occupation engineer',
      'B:organization , which A:person founded|co-founded|started|launched':
        'Vela Labs, which Bruna Reis founded, is small. => Bruna Reis founded Vela Labs',
    },
    counterExamples: ['Tidelab was not founded by Ola.'],
  },
];

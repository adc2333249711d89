import type { RelationRule } from '../language/claim-rule.js';

/** Rules for friends. */
export const FRIEND_OF_RULES: readonly RelationRule[] = [
  {
    relation: 'friend_of',
    patterns: {
      'A and B {be} .. friends|buddies|mates': 'Tess and I are friends. => Tess friend_of Maya',
      'A {be} .. friends with B': 'Ola is good friends with Bruna => Ola friend_of Bruna',
      'A {be} a|an .. friend of B': 'Ola is a friend of Bruna => Ola friend_of Bruna',
      "A and B have|'ve been .. friends|mates": 'Ola and Bruna have been friends => Ola friend_of Bruna',
      "A have|has|'ve|'s been .. friends with B": 'Ola has been friends with Bruna => Ola friend_of Bruna',
    },
    counterExamples: ['Tess and I are not friends.'],
  },
  {
    relation: 'friend_of',
    past: 'asserted',
    patterns: {
      'A {have} a|an|one .. friend|mate|pal|buddy called|named B':
        'Ola has a good friend called Tobi => Ola friend_of Tobi',
      'A made a|an .. friend called|named|, B': 'Ola made a friend called Tobi => Ola friend_of Tobi',
      'A became|become .. friends with B': 'Ola became friends with Bruna => Ola friend_of Bruna',
      'A and B became .. friends': 'Ola and Bruna became friends => Ola friend_of Bruna',
    },
    counterExamples: ['Has Ola become friends with Bruna?'],
  },
];

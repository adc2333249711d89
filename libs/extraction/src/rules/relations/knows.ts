import type { RelationRule } from '../language/claim-rule.js';

/** Rules for acquaintances. */
export const KNOWS_RULES: readonly RelationRule[] = [
  {
    relation: 'knows',
    subjectIsSpeaker: true,
    past: 'asserted',
    patterns: {
      '@det .. woman|man|guy|girl|boy|lady|person|student called|named B asked|told|showed|gave|helped|invited|taught|offered|sat me|us|next':
        'The woman called Ola asked me in => Maya knows Ola',
    },
    counterExamples: ['Has a woman called Ola asked me anything?'],
  },
  {
    relation: 'knows',
    past: 'asserted',
    confidence: 0.75,
    patterns: {
      'A {meet} with? B': 'I met Aroha at the workshop => Maya knows Aroha',
      'A met|meet .. called|named B': 'I met someone called Bruna => Maya knows Bruna',
      'A met up with B': 'Ola met up with Bruna => Ola knows Bruna',
      'A {know} B:person': 'I know Bruna Reis => Maya knows Bruna Reis',
      'A {know} B from|for|since': "I've known Ji-ho for ten years => Maya knows Ji-ho",
      'introduced A to B': 'Karim introduced me to Lotte => Maya knows Lotte',
      'A had @det? <meal> with B': 'had coffee with Mireille today => Maya knows Mireille',
      'A ran|bumped into B': 'Yesterday I bumped into Siddharth => Maya knows Siddharth',
      'A got to know B': 'Ola got to know Bruna => Ola knows Bruna',
      'A got talking to B:person': 'I got talking to Bruna Reis => Maya knows Bruna Reis',
      'A made friends with B': 'I made friends with Bruna => Maya knows Bruna',
      'A {meet} .. , B:person': 'I met a singer, Bruna Reis => Maya knows Bruna Reis',
      'A {have} a|an .. neighbour|neighbor|flatmate|roommate|housemate|classmate called|named B':
        'Ola has a flatmate called Tobi => Ola knows Tobi',
      'A {be} introduced to B': 'I was introduced to Bruna => Maya knows Bruna',
      'A and B met|know': 'Ola and Bruna met => Ola knows Bruna',
    },
    counterExamples: ['I never met Bruna.'],
  },
];

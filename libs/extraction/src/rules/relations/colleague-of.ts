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
  {
    relation: 'colleague_of',
    subjectIsSpeaker: true,
    presupposed: true,
    patterns: {
      'B:person , a|an|another colleague|coworker|co-worker|teammate|workmate':
        'I asked Bruna Reis, a colleague in Lisbon. => Maya colleague_of Bruna Reis',
      'B:person ( a|an? colleague|coworker|co-worker|teammate|workmate )':
        'I asked Bruna Reis (colleague). => Maya colleague_of Bruna Reis',
      'a|another colleague|coworker|co-worker|teammate|workmate ,? called|named? B':
        'I asked a colleague called Tolu. => Maya colleague_of Tolu',
      'someone|guy|woman|man|girl|friend|mate|lady at|from the? work|office ,? called|named? B:person':
        'I asked a guy at work called Bruna Reis => Maya colleague_of Bruna Reis',
      'B:person from|at the? work|office': 'Bruna Reis from work says hi => Maya colleague_of Bruna Reis',
    },
    counterExamples: ['"You know that a colleague called Tolu rang", she said.'],
  },
  {
    relation: 'colleague_of',
    subjectIsSpeaker: true,
    confidence: 0.75,
    patterns: {
      'B:person {be} our .. @job':
        'Bruna Reis is our data engineer. => Maya colleague_of Bruna Reis; Bruna Reis occupation data engineer',
    },
    counterExamples: ['Is Bruna Reis our data engineer?'],
  },
];

import type { StatementRule } from '../language/claim-rule.js';

/** Rules for possessions without a name. */
export const POSSESSIONS_RULES: readonly StatementRule[] = [
  {
    predicate: 'has',
    value: 'noun',
    // "Ola had her car washed", "had two glasses".
    past: null,
    patterns: {
      'A {have} a|an|the|two|three|four|several|my|her|his|our|their .. <possession>':
        'we have a boat => Maya has boat',
      'A {have,hold} <possession>': 'Ola holds power of attorney => Ola has power of attorney',
      'A keep|keeps <livestock>': 'Ola keeps bees => Ola has bees',
      'A {own} a|an|the|two|three|four|several|my|her|his|our|their .. <possession>':
        'Ola owns a café in Leeds => Ola has café',
      'A {wear,use,need} a|an|her|his|my|two? <aid>':
        'My aunt Ola wears hearing aids => Maya family_of Ola; Ola has hearing aids',
      'A {walk} with a|an|her|his|my|two? <aid>': 'Ola walks with a stick => Ola has stick',
      "A 've|have|has got a|an|two|three .. <possession>": "I've got a kayak => Maya has kayak",
    },
    counterExamples: ["I don't have a boat.", 'Do you own a boat?'],
  },
  {
    predicate: 'has',
    value: 'noun',
    past: 'asserted',
    confidence: 0.8,
    patterns: {
      'A:person {buy} a|an|the|two|three|my|our|her|his .. <possession>':
        "I've bought a bed => Maya did bought a bed; Maya has bed",
      'A:person {buy} a|an .. and a|an .. <possession>':
        "I've bought a desk and a bed => Maya did bought a desk; Maya has bed; Maya has desk",
      'A:person {inherit} a|an|the|two|three|my|our|her|his .. <possession>': 'Ola inherited a boat => Ola has boat',
      'A:person got a|an|two|three|my|her|his new|used|second-hand|own? .. <possession>':
        'Ola got a new bike => Ola has bike',
    },
    counterExamples: ["I haven't bought a bed."],
  },
  {
    predicate: 'has',
    value: 'noun',
    polarity: 'ended',
    confidence: 0.8,
    patterns: {
      'A:person sold|scrapped my|our|her|his|their|the .. <possession>':
        'Ola sold her boat => Ola did sold her boat; Ola no longer has boat',
      'A:person gave up my|our|her|his|their|the .. <possession>':
        'Ola gave up her allotment => Ola no longer has allotment',
    },
    counterExamples: ["I haven't sold my boat."],
  },
];

import type { RelationRule } from '../language/claim-rule.js';

/** Rules for parents, siblings and other relatives. */
export const FAMILY_RULES: readonly RelationRule[] = [
  {
    relation: 'family_of',
    subjectIsSpeaker: true,
    confidence: 0.6,
    patterns: {
      'aunt|auntie|uncle|cousin|grandma|grandpa|granny|nan B':
        'thats my cousin Nils in the photo => Maya family_of Nils',
    },
    counterExamples: ['Is aunt Rosa coming?'],
  },
  {
    relation: 'parent_of',
    patterns: {
      'A {be} the|a .. mother|father|mum|mom|dad|parent of B': 'Ren is the father of Sora. => Ren parent_of Sora',
      'B , a|the|eldest|only|youngest? daughter|son|child of A': 'Saga, daughter of Ola, sings => Ola parent_of Saga',
      'B {be} the|a .. daughter|son|child of A': 'Saga is the only child of Ola => Ola parent_of Saga',
      'A gave birth to B': 'Ola gave birth to Saga => Ola parent_of Saga; Ola no longer status anything',
    },
    counterExamples: ['Is Ren the father of Sora?'],
  },
  {
    relation: 'parent_of',
    past: 'asserted',
    forcesType: true,
    undated: true,
    patterns: {
      'P little|baby|eldest|oldest|youngest boy|girl|one|kid ,? called|named? B':
        'Her little boy Tobi sleeps. My little boy Emil too. => Maya parent_of Emil',
      'P eldest|oldest|youngest|firstborn ,? called|named? B': 'My youngest, Tobi, sings => Maya parent_of Tobi',
    },
    counterExamples: ['Is my little boy Tobi asleep?', 'My oldest friend Tobi sings.'],
  },
  {
    relation: 'parent_of',
    past: 'asserted',
    forcesType: true,
    patterns: {
      'A {have} @det? .. son|daughter|baby|boy|girl|kid|child|kids|children|sons|daughters|boys|girls|twins called|named|,|: B':
        'I have two kids, Amara and Tobi. => Maya parent_of Amara; Maya parent_of Tobi',
      'A had|welcomed .. baby|twins .. , B':
        'We had a baby last week, Saga => Maya no longer status anything; Maya parent_of Saga',
      'A became a|an? mother|father|mum|mom|dad to|of B': 'Ola became a mother to Saga => Ola parent_of Saga',
    },
    counterExamples: ['Does Ola have a son called Tobi?'],
  },
  {
    relation: 'parent_of',
    subjectIsSpeaker: true,
    inverse: true,
    confidence: 0.6,
    patterns: {
      'mum|mom|dad|mama|papa|mother|father|ma|pa B:person':
        'My mother Rosa wants to bless the kitchen. => Rosa parent_of Maya',
    },
    counterExamples: ['Is mum Rosa Reis here?'],
  },
  {
    relation: 'sibling_of',
    past: 'asserted',
    forcesType: true,
    patterns: {
      'A {have} @det? .. sister|brother|sisters|brothers|twin called|named|,|: B':
        'Ola has a sister called Saga => Ola sibling_of Saga',
    },
    counterExamples: ['Does Ola have a sister called Saga?'],
  },
  {
    relation: 'sibling_of',
    patterns: {
      'A and B {be} sisters|brothers|siblings|twins': 'Ola and Bruna are sisters => Ola sibling_of Bruna',
      'A {be} the .. sister|brother of B': 'Ola is the older sister of Saga => Ola sibling_of Saga',
    },
    counterExamples: ['Ola and Bruna are not sisters.'],
  },
  {
    relation: 'family_of',
    past: 'asserted',
    forcesType: true,
    patterns: {
      'A {have} @det? .. cousin|cousins|aunt|uncle|niece|nieces|nephew|nephews|grandson|granddaughter|grandchild|grandmother|grandfather called|named|,|: B':
        'Ola has a cousin called Saga => Ola family_of Saga',
    },
    counterExamples: ['Does Ola have a cousin called Saga?', 'Ola has no cousin called Saga.'],
  },
  {
    relation: 'family_of',
    patterns: {
      'A and B {be} cousins|related': 'Ola and Bruna are cousins => Ola family_of Bruna',
      'A {be} the .. aunt|uncle|cousin|niece|nephew of B': 'Ola is the aunt of Saga => Ola family_of Saga',
    },
    counterExamples: ['Ola and Bruna are not cousins.'],
  },
];

import { words } from '#lexicon/words.js';
import type { RelationRule } from '../language/claim-rule.js';

/** Rules for couples. */
export const SPOUSE_OF_RULES: readonly RelationRule[] = [
  {
    relation: 'spouse_of',
    patterns: {
      'A {be} married to B': 'Fatima is married to Youssef. => Fatima spouse_of Youssef',
      'A {be} engaged to B': 'Ola is engaged to Bruna => Ola spouse_of Bruna',
      'A {be} dating|seeing B': "i'm dating Tomasz now => Maya spouse_of Tomasz",
      'A {be} with .. someone|somebody|guy|girl|man|woman called|named B':
        'Ola is with a guy called Tomasz => Ola spouse_of Tomasz',
      'A {be} together with B': 'Ola is together with Bruna => Ola spouse_of Bruna',
      'A {be} going out with B': 'Ola is going out with Bruna => Ola spouse_of Bruna',
      'A {date} B:person': "I'm dating Bruna Reis => Maya spouse_of Bruna Reis",
      'A {live} with P .. partner|girlfriend|boyfriend|wife|husband ,? B':
        'Ola lives with her partner Tomasz => Ola spouse_of Tomasz',
      'A {be} in a relationship with B': 'Ola is in a relationship with Bruna => Ola spouse_of Bruna',
      'A and B {be} a|an .. couple|item|thing': 'Ola and I are a thing => Ola spouse_of Maya',
      'A {have} a|an .. girlfriend|boyfriend|partner|wife|husband called|named|, B':
        'Ola has a wife called Bruna => Ola spouse_of Bruna',
      'A {be} the .. wife|husband|girlfriend|boyfriend of B':
        'Ola is the second wife of Tomasz => Ola spouse_of Tomasz',
      'A , the? wife|husband of B': 'Ola, wife of Tomasz, sings => Ola spouse_of Tomasz',
      'P other|better half ,? B': 'My other half Tomasz called => Maya spouse_of Tomasz',
      'B , P other|better half': 'I saw Tomasz, my other half => Maya spouse_of Tomasz',
      'A and B {be} married|engaged|dating|together': 'Ola and Bruna are married => Ola spouse_of Bruna',
    },
    counterExamples: ['Is Fatima married to Youssef?', "I'm not married to Jonas."],
  },
  {
    relation: 'spouse_of',
    past: 'asserted',
    patterns: {
      'A {marry} B': 'Sofia married Luca in Verona. => Sofia spouse_of Luca',
      'A and B got married|engaged': 'Hana and I got engaged!! => Hana spouse_of Maya',
      'A got married|engaged to B':
        'My older brother Kofi got married to Abena last year. => Maya sibling_of Kofi; Kofi spouse_of Abena',
      'A proposed to B:person': 'Ola proposed to Bruna Reis => Ola spouse_of Bruna Reis',
    },
    counterExamples: ['Did Sofia marry Luca?'],
  },
  {
    relation: 'spouse_of',
    polarity: 'ended',
    notBefore: words('with'),
    patterns: {
      'A and B {be} done|over|finished|history': 'me and Ola are done => Maya no longer spouse_of Ola',
      'A lost P wife|husband|partner ,? B':
        'Ola lost her husband Tomasz => Ola no longer spouse_of Tomasz; Ola no longer spouse_of anything',
    },
    counterExamples: ['Ola and I are done with the report.', 'Are Ola and Tomasz done?'],
  },
  {
    relation: 'spouse_of',
    polarity: 'ended',
    notBefore: words('dead'),
    patterns: {
      'A {divorce} B': 'I divorced Karl two years ago. => Maya no longer spouse_of Karl',
      'A {be} divorced from B': 'Ola is divorced from Bruna => Ola no longer spouse_of Bruna',
      'A and B broke|split up': 'Pedro and Inês broke up => Pedro no longer spouse_of Inês',
      'A and B got|are divorced|separated': 'Kofi and Ama got divorced => Kofi no longer spouse_of Ama',
      'A broke|split up with B': 'Ola broke up with Tomasz => Ola no longer spouse_of Tomasz',
      'A and B split|parted|separated|divorced': 'Ola and Bruna split in May => Ola no longer spouse_of Bruna',
      'A and B called it quits': 'Ola and Bruna called it quits => Ola no longer spouse_of Bruna',
      "A and B have|'ve been separated|divorced":
        'Ola and Bruna have been separated since May => Bruna no longer spouse_of anything; Ola no longer spouse_of Bruna; Ola no longer spouse_of anything',
      "A and B have|'ve separated|divorced|split|parted": 'Ola and I have separated. => Ola no longer spouse_of Maya',
      'A left|dumped B:person for': 'Ola left Bruna Reis for someone => Ola no longer spouse_of Bruna Reis',
      'A {be} separated from B': 'Ola is separated from Bruna => Ola no longer spouse_of Bruna',
    },
    counterExamples: ['Did Ola divorce Tomasz?'],
  },
];

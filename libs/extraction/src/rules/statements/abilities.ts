import type { StatementRule } from '../language/claim-rule.js';

/** Rules for languages, skills and hobbies. */
export const ABILITIES_RULES: readonly StatementRule[] = [
  {
    predicate: 'speaks',
    value: 'phrase',
    confidence: 0.9,
    patterns: {
      'A {speak} .. <language>': 'I speak French and Yoruba. => Maya speaks French; Maya speaks Yoruba',
      'A {speak} <language>': 'I speak French and a bit of Arabic. => Maya speaks Arabic; Maya speaks French',
      'A {be} fluent|conversational in .. <language>':
        'Elin is fluent in German. => Elin has_skill German; Elin speaks German',
      'A {know} <language>': 'Ola knows Danish => Ola speaks Danish',
      'A can speak .. <language>': 'Ola can speak Danish => Ola speaks Danish',
      'P <language> {be} good|great|decent|rusty|ok|okay|fine|fluent|terrible|better|bad|awful':
        'My Spanish is rusty => Maya speaks Spanish',
      'P first|native|mother|main|second|home language|tongue {be} <language>':
        'My first language is Danish => Maya speaks Danish',
      "<language> is|'s P first|native|mother|main|second|home language|tongue":
        'Danish is my first language => Maya speaks Danish',
      'A {be} a|an .. native|fluent|good <language> speaker': 'Ola is a native Danish speaker => Ola speaks Danish',
      'A {be} a|an native|fluent speaker of <language>': 'Ola is a native speaker of Danish => Ola speaks Danish',
      'A grew up speaking .. <language>': 'Ola grew up speaking Danish => Ola speaks Danish',
    },
    counterExamples: ["I don't speak French."],
  },
  {
    predicate: 'has_skill',
    value: 'phrase',
    patterns: {
      'A {play} <instrument>': 'I play the cello. => Maya has_skill the cello',
      'A {be} .. good|great|skilled|excellent|fluent|expert at|in V':
        'Ayesha is good at maths. => Ayesha has_skill maths',
      'A {know} how to V': 'Rui knows how to weld => Rui has_skill weld',
      'A can play <instrument>': 'Ola can play guitar => Ola has_skill guitar',
      'A can <craft>': 'I can knit. => Maya has_skill knit',
      'A {be} a|an .. expert in|on V': 'Ola is an expert in ceramics => Ola has_skill ceramics',
    },
    counterExamples: ["I can't play the piano."],
  },
  {
    predicate: 'hobby',
    value: 'phrase',
    patterns: {
      'P hobby|hobbies|pastime {be} V': 'My hobby is gardening. => Maya hobby gardening',
      'P .. hobby|hobbies|pastime {be} V': 'My hobby is birdwatching. => Maya hobby birdwatching',
      'A {be} passionate about V': "I'm passionate about jazz => Maya hobby jazz",
      "A have|has|'ve|'s taken up V": "Lately I've taken up climbing. => Maya hobby climbing",
      'A took up V': 'I took up pottery => Maya hobby pottery',
      'A {collect} V': 'I collect stamps => Maya hobby stamps',
      'A go|goes <sport>': 'I go fishing on Sundays => Maya hobby fishing',
      'A {go} <sport> every|on|at|twice|once|with': 'Suda goes bouldering every Tuesday => Suda hobby bouldering',
      'A {do} a lot of V': 'I do a lot of pottery => Maya hobby pottery',
      "A have|has|'ve|'s? started doing? <sport>": 'I started running with a club => Maya hobby running',
      'A ^paint|paints|write|writes|draw|draws|bake|bakes|sew|sews|knit|knits|cycle|cycles|swim|swims|run|runs|climb|climbs|row|rows|garden|gardens ... at|on the? weekend|weekends V':
        'Ola paints boats at the weekend => Ola hobby paints boats at the weekend',
      'A play|plays <game>': 'Ola plays tennis on Sundays => Ola hobby tennis',
      'A ^run|runs marathons|half-marathons|ultras|half|ultra V':
        'Ola runs half marathons => Ola hobby runs half marathons',
    },
    counterExamples: ['Do you collect stamps?'],
  },
  {
    predicate: 'hobby',
    value: 'phrase',
    polarity: 'ended',
    patterns: {
      "A have|has|'ve|'s? stopped|quit <sport>":
        "I've stopped swimming because of my shoulder => Maya no longer hobby swimming",
      'A gave up <sport>': 'Ola gave up climbing => Ola no longer hobby climbing',
    },
    counterExamples: ["I haven't stopped swimming."],
  },
  {
    predicate: 'hobby',
    value: 'phrase',
    subjectIsSpeaker: true,
    patterns: {
      'in my spare|free time i|, i? V': 'In my free time I paint miniatures => Maya hobby paint miniatures',
    },
    counterExamples: ['Do you know what I do in my free time, Ola?'],
  },
];

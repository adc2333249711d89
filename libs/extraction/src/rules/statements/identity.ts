import type { StatementRule } from '../language/claim-rule.js';

/** Rules for age, birthday, nationality, nickname and height. */
export const IDENTITY_RULES: readonly StatementRule[] = [
  {
    predicate: 'age',
    value: 'number',
    past: 'asserted',
    patterns: {
      'A turned|turns V': 'I just turned 40 => Maya age 40',
      'P age {be} V': 'My age is 34 => Maya age 34',
      'A {be} V': "I'm 34. => Maya age 34",
      'A:person ( <age> )': 'Bruna Reis (34) sings => Bruna Reis age 34',
      'A:person , aged? <age> ,': 'Bruna Reis, 34, sings => Bruna Reis age 34',
      'A:person , aged <age>': 'I saw Bruna Reis, aged 34 => Bruna Reis age 34',
      'A:person ( aged? <age> )': 'Bruna Reis (aged 34) sings => Bruna Reis age 34',
    },
    counterExamples: ["I'm 34 minutes late.", 'Is Bruna Reis (34) here?'],
  },
  {
    predicate: 'birthday',
    value: 'date',
    past: 'asserted',
    undated: true,
    patterns: {
      'P birthday|bday {be} on? V': 'My birthday is on 3 May. => Maya birthday 3 May',
      'A turn|turns|turning|turned <age> on V': 'Ola turns 70 on 14 March => Ola birthday 14 March',
      "A will|'ll be|turn <age> on V": 'Ola will be 70 on 14 March => Ola birthday 14 March',
      'A {have} P birthday on V': 'Ola has her birthday on 3 October => Ola birthday 3 October',
      'P birthday|bday|birthdate falls|comes on V': 'My birthday falls on 3 May => Maya birthday 3 May',
      'A was|were born on V': 'I was born on 2 February 1990. => Maya birthday 2 February 1990',
    },
    counterExamples: ['Is my birthday on 3 May?'],
  },
  {
    predicate: 'nationality',
    value: 'phrase',
    past: 'asserted',
    patterns: {
      'A {be} half|part? <nationality>': "I'm Dutch. => Maya nationality Dutch",
      'A {be} originally <nationality>': 'Ola is originally Danish => Ola nationality Danish',
    },
    counterExamples: ["I'm not Dutch."],
  },
  {
    predicate: 'nationality',
    value: 'phrase',
    patterns: {
      'P nationality {be} V': 'My nationality is Danish => Maya nationality Danish',
      'A have|has|got <nationality> citizenship|nationality|passport':
        'Ola has Danish citizenship => Ola nationality Danish',
    },
    counterExamples: ['Does Ola have Danish citizenship?'],
  },
  {
    predicate: 'nickname',
    value: 'name',
    subjectIsSpeaker: true,
    patterns: {
      'call me V': 'call me Jo => Maya nickname Jo',
      'everyone|everybody|people|friends|they just? calls|call me V': 'everyone calls me Mimi => Maya nickname Mimi',
      'i go|goes by V': 'I go by Lo => Maya nickname Lo',
    },
    counterExamples: ['Call me later.'],
  },
  {
    predicate: 'nickname',
    value: 'name',
    patterns: {
      'P nickname {be} V': 'My nickname is Lo => Maya nickname Lo',
      'A goes|go by V': 'Aleksander goes by Sasha. => Aleksander nickname Sasha',
      'everyone|everybody|people|friends|folks calls|call A V': 'everyone calls me Mimi => Maya nickname Mimi',
      'everyone|everybody in .. calls A V': 'Everybody in town calls me Bear => Maya nickname Bear',
      'everyone|everybody|people|they in|at B calls|call A V': 'People at Tidelab call me Bear => Maya nickname Bear',
      'call A V': 'Call me Pri. => Maya nickname Pri',
      'A {like,prefer} to be called V': 'Ola likes to be called Bear => Ola likes to be called Bear; Ola nickname Bear',
      'A , aka|a.k.a. V': 'Ola, aka Bear, sings => Ola nickname Bear',
      'A {be} known as V': 'Ola is known as Bear => Ola nickname Bear',
    },
    counterExamples: ['Ola goes by train.'],
  },
  {
    predicate: 'height',
    value: 'height',
    patterns: {
      'P height {be} V': 'My height is 190 cm => Maya height 190 cm',
      'A {be} V': "I'm 1.82 m tall. => Maya height 1.82 m",
    },
    counterExamples: ["I'm 5 minutes late."],
  },
];

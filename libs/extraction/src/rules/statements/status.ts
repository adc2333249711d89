import type { StatementRule } from '../language/claim-rule.js';
import { words } from '#lexicon/words.js';

/** Rules for states and offices. */
export const STATUS_RULES: readonly StatementRule[] = [
  {
    predicate: 'status',
    value: 'phrase',
    past: 'asserted',
    patterns: {
      'A {be} .. <state>': 'I am on leave. => Maya status on leave',
      'A got|became|become <state>': 'Ola got divorced => Ola status divorced; Ola no longer spouse_of anything',
    },
    counterExamples: ["I'm not married.", 'Are you pregnant?'],
  },
  {
    predicate: 'status',
    value: 'phrase',
    patterns: {
      'A {be} the|a|our|new? .. <office>': 'Lwazi is our captain. => Lwazi status captain',
      'A {be} elected .. <office>': 'Ola has been elected mayor => Ola status mayor',
    },
    counterExamples: ['Is Lwazi our captain?'],
  },
  {
    predicate: 'status',
    value: 'phrase',
    past: 'asserted',
    patterns: {
      'A got elected .. <office>': 'I got elected treasurer => Maya did got elected treasurer; Maya status treasurer',
      'A became|become .. <office>': 'Ola became mayor => Ola status mayor',
      'A {be} elected .. <office>': 'Ola has been elected mayor => Ola status mayor',
      'A was|were made .. <office>': 'Ola was made captain => Ola status captain',
    },
    counterExamples: ['Ola never became mayor.'],
  },
  {
    predicate: 'status',
    value: 'phrase',
    past: 'asserted',
    notBefore: words('to'),
    patterns: {
      "A have|has|'ve|'s just|recently|finally|now? ^retired V":
        'Bruna Reis has retired. => Bruna Reis status retired; Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at anything',
      'A:person , <state>':
        'Bruna Reis, retired, lives in Oslo. => Bruna Reis status retired; Bruna Reis lives_in Oslo',
      'A:person <state> in|last|early|two|three|five|ten':
        'Bruna Reis retired in 2019. => Bruna Reis status retired; Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer works_at anything',
      'A:person ( <state> )': 'Bruna Reis (retired) called => Bruna Reis status retired',
      'A:person , a|an|the? <state> .. @job':
        'I called Bruna Reis, a retired baker. => Bruna Reis status retired; Bruna Reis no longer occupation baker',
      'A {be} a|an <state> .. @job': 'Ola is a retired baker => Ola status retired; Ola no longer occupation baker',
    },
    counterExamples: ['Has Bruna Reis retired?'],
  },
  {
    predicate: 'status',
    value: 'noun',
    presupposed: true,
    ofNamed: true,
    notBefore: words("'s ’s '"),
    patterns: {
      '<office> A:person': 'We called council leader Bruna Reis. => Bruna Reis status council leader',
    },
    counterExamples: ['"You know that council leader Bruna Reis called", she said.'],
  },
  {
    predicate: 'status',
    value: 'noun',
    adjoining: true,
    presupposed: true,
    onlyBefore: words('. , ; : ! ? … ) ( – — - of at for since in and who'),
    patterns: {
      'A:person , .. <office>': 'Bruna Reis, mayor of Oslo, called. => Bruna Reis status mayor',
      'A:person ( .. <office>': 'Bruna Reis (chair) called => Bruna Reis status chair',
    },
    counterExamples: ['Bruna Reis (friend of our mayor) called.'],
  },
  {
    predicate: 'status',
    value: 'noun',
    atClauseStart: true,
    patterns: {
      '<office> : A:person': 'Treasurer: Bruna Reis => Bruna Reis status Treasurer',
      '@qualifier <office> : A:person': 'Vice captain: Bruna Reis => Bruna Reis status Vice captain',
    },
    counterExamples: ['Wanted as treasurer: Bruna Reis?'],
  },
  {
    predicate: 'status',
    value: 'noun',
    patterns: {
      'A remains|remain|stays|stay a|an|the? .. <office>':
        'Bruna Reis remains a councillor. => Bruna Reis status councillor',
      'my|our|the|their|new .. <office> {be} called|named? A:person':
        'Our treasurer is Bruna Reis. => Bruna Reis status treasurer',
    },
    counterExamples: ['Is our treasurer Bruna Reis?'],
  },
  {
    predicate: 'status',
    value: 'phrase',
    patterns: {
      'A {be} ^out|away|off|gone until|till V':
        'Lila is out until Monday => Lila plans out until Monday; Lila status out until Monday',
    },
    counterExamples: ['Is Lila out until Monday?'],
  },
  {
    predicate: 'status',
    value: 'noun',
    polarity: 'ended',
    past: 'asserted',
    patterns: {
      'A:person resigned|retired as a|an|the? .. <office>':
        'Bruna Reis resigned as council leader. => Bruna Reis did resigned as council leader; Bruna Reis no longer status council leader; Bruna Reis no longer occupation anything; Bruna Reis no longer status anything',
      "A:person have|has|'ve|'s just? resigned|retired as a|an|the? .. <office>":
        'Bruna Reis has resigned as mayor. => Bruna Reis did resigned as mayor; Bruna Reis no longer status mayor',
      'A:person stepped|stood down as a|an|the? .. <office>':
        'Bruna Reis stepped down as chair. => Bruna Reis no longer status chair; Bruna Reis no longer occupation anything; Bruna Reis no longer status anything',
    },
    counterExamples: ['Has Bruna Reis resigned as mayor?'],
  },
];

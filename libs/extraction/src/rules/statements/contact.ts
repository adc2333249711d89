import type { StatementRule } from '../language/claim-rule.js';

/** Rules for e-mail addresses and telephone numbers. */
export const CONTACT_RULES: readonly StatementRule[] = [
  {
    predicate: 'email',
    value: 'email',
    patterns: {
      'P .. email|e-mail|mail address? {be} V': 'My email is maya@mail.example. => Maya email maya@mail.example',
      'P .. email|e-mail|mail address? : V': 'my email: ola@mail.example => Maya email ola@mail.example',
      'P .. address {be} V':
        'Her address is ola@mail.example. My address is maya@mail.example => Maya email maya@mail.example',
      'to|at P email|e-mail|mail address? V': 'Write to my email ola@mail.example => Maya email ola@mail.example',
      'write|mail|email to? A at|on|under V': 'Please email Ola at ola@mail.example => Ola email ola@mail.example',
      'A can be reached at V': 'I can be reached at ola@mail.example => Maya email ola@mail.example',
    },
    counterExamples: ['Is my email ola@mail.example?'],
  },
  {
    predicate: 'email',
    value: 'email',
    subjectIsSpeaker: true,
    atClauseStart: true,
    patterns: {
      'please? use V': 'please use ola@mail.example => Maya email ola@mail.example',
    },
    counterExamples: ['Please use the stairs.'],
  },
  {
    predicate: 'email',
    value: 'email',
    subjectIsSpeaker: true,
    patterns: {
      'reach|email|e-mail|mail|contact me at|on|under|via V':
        'Contact me at ola@mail.example => Maya email ola@mail.example',
    },
    counterExamples: ['Email me at noon.'],
  },
  {
    predicate: 'phone',
    value: 'phone',
    patterns: {
      'P .. phone|mobile|cell|telephone|number number? {be} V':
        'my number is +47 900 12 345 => Maya phone +47 900 12 345',
      'P .. phone|mobile|cell|telephone|number number? for|at|in .. {be} V':
        'My number for emergencies is 555-0142 => Maya phone 555-0142',
      'P phone|mobile|cell|telephone number? V':
        'Remove my phone number 0470 55 01 63 please => Maya phone 0470 55 01 63',
      'A:person ( V': 'Bruna Reis (07700 900 418) knows => Bruna Reis phone 07700 900 418',
      'call|ring|text|phone|reach A at|on|under V': 'Ring Ola on 07700 900 418 => Ola phone 07700 900 418',
      'A can|may be reached at|on|under V': 'Ola can be reached on 07700 900 418 => Ola phone 07700 900 418',
      'P .. phone|mobile|cell|telephone|number number? : V': 'my phone number: 555-0142 => Maya phone 555-0142',
    },
    counterExamples: ['My phone is broken.'],
  },
  {
    predicate: 'phone',
    value: 'phone',
    subjectIsSpeaker: true,
    patterns: {
      'best|new|direct|work|private|emergency phone|mobile? number {be} V':
        'Best number is 0171 555 0199 => Maya phone 0171 555 0199',
      'call|text|ring|reach me at|on V': 'You can reach me at 0171 555 0199. => Maya phone 0171 555 0199',
    },
    counterExamples: ['Call me at noon.'],
  },
];

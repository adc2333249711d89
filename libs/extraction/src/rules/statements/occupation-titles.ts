import type { StatementRule } from '../language/claim-rule.js';
import { NO_ROLE_TITLES, NO_TITLES } from '#lexicon/jobs.js';
import { words } from '#lexicon/words.js';

/** What follows a name that a title stands before, or a title that stands behind a name: the apposition has ended. */
const BEHIND_APPOSITION = words('. , ; : ! ? … ) ( – — - of at from for in and who about on');

/** Rules for jobs that stand beside a name as a title or an apposition. */
export const OCCUPATION_TITLE_RULES: readonly StatementRule[] = [
  {
    predicate: 'occupation',
    value: 'noun',
    presupposed: true,
    ofNamed: true,
    notValues: NO_TITLES,
    notBefore: words("'s ’s '"),
    patterns: {
      '<job> A:person': 'We called site manager Bruna Reis. => Bruna Reis occupation site manager',
    },
    counterExamples: ["I met the nurse, and Bruna Reis' dog.", 'My manager Bruna Reis called.'],
  },
  {
    predicate: 'occupation',
    value: 'noun',
    presupposed: true,
    notValues: NO_TITLES,
    onlyBefore: BEHIND_APPOSITION,
    patterns: {
      'my|our|his|her|their|your|the .. <job> , A:person':
        'I called our archivist, Bruna Reis. => Bruna Reis occupation archivist',
      '<job> of|for|at|from @det? N , A:person':
        'A spokeswoman for Vela Labs, Bruna Reis, said no. => Bruna Reis works_at Vela Labs; Bruna Reis occupation spokeswoman',
      "'s .. <job> , A:person": "I wrote to Tolu's maths teacher, Bruna Reis. => Bruna Reis occupation maths teacher",
    },
    counterExamples: ['When I told the nurse, Bruna Reis laughed.', 'I told my manager, Bruna Reis.'],
  },
  {
    predicate: 'occupation',
    value: 'noun',
    notValues: NO_ROLE_TITLES,
    notBefore: words("'s ’s ' and &"),
    patterns: {
      'my|our|his|her|their|your|the|new .. <job> {be} called|named? A:person':
        'Our new archivist is Bruna Reis. => Bruna Reis occupation archivist',
    },
    counterExamples: [
      "The nurse is Bruna Reis's sister.",
      'Is the nurse called Bruna Reis?',
      'My manager is Bruna Reis.',
    ],
  },
  {
    predicate: 'occupation',
    value: 'noun',
    adjoining: true,
    presupposed: true,
    notValues: NO_ROLE_TITLES,
    onlyBefore: BEHIND_APPOSITION,
    patterns: {
      'A:person , .. <job>':
        'I called Bruna Reis, 41, head gardener at Vela Labs. => Bruna Reis age 41; Bruna Reis works_at Vela Labs; Bruna Reis occupation head gardener',
      'A:person ( .. <job>': 'Bruna Reis (ops lead) called => Bruna Reis occupation ops lead',
      'A:person -|–|— .. <job>': 'Bruna Reis - electrician => Bruna Reis occupation electrician',
    },
    counterExamples: [
      'I met Bruna Reis, my manager.',
      'Bruna Reis (friend of my accountant) called.',
      'Thanks Bruna Reis, teacher called.',
    ],
  },
  {
    predicate: 'occupation',
    value: 'noun',
    adjoining: true,
    onlyBefore: words('. , ; ! … ) – — of at for in since here there now and but from'),
    patterns: {
      'A {be} .. <job>': 'Bruna Reis is practice manager now. => Bruna Reis occupation practice manager',
    },
    counterExamples: ['Is Bruna Reis practice manager?', "I'm with my doctor.", "I'm at the dentist."],
  },
  {
    predicate: 'occupation',
    value: 'noun',
    past: 'asserted',
    patterns: {
      'A {be} promoted|made|appointed|named|elected to|as? .. <job>':
        'Bruna Reis was promoted to staff engineer. => Bruna Reis did was promoted to staff engineer; Bruna Reis occupation staff engineer; Bruna Reis no longer occupation anything',
      'A got promoted|appointed to|as? .. <job>':
        'I got promoted to shift leader => Maya did got promoted to shift leader; Maya occupation shift leader; Maya no longer occupation anything',
      'N have|has? named|appointed|hired|promoted|recruited|made A:person as|to|its|our|their? .. <job>':
        'Vela Labs named Bruna Reis chief architect. => Vela Labs did named Bruna Reis chief architect; Bruna Reis occupation chief architect',
      'A took|takes over|up? as .. <job>': 'Bruna Reis took over as editor => Bruna Reis occupation editor',
      'A {stay,continue,serve,act} on? as .. <job>':
        'Bruna Reis stays on as managing director. => Bruna Reis occupation managing director',
      'A remains|remain .. <job>': 'Bruna Reis remains editor. => Bruna Reis occupation editor',
    },
    counterExamples: ['Was Bruna Reis promoted to staff engineer?', 'Bruna Reis might stay on as editor.'],
  },
  {
    predicate: 'occupation',
    value: 'noun',
    patterns: {
      'A {work} in|for|at|with N as a|an|the? .. <job>': 'Ola works in Bristol as a welder. => Ola occupation welder',
      'A {be} with us .. as a|an .. <job>': 'Ola has been with us as a welder. => Ola occupation welder',
    },
    counterExamples: ['Does Ola work in Bristol as a welder?'],
  },
  {
    predicate: 'occupation',
    value: 'phrase',
    past: 'asserted',
    patterns: {
      'A {be} promoted|made|appointed|named to|as? ^head|director|chief|vp of V':
        'Ola was made head of sales => Ola occupation head of sales',
      'A remains|stays|became|becomes ^head|director|chief|vp of V':
        'Ola became head of sales => Ola occupation head of sales',
      'A:person ( ^head|director|chief|vp of V':
        'Bruna Reis (head of service, my boss) called => Bruna Reis occupation head of service; Maya reports_to Bruna Reis',
    },
    counterExamples: ['Ola was not made head of sales.'],
  },
  {
    predicate: 'occupation',
    value: 'noun',
    atClauseStart: true,
    ofNamed: true,
    notValues: NO_ROLE_TITLES,
    notBefore: words("'s ’s ' and &"),
    patterns: {
      '<job> {be} A:person': 'Chef is Bruna Reis. => Bruna Reis occupation Chef',
      '@qualifier <job> {be} A:person': 'Head chef is Bruna Reis. => Bruna Reis occupation Head chef',
      '<job> : A:person': 'Chef: Bruna Reis => Bruna Reis occupation Chef',
      '@qualifier <job> : A:person': 'Head chef: Bruna Reis => Bruna Reis occupation Head chef',
    },
    counterExamples: ["Chef is Bruna Reis's friend."],
  },
  {
    predicate: 'occupation',
    value: 'title',
    ofNamed: true,
    notBefore: words("'s ’s ' and &"),
    patterns: {
      'my|our|his|her|their|your|the @adj? ^head|director|chief|vp of W , A:person':
        'I called our new head of design, Bruna Reis. => Bruna Reis occupation head of design',
      'my|our|his|her|their|your|the @adj? ^head|director|chief|vp of W {be} called? A:person':
        'Our head of design is Bruna Reis. => Bruna Reis occupation head of design',
    },
    counterExamples: ['Is our head of design Bruna Reis?'],
  },
  {
    predicate: 'occupation',
    value: 'title',
    atClauseStart: true,
    patterns: {
      '^head|director|chief|vp of W : A:person': 'Head of design: Bruna Reis => Bruna Reis occupation Head of design',
    },
    counterExamples: ['Who is at the head of design: Bruna Reis?'],
  },
];

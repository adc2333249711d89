import { statement, type StatementRule } from '../claim-rule.js';

/** What a person is: job, age, names, contact, health, languages and skills. */
export const TRAIT_RULES: readonly StatementRule[] = [
  statement('occupation', 'noun', [
    'A {be} a|an|the|our .. <job>',
    'A {be} my|our .. <job>',
    'A {work} as a|an|the? .. <job>',
    'A , a|an|the .. <job>',
    'A {start} .. as a|an|the? .. <job>',
    'A {be} .. , a|an .. <job>',
    'A {train} as a|an .. <job>',
    'P job|occupation|profession {be} V',
    'A {be} a|an .. <job> by trade|profession',
    'A {do} .. <job> work',
    'our|my|their|the <trade> ,? A',
    'A , our|my|their|the .. <trade>',
    'A {be} our|my|their|the .. <trade>',
    'A became|become a|an? .. <job>',
    'A {retrain,qualify} as a|an? .. <job>',
    'A got .. job|position|role as a|an .. <job>',
    'A {be} hired as a|an? .. <job>',
  ]),
  statement('occupation', 'phrase', [
    'A , @det? ^head|director|chief|vp of V',
    'A {be} @det? ^head|director|chief|vp of V',
  ]),
  statement(
    'age',
    'number',
    ['A {be} V years|yrs? old|young', 'A {be} V yo|y.o.', 'A turned|turns V', 'P age {be} V', 'A {be} V'],
    {
      past: 'asserted',
    },
  ),
  statement('birthday', 'date', ['P birthday|bday {be} on? V', 'A was|were born on V'], {
    past: 'asserted',
    undated: true,
  }),
  statement('nationality', 'phrase', ['A {be} half|part? <nationality>', 'A {be} originally <nationality>'], {
    past: 'asserted',
  }),
  statement('nationality', 'phrase', [
    'P nationality {be} V',
    'A have|has|got <nationality> citizenship|nationality|passport',
  ]),
  statement('email', 'email', [
    'P .. email|e-mail|mail address? {be} V',
    'P .. email|e-mail|mail address? : V',
    'A can be reached at V',
  ]),
  statement('email', 'email', ['please? use V'], { speaks: true, opens: true }),
  statement('email', 'email', ['reach|email|e-mail|mail|contact me at|on|under|via V'], { speaks: true }),
  statement('phone', 'phone', [
    'P .. phone|mobile|cell|telephone|number number? {be} V',
    'P .. phone|mobile|cell|telephone|number number? : V',
  ]),
  statement('phone', 'phone', ['call|text|ring|reach me at|on V'], { speaks: true }),
  statement(
    'nickname',
    'name',
    ['call me V', 'everyone|everybody|people|friends|they just? calls|call me V', 'i go|goes by V'],
    {
      speaks: true,
    },
  ),
  statement('nickname', 'name', [
    'P nickname {be} V',
    'A goes|go by V',
    'everyone|everybody|people|friends|folks calls|call A V',
    'everyone|everybody in .. calls A V',
    'everyone|everybody|people|they in|at B calls|call A V',
    'call A V',
    'A {be} known as V',
  ]),
  statement('height', 'height', ['A {be} V tall', 'P height {be} V', 'A {be} V']),
  statement('status', 'phrase', ['A {be} .. <state>', 'A got|became|become <state>'], { past: 'asserted' }),
  statement('status', 'phrase', ['A {be} the|a|our|new? .. <office>', 'A {be} elected .. <office>']),
  statement(
    'status',
    'phrase',
    [
      'A got elected .. <office>',
      'A became|become .. <office>',
      'A {be} elected .. <office>',
      'A was|were made .. <office>',
    ],
    {
      past: 'asserted',
    },
  ),
  statement(
    'has_condition',
    'phrase',
    [
      'A {have} @det? .. <condition>',
      'A {be} <condition>',
      'A {suffer} from V',
      'A {live} with <condition>',
      'A got? diagnosed with V',
      'A {be} diagnosed with V',
    ],
    { past: 'asserted' },
  ),
  statement('has_condition', 'phrase', ['A got <condition>', 'A caught <condition>'], { past: 'asserted' }),
  statement('speaks', 'phrase', [
    'A {speak} .. <language>',
    'A {speak} <language>',
    'A {be} fluent|conversational in .. <language>',
    'A {know} <language>',
    'A can speak .. <language>',
    'P <language> {be} good|great|decent|rusty|ok|okay|fine|fluent|terrible|better|bad|awful',
    'A grew up speaking .. <language>',
  ]),
  statement('has_skill', 'phrase', [
    'A {play} <instrument>',
    'A {be} .. good|great|skilled|excellent|fluent|expert at|in V',
    'A {know} how to V',
    'A can play <instrument>',
    'A can <craft>',
    'A {be} a|an .. expert in|on V',
    'A taught me V',
  ]),
  statement('has', 'noun', [
    'A {have} a|an|the|two|three|four .. <possession>',
    "A 've|have|has got a|an|two|three .. <possession>",
  ]),
];

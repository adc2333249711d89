import type { StatementRule } from '../language/claim-rule.js';

/** Rules for jobs. */
export const OCCUPATION_RULES: readonly StatementRule[] = [
  {
    predicate: 'occupation',
    value: 'noun',
    patterns: {
      'A {be} a|an|the|our .. <job>': "I'm a vet. => Maya occupation vet",
      'A {be} my|our .. <job>': 'Ola is our translator => Ola occupation translator; Maya colleague_of Ola',
      'A {work} as a|an|the? .. <job>': 'Raúl works as a baker. => Raúl occupation baker',
      'A {work} as a|an V': 'Otto works as a night porter => Otto occupation night porter',
      'A {work} at|for|with N as a|an|the? .. <job>':
        'Ola works at Tidelab as a clerk => Ola works_at Tidelab; Ola occupation clerk',
      'A {be} at N as a|an .. <job>': 'Ola is at Tidelab as a clerk => Ola works_at Tidelab; Ola occupation clerk',
      'A , a|an|the .. <job>': "Hi, I'm Maya, a violin maker from Cremona => Maya occupation violin maker",
      'A {be} .. , a|an .. <job>':
        'Aino is Finnish, a potter, and very funny => Aino nationality Finnish; Aino occupation potter',
      'P job|occupation|profession {be} V': 'My job is teaching kids => Maya occupation teaching kids',
      'A {be} a|an .. <job> by trade|profession': 'Ola is a baker by trade => Ola occupation baker',
      'A {do} .. <job> work': 'Ola does freelance translator work => Ola occupation freelance translator',
      'our|my|their|the <trade> ,? A': 'Our CTO Priya said no. => Priya occupation CTO',
      'A , our|my|their|the .. <trade>': 'Rana, our drummer, quit => Rana occupation drummer',
      'A {be} our|my|their|the .. <trade>': 'Ola is our accountant => Ola occupation accountant; Maya colleague_of Ola',
      'A became|become a|an? .. <job>': 'Salma became a midwife => Salma occupation midwife',
      'A got .. job|position|role as a|an .. <job>': 'Ola got a job as a clerk => Ola occupation clerk',
    },
    counterExamples: ['Are you a doctor?', 'If I were a pilot I would travel more.'],
  },
  {
    predicate: 'occupation',
    value: 'noun',
    past: 'asserted',
    patterns: {
      'A {start} .. as a|an|the? .. <job>': 'I started in May as a paramedic => Maya occupation paramedic',
      'A {retrain,qualify} as a|an? .. <job>': 'Ola has retrained as a nurse => Ola occupation nurse',
      'A {be} hired|appointed as? a|an? .. <job>': 'Ola was hired as a clerk => Ola occupation clerk',
    },
    counterExamples: ['Ola was not hired as a clerk.', 'Ola starts in July as a nurse.'],
  },
  {
    predicate: 'occupation',
    value: 'role',
    patterns: {
      'A , @det? ^head|director|chief|vp of V':
        'Hassan, head of operations at Cargolux, agreed to the plan. => Hassan works_at Cargolux; Hassan occupation head of operations at Cargolux',
      'A {be} @det? ^head|director|chief|vp of V': 'Ola is head of sales => Ola occupation head of sales',
    },
    counterExamples: ['Is Ola head of sales?', 'The chair is Ola, head of sales is Bruna Reis.'],
  },
  {
    predicate: 'occupation',
    value: 'phrase',
    subjectIsSpeaker: true,
    atClauseStart: true,
    patterns: {
      'first|second|third day|week|month as @det? ^head|director|chief|vp of V':
        'Third day as head of department. => Maya occupation head of department',
    },
    counterExamples: ['Is it your first day as head of department?', "Ola's first day as head of sales was long."],
  },
];

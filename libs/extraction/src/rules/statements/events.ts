import type { StatementRule } from '../language/claim-rule.js';

/** When something is to happen: "on Friday", "next week", "at the end of May"; the words before it are free. */
const WHEN = 'on|next|in|from|until|till|by|this the|a|two|three|four|five|early|late|mid? @when';

/** Rules for what people and bodies did. */
export const DEEDS_RULES: readonly StatementRule[] = [
  {
    predicate: 'did',
    value: 'clause',
    past: 'asserted',
    confidence: 0.6,
    patterns: {
      "A:person have|'ve|has|'s|just? ^@deed V": "I've finished my thesis => Maya did finished my thesis",
      'A:person ^@deed V': 'I broke my wrist on Sunday => Maya did broke my wrist on Sunday',
      'A:person ^was|were|got|been @suffered V':
        'Bruna Reis was arrested in Leeds => Bruna Reis did was arrested in Leeds',
      'A:person ^was|were|got|been made redundant V':
        'I was made redundant today => Maya did was made redundant; Maya no longer occupation anything; Maya no longer reports_to anything; Maya no longer works_at anything',
      'A:person ^was|were|got|been sent off|home V': 'Bruna Reis was sent off again => Bruna Reis did was sent off',
      'A:person ^had a|an|the|her|his|their|my @adj? @mishap V':
        'My aunt Bruna Reis had a stroke in May => Bruna Reis did had a stroke in May; Maya family_of Bruna Reis; Maya family_of Bruna Reis',
      'A:person ^got a|an|the .. @gain V': 'Bruna Reis got a post in Leeds => Bruna Reis did got a post in Leeds',
      'A:person ^fell off|down|over|from|through V':
        'Bruna Reis fell off the ladder => Bruna Reis did fell off the ladder',
      "A:person have|'ve|has? ^exchanged contracts V":
        'We exchanged contracts on a house => Maya did exchanged contracts on a house',
      "A:person have|'ve|has|'s? ^handed my|her|his|their notice V":
        'Bruna Reis handed her notice in => Bruna Reis did handed her notice in',
      "A:person have|'ve|has|'s? ^handed in my|her|his|their notice V":
        "I've handed in my notice => Maya did handed in my notice",
    },
    counterExamples: ['Have you finished your thesis?', 'I nearly finished my thesis.', 'I was elected?'],
  },
  {
    predicate: 'did',
    value: 'clause',
    past: 'asserted',
    ofNamed: true,
    confidence: 0.7,
    patterns: {
      "A:person have|has|'s? ^died|passed away|of|from|after|in|on|at|last|this|yesterday|peacefully|suddenly V":
        'Bruna Reis died in May => Bruna Reis did died in May; Bruna Reis no longer age anything; Bruna Reis no longer diet anything; Bruna Reis no longer lives_in anything; Bruna Reis no longer occupation anything; Bruna Reis no longer reports_to anything; Bruna Reis no longer spouse_of anything; Bruna Reis no longer status anything; Bruna Reis no longer works_at anything',
    },
    counterExamples: ['I died in that meeting.'],
  },
  {
    predicate: 'did',
    value: 'clause',
    past: 'asserted',
    fromType: 'organization',
    confidence: 0.6,
    patterns: {
      'A:organization have|has? ^@bodydeed V':
        'Vela Labs raised 14 million dollars => Vela Labs did raised 14 million dollars',
    },
    counterExamples: ['Has Vela Labs raised 14 million dollars?'],
  },
];

/** Rules for what people and bodies plan. */
export const PLANS_RULES: readonly StatementRule[] = [
  {
    predicate: 'plans',
    value: 'intent',
    confidence: 0.65,
    past: null,
    patterns: {
      "A:person will|'ll V": "Next week I'll start the pottery course. => Maya plans start the pottery course",
      'A:person {be} going to V': "I'm going to bake a cake tomorrow. => Maya plans bake a cake tomorrow",
      'A:person {be} gon na V': "I'm gonna repaint the kitchen => Maya plans repaint the kitchen",
      'A {plan} to V': 'Ebba plans to run a half marathon => Ebba plans run a half marathon',
      'A:person {intend,hope,aim} to V': 'Ola hopes to repaint the kitchen => Ola plans repaint the kitchen',
      'A:person {be} about to V': 'Ola is about to repaint the kitchen => Ola plans repaint the kitchen',
      'A:person {be} hoping|planning|aiming|looking|due|set|scheduled to V':
        "We're planning to open a second shop => Maya plans open a second shop",
      'A:person ^signed up for V':
        'I signed up for a welding class. => Maya did signed up for a welding class; Maya plans signed up for a welding class',
      'A:person {be} ^going to @det? B:place V':
        "I'm going to Lisbon next week => Maya plans going to Lisbon next week",
      'A:person {be} ^getting|moving|flying|heading|running|driving|buying|opening|launching|hosting|taking|travelling|traveling|starting|visiting|leaving|training|presenting|speaking|baking|joining|retiring|returning|adopting|emigrating V':
        "I'm flying to Manila on Tuesday. => Maya plans flying to Manila on Tuesday",
      'A:person {be} ^coming|going for|back|over|home|away|abroad|on V':
        'Bruna Reis is coming for Christmas => Bruna Reis plans coming for Christmas',
      [`A:person {be} ^@scheduling ... ${WHEN} V`]:
        "I'm doing the Hackney Half in two weeks => Maya plans doing the Hackney Half in two weeks",
      'A:person {be} ^@scheduling ... tomorrow|tonight V':
        "I'm doing the Hackney Half tomorrow => Maya plans doing the Hackney Half tomorrow",
      'A:person {be} ^off|away|out|back|in on|until|till|from|next the? @when V':
        "I'm out on Thursday => Maya plans out on Thursday",
      "A:person will|'ll be ^off|away|out|back|there|free V":
        "I'll be away until Thursday => Maya plans away until Thursday",
      [`A:person can ^come|start|make|do|help|drive|visit|meet ... ${WHEN} V`]:
        'Anton can come on Tuesday at ten => Anton plans come on Tuesday at ten',
    },
    counterExamples: ['Are you going to repaint the kitchen?', 'I was going to repaint the kitchen.'],
  },
  {
    predicate: 'plans',
    value: 'clause',
    confidence: 0.6,
    past: null,
    patterns: {
      [`A:person ^@scheduled ... ${WHEN} V`]: 'Bruna Reis lands on 20 June => Bruna Reis plans lands on 20 June',
      'A:person ^@scheduled ... tomorrow|tonight V': 'We fly home tomorrow => Maya plans fly home tomorrow',
      'A:person ^takes over the|our|my|your V':
        'Bruna Reis takes over the accounts => Bruna Reis plans takes over the accounts',
      'A:person {have} a|an|two|three|my|her|his .. ^appointment|interview|interviews|exam|operation|surgery|scan|viewing|hearing|audition|flight on|next|tomorrow|this V':
        'Mira has a dentist appointment on Thursday => Mira plans appointment on Thursday',
    },
    counterExamples: ['When does Jericho land on 20 June?'],
  },
  {
    predicate: 'plans',
    value: 'clause',
    confidence: 0.65,
    past: 'asserted',
    patterns: {
      'A:person {agree,promise,decide} to V': 'Ola has agreed to host the fair => Ola plans host the fair',
    },
    counterExamples: ["I haven't agreed to host the fair."],
  },
  {
    predicate: 'plans',
    value: 'clause',
    confidence: 0.65,
    past: null,
    fromType: 'organization',
    patterns: {
      'A:organization will V': 'Vela Labs will close the office in Leeds => Vela Labs plans close the office in Leeds',
      'A:organization {plan,intend,agree,aim} to V':
        'Vela Labs plans to hire 50 people => Vela Labs plans hire 50 people',
      'A:organization have|has agreed to V': 'Vela Labs has agreed to buy the farm => Vela Labs plans buy the farm',
      'A:organization {be} going|set|due to V':
        'Vela Labs is going to hire 50 people => Vela Labs plans hire 50 people',
      'A:organization {be} ^closing|opening|launching|taking|hiring|expanding|moving|building|selling|buying|adding V':
        'Vela Labs is closing the shop in May => Vela Labs plans closing the shop in May',
    },
    counterExamples: ['Will Vela Labs hire 50 people?'],
  },
];

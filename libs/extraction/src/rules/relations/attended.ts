import type { RelationRule } from '../language/claim-rule.js';

/** Rules for events that people took part in. */
export const ATTENDED_RULES: readonly RelationRule[] = [
  {
    relation: 'attended',
    past: 'asserted',
    toType: 'event',
    patterns: {
      'A {attend} B': 'I attended Kafka Summit last year. => Maya attended Kafka Summit',
      'A {go} to @det? B:event':
        'Kenji and I went to the Sapporo Snow Festival. => Kenji attended Sapporo Snow Festival; Maya attended Sapporo Snow Festival',
      'A went to @det? B:event':
        'Kenji and I went to the Sapporo Snow Festival. => Kenji attended Sapporo Snow Festival; Maya attended Sapporo Snow Festival',
      'A {be} at @det? B:event': 'I was at the Web Summit with Teo => Maya attended Web Summit',
      'A {run,play,swim,row} @det? B:event': 'ran the Oslo Marathon in 3:52 => Maya attended Oslo Marathon',
      'A {run,play,race,compete,swim,volunteer,sing} in|at @det? B:event':
        "I'm volunteering at Kafka Summit => Maya attended Kafka Summit",
      'A finished|completed|did|won|rode|loved @det? B:event':
        'Ola finished the Oslo Marathon => Ola attended Oslo Marathon',
      'A met|saw|played|won|sang|talked|danced|worked|helped|performed .. at|in @det? B:event':
        'I performed at the Camden Fringe Festival in August. => Maya attended Camden Fringe Festival',
      'A met|saw N at @det? B:event':
        'met Ola at the Borealis Festival => Maya attended Borealis Festival; Maya knows Ola',
      'A gave .. talk|keynote|workshop|paper|speech|lecture at @det? B':
        'I gave a talk at GopherCon => Maya attended GopherCon',
      'A {be} .. at @det? B:event': 'I was at the Web Summit with Teo => Maya attended Web Summit',
      'A {be} back from @det? B:event': 'Ola is back from Kafka Summit => Ola attended Kafka Summit',
      'A got|came back from @det? B:event': 'Ola got back from Kafka Summit => Ola attended Kafka Summit',
      'A celebrated @det? B:event': "We celebrated Diwali at Kiran's. => Maya attended Diwali",
      'A spoke|presented|performed at @det? B:event':
        'Oluwaseun spoke at DevFest last month. => Oluwaseun attended DevFest',
      'A took part in @det? B:event': 'Ola took part in the Oslo Marathon => Ola attended Oslo Marathon',
      'A sat together at B:event': 'We sat together at Kafka Summit => Maya attended Kafka Summit',
      "A have|'ve|has been to @det? B:event": "I've been to Kafka Summit => Maya attended Kafka Summit",
    },
    counterExamples: ["I couldn't attend Kafka Summit."],
  },
];

import type { RelationRule } from '../language/claim-rule.js';

/** Rules for travels and visits. */
export const VISITED_RULES: readonly RelationRule[] = [
  {
    relation: 'visited',
    past: 'asserted',
    patterns: {
      'A {visit} @det? B': 'We visited Kyoto in April. => Maya visited Kyoto',
      'A {visit} .. N in B:place':
        'I finally visited my cousin Hye-jin in Busan. => Maya family_of Hye-jin; Maya visited Busan',
      'A {visit} .. in B:place': 'Ola visited friends in Lisbon => Ola visited Lisbon',
      'A {be} visiting .. in B:place': 'Ola is visiting friends in Lisbon => Ola visited Lisbon',
      "A have|has|'ve|'s been to B:place": "I've been to Lisbon => Maya visited Lisbon",
      'A did|do a .. trip|tour to|of|around B:place': 'We did a short trip to Lisbon => Maya visited Lisbon',
      'A took .. trip|train|bus|flight|ferry to B:place': 'We took the train to Lisbon => Maya visited Lisbon',
      'A took N .. to B:place': 'We took Ola down to Lisbon => Maya visited Lisbon',
      'A saw B:place': 'I saw Lisbon => Maya visited Lisbon',
      'A went|flew|travelled|traveled|drove|cycled|hiked|sailed|walked over|down|up? to @det? B:place':
        'We flew to Reykjavik for the weekend. => Maya visited Reykjavik',
      'A went|flew|travelled|traveled|drove|cycled|hiked to B for|with|last|in|on|over':
        'drove to Ullapool with Fergus. => Maya visited Ullapool',
      'A went|flew|travelled|traveled|drove to B:place and|, B':
        'We drove to Lisbon and Porto => Maya visited Lisbon; Maya visited Porto',
      'A went|drove|flew|hiked|cycled .. to|in|around|through @det? B:place':
        'Last summer we hiked around Lake Bled. => Maya visited Lake Bled',
      'A {be} in B:place last|in|for|over|this|on|yesterday': 'I was in Lisbon last week => Maya visited Lisbon',
      'A spent .. in|at @det? B:place': 'We spent a week in Dakar. => Maya visited Dakar',
      'A spent N .. in|at @det? B:place': 'spent Easter in Krakow with the in-laws => Maya visited Krakow',
      "A came|got|just|am|'m back|home from B": "I'm back from Turku => Maya visited Turku",
      'A returned from B:place': 'Ola returned from Lisbon => Ola visited Lisbon',
      'A just? got back from B': 'just got back from Oaxaca, what a place => Maya visited Oaxaca',
      'A {be} back from B:place': 'Ola is back from Lisbon => Ola visited Lisbon',
      'A landed|arrived in|at B:place': 'We landed in Lisbon => Maya visited Lisbon',
      'A climbed|toured|explored @det? B': 'We climbed Kebnekaise => Maya visited Kebnekaise',
      'A hiked|cycled|drove|travelled|traveled|trekked|backpacked around|round|through|across|along|up|in @det? B':
        'Last summer we hiked around Lake Bled. => Maya visited Lake Bled',
      'A walked|wandered along|through|around @det? B:place': 'We wandered around Lisbon => Maya visited Lisbon',
      'A had .. lunch|dinner|coffee|drinks|breakfast|brunch|meal|drink|beer at B':
        'We had a late lunch at Casa Nina => Maya visited Casa Nina',
      'A ate|dined|drank at|in B:place': 'We dined in Lisbon => Maya visited Lisbon',
      'A stopped|stayed|camped|slept over|off? in|at|near @det? B:place':
        'stayed at Casa Verde => Maya visited Casa Verde',
    },
    counterExamples: ["I've never been to Lisbon.", "I'd love to visit Lisbon someday."],
  },
  {
    relation: 'visited',
    subjectIsSpeaker: true,
    atClauseStart: true,
    patterns: {
      'just? back home? from B': 'Back home from Tromsø! => Maya visited Tromsø',
      'greetings from B:place': 'greetings from Lisbon => Maya visited Lisbon',
      'hello from B:place': 'Hello from Lisbon => Maya visited Lisbon',
    },
    counterExamples: ['Is he back from Lisbon?'],
  },
];

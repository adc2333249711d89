import type { RelationRule } from '../language/claim-rule.js';
import { words } from '#lexicon/words.js';

/** Rules for relations of no other type. */
export const RELATED_TO_RULES: readonly RelationRule[] = [
  {
    relation: 'related_to',
    past: 'asserted',
    patterns: {
      'A {be} related to B': 'Ola is related to Bruna => Ola related_to Bruna',
      'A {partner} with B': 'Vela Labs partners with Tidelab => Vela Labs related_to Tidelab',
      'A {be} sponsored|funded|backed|supported|supplied by B':
        'Vela Labs is funded by Tidelab => Vela Labs related_to Tidelab',
      'A merged with B': 'Vela Labs merged with Tidelab => Vela Labs related_to Tidelab',
      'B {sponsor,fund,supply,back} A': 'Lidl sponsors us now => Maya related_to Lidl',
      'P @adj? @adj? @backer {be} B': 'our sponsor is Halden Brewery => Maya related_to Halden Brewery',
      'P @adj? @adj? @backer ,? B': 'Our new client, Tidelab, called => Maya related_to Tidelab',
      'A got .. grant|funding|money|sponsorship from B':
        'We got a grant from the Pallas Foundation => Maya related_to Pallas Foundation',
      'A {be} named after B': 'Vela Labs is named after Ola => Vela Labs related_to Ola',
      'A {be} based on B:work': 'Harmattan is a novel. Fernweh is based on Harmattan => Fernweh related_to Harmattan',
    },
    counterExamples: ['Ola is not related to Bruna.'],
  },
  {
    relation: 'related_to',
    subjectIsSpeaker: true,
    atClauseStart: true,
    confidence: 0.7,
    notBefore: words("'s ’s ' and"),
    patterns: {
      'landlord|landlady|dentist|gp|physio|therapist|hairdresser|vet {be} B:person':
        'landlady is Bruna Reis, 250 a week => Maya related_to Bruna Reis',
    },
    counterExamples: ["Landlady is Bruna Reis's aunt."],
  },
];

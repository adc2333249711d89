import type { RelationRule } from '../language/claim-rule.js';

/** Rules for where things are. */
export const LOCATED_IN_RULES: readonly RelationRule[] = [
  {
    relation: 'located_in',
    patterns: {
      'A:organization {be} located|based|headquartered|situated in B':
        'Acme Corp is based in Lisbon. => Acme Corp located_in Lisbon',
      'A:place {be} located|situated in B': 'Casa Nina is situated in Lisbon => Casa Nina located_in Lisbon',
      'A:event {be} in|at B:place': 'GopherCon is in Chicago this year => GopherCon located_in Chicago',
      'A:place {be} a|an|the? .. in B:place': 'Kumasi is in Ghana. => Kumasi located_in Ghana',
      'A:place , a|an|the|my|our .. in B:place': 'Mosquito, a bar in Brno, has live jazz => Mosquito located_in Brno',
      'A:place in B:place': 'dinner at Trattoria Nina in Bologna => Trattoria Nina located_in Bologna',
      'A:organization , @det? .. based|headquartered in B':
        'Arcten AB, based in Uppsala, makes sensors. => Arcten AB located_in Uppsala',
      'A:organization in B:place': 'Vela Labs in Lisbon closed => Vela Labs located_in Lisbon',
      'A:organization {be} in B:place': 'Vela Labs is in Lisbon => Vela Labs located_in Lisbon',
      'A:project {be} based|located in B': 'Project Heron is based in Lisbon => Project Heron located_in Lisbon',
      'A:event takes|took place in|at B':
        'The Kyoto Jazz Festival takes place in Kyoto. => Kyoto Jazz Festival located_in Kyoto',
      'A:event {be} in|at B': 'GopherCon is in Chicago this year => GopherCon located_in Chicago',
      'A:event , @det? .. in|at B': 'Kafka Summit, a meetup in Turku, was full => Kafka Summit located_in Turku',
      'A:gathering in B:place': 'Kafka Summit in Lisbon was full => Kafka Summit located_in Lisbon',
      'A:organization , @det? .. in|from B':
        'Arcten AB, based in Uppsala, makes sensors. => Arcten AB located_in Uppsala',
      'A:organization {be} @det? .. in|from B:place':
        'Fjordbank AS is based in Stavanger. => Fjordbank AS located_in Stavanger',
      'A:organization {be} from B': 'Vela Labs is from Turku => Vela Labs located_in Turku',
      'A:place {be} on|in|at @det? B:place': "Pavel's bar Mosquito is in Brno => Mosquito located_in Brno",
      'A:place on|at @det? B:place': 'the Blue Door Pub on Harbour Street => Blue Door Pub located_in Harbour Street',
      'A:place , on|in @det? B:place': 'the hostel is called Casa Verde, in Porto => Casa Verde located_in Porto',
      'A:organization over|up|down|out in B:place': 'Vela Labs over in Lisbon closed => Vela Labs located_in Lisbon',
      "A:organization 's .. office|headquarters|plant|factory|base|shop {be} in B:place":
        "Vela Labs's main office is in Lisbon => Vela Labs located_in Lisbon",
      'A:organization employs .. in B:place': 'Vela Labs employs 140 people in Lisbon => Vela Labs located_in Lisbon',
      'A:organization has|have its|their? headquarters|offices|office in B':
        'Kelp Labs has its office in Delft => Kelp Labs located_in Delft',
    },
    counterExamples: ['Is Vela Labs in Lisbon?', 'She was raised in Lisbon, at home in Porto.'],
  },
  {
    relation: 'located_in',
    past: 'asserted',
    patterns: {
      'A:event {be} held in|at B': 'The Harvest Fair was held in Tartu. => Harvest Fair located_in Tartu',
      'A:event {take} place in|at B':
        'The Kyoto Jazz Festival takes place in Kyoto. => Kyoto Jazz Festival located_in Kyoto',
      'A:organization have|has moved|relocated to B:place':
        'Vela Labs has moved to Lisbon => Vela Labs located_in Lisbon',
      'A:organization moved|relocated from N to B:place':
        'Vela Labs moved from Porto to Lisbon => Vela Labs located_in Lisbon; Vela Labs no longer located_in Porto',
      'A:organization have|has moved|relocated from N to B:place':
        'Vela Labs has moved from Porto to Lisbon => Vela Labs located_in Lisbon; Vela Labs no longer located_in Porto',
      'A:organization moved to B:place': 'Vela Labs moved to Lisbon => Vela Labs located_in Lisbon',
      'A:organization opened .. in B': 'Vela Labs opened an office in Turku => Vela Labs located_in Turku',
    },
    counterExamples: ['Was the Harvest Fair held in Tartu?'],
  },
  {
    relation: 'located_in',
    polarity: 'ended',
    patterns: {
      'A:organization moved|relocated out|away? of|from B:place':
        'Vela Labs moved from Porto to Lisbon => Vela Labs located_in Lisbon; Vela Labs no longer located_in Porto',
      'A:organization have|has moved|relocated out|away? of|from B:place':
        'Vela Labs has moved out of Lisbon => Vela Labs no longer located_in Lisbon',
    },
    counterExamples: ['Has Vela Labs moved out of Lisbon?'],
  },
];

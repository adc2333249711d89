import type { RelationRule } from '../language/claim-rule.js';

/** Rules for parts of organizations, places, projects and events. */
export const PART_OF_RULES: readonly RelationRule[] = [
  {
    relation: 'part_of',
    patterns: {
      'A:organization {be} part of B': 'Solvang Labs is part of Hansen Group. => Solvang Labs part_of Hansen Group',
      'A:organization {be} a|an|the? .. subsidiary|division|branch|unit|arm|department|faculty of @det? B':
        'Vela Labs is a subsidiary of Hansen Group => Vela Labs part_of Hansen Group',
      'A:place {be} part of B': 'Catalonia is part of Spain => Catalonia part_of Spain',
      'A:place {be} a|an|the .. part of B:place': 'Bavaria is the southern part of Germany => Bavaria part_of Germany',
      'A:project {be} .. part|module|component of @det? B':
        'Project Heron is part of Project Osprey => Project Heron part_of Project Osprey',
      'A:event {be} part of @det? B': 'Kafka Summit is part of Tech Fest => Kafka Summit part_of Tech Fest',
      'A:organization {belong} to @det? B:organization':
        'Bluebird Ltd belongs to Falcon Holdings. => Bluebird Ltd part_of Falcon Holdings',
    },
    counterExamples: ['Is Solvang Labs part of Hansen Group?'],
  },
  {
    relation: 'part_of',
    fromType: 'place',
    toType: 'place',
    forcesType: true,
    patterns: {
      'A {be} a|an|the .. district|suburb|neighbourhood|neighborhood|quarter|region|borough|county|province of B':
        'Gràcia is a neighbourhood of Barcelona. => Gràcia part_of Barcelona',
      'A:place , a|an|the .. district|suburb|neighbourhood|neighborhood|quarter|region|borough|corner|part of|in B:place':
        'Bavaria, a region of Germany, is green => Bavaria part_of Germany',
    },
    counterExamples: ['Is Bavaria a region of Germany?'],
  },
  {
    relation: 'part_of',
    past: 'asserted',
    patterns: {
      'B:organization acquired|bought A:organization':
        'Hansen Group bought Solvang Labs. => Solvang Labs part_of Hansen Group',
    },
    counterExamples: ['Hansen Group never bought Solvang Labs.'],
  },
  {
    relation: 'part_of',
    past: 'asserted',
    patterns: {
      'A:organization {be} acquired|bought by B':
        'Vela Labs was acquired by Hansen Group => Vela Labs part_of Hansen Group',
    },
    counterExamples: ['Solvang Labs was not acquired by Hansen Group.'],
  },
];

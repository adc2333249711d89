import type { RelationRule } from '../language/claim-rule.js';

/** Rules for work on projects. */
export const WORKS_ON_RULES: readonly RelationRule[] = [
  {
    relation: 'works_on',
    patterns: {
      'A {work} on @det? B': 'Noor is working on Project Heron. => Noor works_on Project Heron',
      'A {hack,tinker} on|at @det? B': 'Ola is tinkering on Fernweh => Ola works_on Fernweh',
      'A {help} out? with|on @det? B:project': "I'm helping out with Project Heron => Maya works_on Project Heron",
      'A {help} .. with @det? B:project': 'Ola helps a lot with Project Heron => Ola works_on Project Heron',
      'A {help,assist,support} N with|on @det? B:project':
        "I'm helping Dario with Project Willow => Maya works_on Project Willow",
      'A {rewrite,refactor,debug,edit,translate,illustrate,proofread,port} @det? B':
        'Ola is refactoring Fernweh => Ola works_on Fernweh',
      'A {be} .. on the B:project': "We're both on the Aurora project => Maya works_on Aurora",
      'A {be,move} back? onto|on|to the B project': 'Ola is on the Fernweh project => Ola works_on Fernweh',
      'A {be} assigned to @det? B:project': 'Ola is assigned to Project Heron => Ola works_on Project Heron',
      'A {be} back on @det? B:project': "I'm back on Project Heron => Maya works_on Project Heron",
      'A {be} the .. lead|manager|owner|head of|for|on @det? B:project':
        'Solveig is the new tech lead of Project Kestrel. => Solveig works_on Project Kestrel; Solveig occupation tech lead',
      'A {be} working on .. called|named B': 'Ola is working on something called Fernweh => Ola works_on Fernweh',
      'A {be} working on P .. , B':
        'Ola is working on her first app, Fernweh => Ola created Fernweh; Ola works_on Fernweh',
      'A {work} .. on @det? B:project':
        'Elif and Bram are working on Project Mosaic => Bram works_on Project Mosaic; Elif works_on Project Mosaic',
      'A {lead,run,manage,head} @det? B:project': 'Sanjay leads Project Lantern. => Sanjay works_on Project Lantern',
      'A {contribute} to @det? B': 'Ola contributes to Fernweh => Ola works_on Fernweh',
      'A {be} on B:project': "I'm on the Aurora project with Kirsi => Maya works_on Aurora",
      'A {be} training|preparing for B:project': "I'm preparing for Project Heron => Maya works_on Project Heron",
      'A {be} part of B:project': 'Ola is part of Project Heron => Ola works_on Project Heron',
      'A joined B:project': 'Ola joined Project Heron => Ola works_on Project Heron',
      'A {own,maintain,coordinate,design,build,develop,start} @det? B:project':
        'Ola coordinates Project Heron => Ola works_on Project Heron',
      'A {be} in charge of @det? B:project': 'Ola is in charge of Project Heron => Ola works_on Project Heron',
      'A {take} over @det? B:project': 'Lin takes over Project Falcon from Marcus. => Lin works_on Project Falcon',
      'A {rehearse,practise,practice} @det? B:work':
        'Paper Boats is a song. We rehearse Paper Boats => Maya works_on Paper Boats',
      'A {be} responsible for @det? B:project': 'Ola is responsible for Project Heron => Ola works_on Project Heron',
    },
    counterExamples: ['Is Noor working on Project Heron?'],
  },
  {
    relation: 'works_on',
    past: 'asserted',
    toType: 'project',
    patterns: {
      'P @adj? .. project ,? called|named? B': 'My side project Fernweh is slow => Maya works_on Fernweh',
      'P @adj? .. project {be} called? B': 'My side project is called Fernweh => Maya works_on Fernweh',
    },
    counterExamples: ['Is our project called Heron?'],
  },
  {
    relation: 'works_on',
    polarity: 'ended',
    patterns: {
      'A {be} off B:project': "I'm off Project Heron => Maya no longer works_on Project Heron",
      'A {be} off B as|since|from|now|for': "I'm off Fernweh since May => Maya no longer works_on Fernweh",
      'A moved|came|rolled off @det? B:project':
        'I moved off Project Osprey in May. => Maya no longer works_on Project Osprey',
      'A finished|wrapped up? @det? B:project': 'We wrapped up Project Heron => Maya no longer works_on Project Heron',
      'A {be} done with @det? B:project': "I'm done with Project Heron => Maya no longer works_on Project Heron",
      'A {be} no longer on @det? B:project':
        'Ola is no longer on Project Heron => Ola no longer works_on Project Heron',
      'A dropped out of B:project': 'Ola dropped out of Project Heron => Ola no longer works_on Project Heron',
      'A left B:project': 'Ola left Project Heron => Ola no longer works_on Project Heron',
    },
    counterExamples: ['Are you off Project Heron?'],
  },
];

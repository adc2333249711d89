import type { RelationRule } from '../language/claim-rule.js';

/** Rules for authors and makers. */
export const CREATED_RULES: readonly RelationRule[] = [
  {
    relation: 'created',
    past: 'asserted',
    toType: 'work',
    patterns: {
      'A {write,author,compose,direct,paint,record,publish,produce} @det? B':
        'Rosie wrote Herring Queen last year. => Rosie created Herring Queen',
      'A {write,publish,record,compose,paint,release,make,direct,produce} @det? .. called|titled|named|, B':
        'I made a little app called Sprout => Maya created Sprout',
      'A {be} the|a .. author|composer|director|painter|writer of @det? B':
        'Ola is the author of Glass Orchard => Ola created Glass Orchard; Ola occupation author',
      'P @adj? @adj? @work ,? called|titled? B':
        'our new single Paper Boats is out on Friday => Maya created Paper Boats',
      'P @adj? @adj? @work {be} called? B': 'My new novel is called Glass Orchard => Maya created Glass Orchard',
    },
    counterExamples: ['Did Rosie write Harmattan?'],
  },
  {
    relation: 'created',
    past: 'asserted',
    toType: 'work',
    patterns: {
      'B {be} written|composed|directed|painted|recorded|authored by A':
        'Harmattan was written by Ola => Ola created Harmattan',
      'B , by A': 'Harmattan, by Ola, came out => Ola created Harmattan',
      'B , a .. by A:person': 'Harmattan, a novel by Bruna Reis, came out => Bruna Reis created Harmattan',
    },
    counterExamples: ['Was Harmattan written by Ola?'],
  },
  {
    relation: 'created',
    past: 'asserted',
    toType: 'product',
    patterns: {
      'A {build,create,develop,design,invent,make,release,ship} @det? B':
        'Nilsson & Co developed Tidepool. => Nilsson & Co created Tidepool',
      'A {build,create,develop,design,make,write,release,launch,ship} @det? .. called|named|, B:product':
        'I made a little app called Sprout => Maya created Sprout',
      'A {build,create,develop,design,make,write,release,launch,ship} @det? .. called|named B':
        'I made a little app called Sprout => Maya created Sprout',
      'P @adj? @adj? @app ,? called|named? B': 'My app Fernweh is out => Maya created Fernweh',
      'P @adj? @adj? @app {be} called? B': 'My new app is called Fernweh => Maya created Fernweh',
      'A {be} the|a author|creator|designer|inventor|maker of @det? B':
        'Ola is the creator of Fernweh => Ola created Fernweh',
      'B {be} a|an|the .. A built|made|wrote|created|designed|developed|recorded|painted|composed|released':
        'Fernweh is a map Ola made => Ola created Fernweh',
      'B {be} a|an|the .. by A:person': 'Fernweh is a map by Bruna Reis => Bruna Reis created Fernweh',
    },
    counterExamples: ['Did Ola build Fernweh?'],
  },
  {
    relation: 'created',
    past: 'asserted',
    toType: 'product',
    patterns: {
      'B {be} built|created|developed|designed|invented|made by A': 'Fernweh was built by Ola => Ola created Fernweh',
    },
    counterExamples: ['Fernweh was not built by Ola.'],
  },
];

import type { RelationRule } from '../language/claim-rule.js';

/** Rules for possessions and pets with a name. */
export const OWNS_RULES: readonly RelationRule[] = [
  {
    relation: 'owns',
    toType: 'product',
    patterns: {
      'A {own} @det? B': 'Tendai owns Baobab Lodge Ltd. => Tendai owns Baobab Lodge Ltd',
    },
    counterExamples: ['Do you own Fernweh?'],
  },
  {
    relation: 'owns',
    past: 'asserted',
    toType: 'animal',
    forcesType: true,
    patterns: {
      'A {have} @det? .. @pet called|named|,|: B': 'We have a dog called Bruno. => Maya owns Bruno',
      'A {adopt,get,buy} @det? .. @pet ,? called|named? B': 'Ola got a puppy called Biscuit => Ola owns Biscuit',
      'A {adopt,get,buy,have} @det? .. @pet and|, named|called|call her|him|it|them B':
        'Ola adopted a kitten and named her Mochi. => Ola owns Mochi',
      'A {adopt} B': 'Ola adopted Biscuit => Ola owns Biscuit',
      'A {adopt,rescue,get} @det? .. @pet from .. , B':
        'Ola adopted a dog from the shelter, Biscuit => Ola owns Biscuit',
      'A {rescue,foster} B from': 'we rescued Pickles from the shelter => Maya owns Pickles',
      'A picked|brought up|home .. @pet ,? called|named? B': 'I picked up a puppy called Biscuit => Maya owns Biscuit',
    },
    counterExamples: ['Did you adopt a dog called Biscuit?'],
  },
  {
    relation: 'owns',
    past: 'asserted',
    toType: 'product',
    patterns: {
      'A bought|purchased @det? B:product': 'I bought a Fairphone 5. => Maya owns Fairphone 5',
      'A:person bought|purchased|ordered @det? .. B':
        'I sold my old Opel and bought a Tesla => Maya owns Tesla; Maya no longer owns Opel',
      'A bought|got|picked myself|himself|herself|ourselves|up @det? .. B:product':
        'I bought myself a Kindle => Maya owns Kindle',
      'A upgraded to @det? B:product': 'I upgraded to the Kindle => Maya owns Kindle; Maya uses Kindle',
      'A ordered @det? .. B:product': 'I ordered a Kindle => Maya owns Kindle',
      'A treated myself|herself|himself to @det? B': 'I treated myself to a Vespa => Maya owns Vespa',
      'A {own} @det? .. B:product': 'Ola owns a Kindle => Ola owns Kindle',
      'A {have} @det? .. B:product': 'Ola has a Kindle => Ola owns Kindle',
      'A {have} got @det? .. B:product': 'Ola has got a Kindle => Ola owns Kindle',
      'A {keep} the B': 'Ola keeps the Vespa => Ola owns Vespa',
      'A inherited @det? .. B': 'Ola inherited a Vespa => Ola owns Vespa',
      'N gave A @det? B:product': 'Bruna gave Ola a Kindle => Ola owns Kindle',
      'A got B:product for': 'I got Kindle for my birthday => Maya owns Kindle',
      'A got @det B:product': 'got the Canon R6 second hand, what a camera => Maya owns Canon R6',
      'A got @det? new B:product': 'I got a new Kindle => Maya owns Kindle',
      "A got|have|has|'ve a|an new|old|used|secondhand|second-hand|vintage? B":
        'finally got a Steam Deck!! => Maya owns Steam Deck',
      'A:person acquired @det? B': 'Bruna Reis acquired a Vespa => Bruna Reis owns Vespa',
      'A:organization acquired|bought @det? B:product': 'Vela Labs bought Photoshop => Vela Labs owns Photoshop',
    },
    counterExamples: ['Has Ola bought a Kindle?'],
  },
  {
    relation: 'owns',
    subjectIsSpeaker: true,
    undated: true,
    confidence: 0.7,
    patterns: {
      'my|our @adj? B:product': 'my Garmin says I slept four hours => Maya owns Garmin',
    },
    counterExamples: ['Is that my Kindle?'],
  },
  {
    relation: 'owns',
    inverse: false,
    patterns: {
      'B {belong} to A:person': 'The Kindle belongs to Bruna Reis => Bruna Reis owns Kindle',
      'B {be} owned by A': 'Fernweh is owned by Ola => Ola owns Fernweh',
    },
    counterExamples: ['Does the Kindle belong to Ola?'],
  },
  {
    relation: 'owns',
    polarity: 'ended',
    toType: 'product',
    patterns: {
      'A sold @det? @adj? B': 'sold my PlayStation => Maya no longer owns PlayStation',
      'A sold|scrapped|donated @det? .. B:product': 'sold my PlayStation => Maya no longer owns PlayStation',
      'A gave away @det? @adj? B': 'I gave away my Vespa => Maya no longer owns Vespa',
      'A got rid of @det? @adj? B': 'got rid of my Roomba => Maya no longer owns Roomba',
      'A traded in @det? @adj? B': 'finally traded in my Corolla for a Leaf => Maya no longer owns Corolla',
      'A traded @det? @adj? B in|for': 'I traded my Vespa for a bike => Maya no longer owns Vespa',
      'A lost @det? @adj? B:product': 'I lost my Kindle => Maya no longer owns Kindle',
      'A gave B away': 'Ola gave Vespa away => Ola no longer owns Vespa',
      'A no longer owns B': 'Ola no longer owns Vespa => Ola no longer owns Vespa',
    },
    counterExamples: ["I haven't sold my Vespa."],
  },
];

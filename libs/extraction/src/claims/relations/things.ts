import { relation, type RelationRule } from '../claim-rule.js';
import { PETS } from '../vocabulary.js';

/** Projects, works, products and what is owned. */
export const THING_RULES: readonly RelationRule[] = [
  relation('works_on', [
    'A {work} on @det? B',
    'A {work} .. on @det? B:project',
    'A {lead,run,manage,head} @det? B:project',
    'A {contribute} to @det? B',
    'A {be} on B:project',
    'A {be} training|preparing for B:project',
    'A {be} part of B:project',
    'A joined B:project',
    'A {own,maintain,coordinate,design,build,develop,start} @det? B:project',
    'A {be} in charge of @det? B:project',
    'A {take} over @det? B:project',
    'A {rehearse,practise,practice} @det? B:work',
    'A {be} responsible for @det? B:project',
  ]),
  relation('works_on', ['A {be} off B:project', 'A {be} off B as|since|from|now|for', 'A moved|came|rolled off @det? B:project', 'A finished|wrapped up? @det? B:project', 'A {be} done with @det? B:project', 'A {be} no longer on @det? B:project', 'A dropped out of B:project', 'A left B:project'], {
    polarity: 'ended',
  }),
  relation(
    'created',
    ['A {write,author,compose,direct,paint,record,publish} @det? B', 'A {write} @det? .. called|titled B'],
    {
      past: 'asserted',
      toType: 'work',
    },
  ),
  relation(
    'created',
    ['B {be} written|composed|directed|painted|recorded|authored by A', 'B , by A', 'B , a .. by A:person'],
    {
      past: 'asserted',
      toType: 'work',
    },
  ),
  relation(
    'created',
    [
      'A {build,create,develop,design,invent,make,release,ship} @det? B',
      'A {build,create,develop,design,make,write,release} @det? .. called|named B',
      'A {be} the|a author|creator|designer|inventor|maker of @det? B',
    ],
    { past: 'asserted', toType: 'product' },
  ),
  relation('created', ['B {be} built|created|developed|designed|invented|made by A'], {
    past: 'asserted',
    toType: 'product',
  }),
  relation('uses', [
    'A {use} @det? B',
    'A {use} B for|every|at|to|as|on',
    'A {switch} from .. to @det? B',
    'A switched|migrated|moved from N to @det? B',
    'A {swear} by B:product',
    'A {log,track} .. in|with|on B:product',
    'A {have} P .. on|in B:product',
    'A {drive,ride,wear} @det? B',
    'A {work} with B:product',
    'A {cook,code,write,draw,design,edit,record,listen,read,play,shoot} .. in|with|on|to @det? B:product',
    'A {rely} on B',
    'A {run} on B:product',
    'A {take} B:product',
    'A {be} on B:product',
  ]),
  relation('uses', ['A switched|moved|migrated|upgraded to @det? B:product', 'A switched|migrated to B'], {
    past: 'asserted',
  }),
  relation(
    'uses',
    [
      'A switched|migrated|moved from B:product',
      'A switched|migrated from B to',
      'A dropped|ditched|uninstalled B:product',
      'A stopped|quit using @det? B',
      'A gave up on? B:product',
      'A {be} done with B:product',
    ],
    { polarity: 'ended' },
  ),
  relation('owns', ['A {own} @det? B'], { toType: 'product' }),
  relation(
    'owns',
    [
      `A {have} @det? .. ${PETS} called|named|,|: B`,
      `A {adopt,get,buy} @det? .. ${PETS} ,? called|named? B`,
      `A {adopt,get,buy,have} @det? .. ${PETS} and|, named|called|call her|him|it|them B`,
      `A {adopt} B`,
      `A {adopt,rescue,get} @det? .. ${PETS} from .. , B`,
      `A picked|brought up|home .. ${PETS} ,? called|named? B`,
    ],
    { past: 'asserted', toType: 'animal', sure: true },
  ),
  relation(
    'owns',
    [
      'A bought|purchased @det? B:product',
      'A bought|purchased @det? .. B',
      'A ordered @det? .. B:product',
      'A treated myself|herself|himself to @det? B',
      'A {own} @det? .. B:product',
      'A {have} @det? .. B:product',
      'A {have} got @det? .. B:product',
      'A {keep} @det? B:product',
      'A inherited @det? .. B',
      'N gave A @det? B:product',
      'A got B:product for',
      'A got @det? new B:product',
      'A acquired @det? B',
    ],
    {
      past: 'asserted',
      toType: 'product',
    },
  ),
  relation('owns', ['my|our @adj? B:product'], { speaks: true, undated: true, confidence: 0.7 }),
  relation('owns', ['B {belong} to A:person', 'B {be} owned by A'], { swap: false }),
  relation('owns', ['A sold @det? B', 'A gave away @det? B', 'A gave B away', 'A no longer owns B'], {
    polarity: 'ended',
    toType: 'product',
  }),
];

import { statement, type StatementRule } from '../claim-rule.js';

const DID =
  'finished|completed|bought|sold|booked|passed|failed|won|lost|broke|fixed|repaired|cancelled|canceled|signed|sent|' +
  'painted|cooked|baked|cleaned|planted|learned|learnt|watched|read|played|ran|swam|hiked|climbed|cycled|celebrated|' +
  'organised|organized|presented|submitted|published|recorded|quit|stopped|started|ordered|renewed|visited|took|gave|' +
  'picked|dropped|tried|joined|wrote|built|made|phoned|called|rang|fell|walked|drove|flew|went|ate|had|got|adopted';

/** What people did and plan, and what they ask the agent for. */
export const EVENT_RULES: readonly StatementRule[] = [
  statement(
    'plans',
    'clause',
    [
      "A will|'ll V",
      'A {be} going to V',
      'A {be} gon na V',
      'A {plan} to V',
      'A {plan} on V',
      'A {be} planning a|my|our V',
      'A {intend,hope,aim} to V',
      'A {be} about to V',
      'A {be} hoping|planning|aiming|looking to V',
      'A signed up for V',
      'A {be} ^getting|moving|flying|travelling|traveling|starting|visiting|leaving|training|presenting|speaking|baking|joining V',
    ],
    { confidence: 0.65 },
  ),
  statement('did', 'clause', [`A have|'ve|has|'s|just? ^${DID} V`, `A ^${DID} V`], { past: 'asserted', confidence: 0.6 }),
  statement(
    'instruction',
    'clause',
    [
      'please? ^always|never V',
      'from now on , V',
      'from now on V',
      'remember to ^always|never V',
      "please? ^do n't ever V",
      "please ^do n't|not V",
    ],
    { speaks: true, opens: true, undated: true },
  ),
  statement('instruction', 'clause', ['i want|need|prefer you to V'], { speaks: true, undated: true }),
];

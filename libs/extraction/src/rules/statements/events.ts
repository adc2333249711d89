import { statement, type StatementRule } from '../language/claim-rule.js';

const DID =
  'finished|completed|bought|sold|booked|passed|failed|won|lost|broke|fixed|repaired|cancelled|canceled|sent|' +
  'painted|cooked|baked|cleaned|planted|learned|learnt|watched|read|played|ran|swam|hiked|climbed|cycled|celebrated|' +
  'organised|organized|presented|submitted|published|recorded|quit|ordered|renewed|adopted|graduated|ran|' +
  'built|lost|found|moved|launched|opened|installed|hosted|replaced|dropped';

/** Rules for what people did and plan, and for instructions to the agent. */
export const EVENT_RULES: readonly StatementRule[] = [
  statement(
    'plans',
    'clause',
    [
      "A:person will|'ll V",
      'A:person {be} going to V',
      'A:person {be} gon na V',
      'A {plan} to V',
      'A:person {intend,hope,aim} to V',
      'A:person {be} about to V',
      'A:person {be} hoping|planning|aiming|looking to V',
      'A:person ^signed up for V',
      'A:person {be} ^going to @det? B:place V',
      'A:person {be} ^getting|moving|flying|heading|running|driving|buying|opening|launching|hosting|taking|travelling|traveling|starting|visiting|leaving|training|presenting|speaking|baking|joining V',
    ],
    { confidence: 0.65, past: 'asserted' },
  ),
  statement('did', 'clause', [`A:person have|'ve|has|'s|just? ^${DID} V`, `A:person ^${DID} V`], {
    past: 'asserted',
    confidence: 0.6,
  }),
  statement(
    'instruction',
    'instruction',
    [
      'please? ^always|never V',
      'from now on , V',
      'from now on V',
      'remember to ^always|never V',
      "please? ^do n't ever V",
      "please ^do n't|not V",
    ],
    { subjectIsSpeaker: true, atClauseStart: true, undated: true },
  ),
  statement('instruction', 'instruction', ['i want|need|prefer you to V'], { subjectIsSpeaker: true, undated: true }),
];

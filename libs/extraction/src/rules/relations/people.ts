import type { EntityType, RelationType } from '#contracts/ontology.js';
import { relation, type RelationRule, type RuleOptions } from '../language/claim-rule.js';
import { PETS } from '../language/vocabulary.js';

/** Role nouns of persons and pets: "my sister Lena", "Lena is Ana's sister". */
interface RoleNouns {
  readonly relation: RelationType;
  readonly nouns: string;
  /** The named person is the start of the relation: "my mother Ana" gives Ana parent_of me. */
  readonly inverse?: true;
  readonly polarity?: 'ended';
  readonly toType?: EntityType;
}

const ROLE_NOUNS: readonly RoleNouns[] = [
  {
    relation: 'sibling_of',
    nouns:
      'sister|brother|sis|bro|sibling|twin|sisters|brothers|siblings|twins|half-sister|half-brother|stepsister|stepbrother',
  },
  {
    relation: 'spouse_of',
    nouns:
      'wife|husband|partner|spouse|fiancé|fiancée|fiance|fiancee|girlfriend|boyfriend|hubby|gf|bf|missus|other-half',
  },
  {
    relation: 'spouse_of',
    nouns: 'ex|ex-wife|ex-husband|ex-girlfriend|ex-boyfriend|ex-partner',
    polarity: 'ended',
  },
  {
    relation: 'parent_of',
    nouns: 'parents|mother|father|mum|mom|dad|mama|papa|mommy|daddy|mummy|parent|stepmother|stepfather|stepmom|stepdad',
    inverse: true,
  },
  {
    relation: 'parent_of',
    nouns:
      'son|daughter|kid|child|baby|toddler|firstborn|stepson|stepdaughter|kids|children|sons|daughters|newborn|little-one|girls|boys',
  },
  {
    relation: 'family_of',
    nouns:
      'aunt|auntie|uncle|cousin|niece|nephew|grandmother|grandfather|grandma|grandpa|granny|grandad|granddad|nan|' +
      'grandson|granddaughter|grandchild|mother-in-law|father-in-law|sister-in-law|brother-in-law|godmother|godfather|goddaughter|godson|godchild|relative|aunts|uncles|cousins|nieces|nephews|grandparents|grandsons|granddaughters|grandkids',
  },
  { relation: 'friend_of', nouns: 'friend|bestie|buddy|pal|mate|friends|bff|besties|buddies|mates' },
  {
    relation: 'colleague_of',
    nouns: 'colleague|coworker|co-worker|teammate|workmate|cofounder|co-founder|colleagues|coworkers|teammates',
  },
  { relation: 'reports_to', nouns: 'boss|manager|supervisor|team-lead|line-manager|superior|advisor|adviser' },
  {
    relation: 'knows',
    nouns:
      'neighbour|neighbor|roommate|flatmate|housemate|acquaintance|classmate|neighbours|neighbors|roommates|flatmates|housemates|classmates|schoolmate',
  },
  {
    relation: 'related_to',
    nouns:
      'doctor|gp|dentist|therapist|physio|vet|landlord|landlady|mentor|tutor|teacher|coach|trainer|client|sponsor|hairdresser|tenant',
  },
  {
    relation: 'owns',
    nouns: PETS,
    toType: 'animal',
  },
];

/** Rules for family, friends and acquaintances. */
export const PEOPLE_RULES: readonly RelationRule[] = [
  ...ROLE_NOUNS.flatMap(rolesOf),
  relation('family_of', ['aunt|auntie|uncle|cousin|grandma|grandpa|granny|nan B'], {
    subjectIsSpeaker: true,
    confidence: 0.6,
  }),
  relation('spouse_of', [
    'A {be} married to B',
    'A {be} engaged to B',
    'A {be} dating|seeing B',
    'A {be} with .. someone|somebody|guy|girl|man|woman called|named B',
    'A {be} together with B',
    'A {be} going out with B',
    'A {date} B:person',
    'A {live} with P .. partner|girlfriend|boyfriend|wife|husband ,? B',
    'A and B {be} married|engaged|dating|together',
  ]),
  relation(
    'spouse_of',
    ['A {marry} B', 'A and B got married|engaged', 'A got married|engaged to B', 'A proposed to B:person'],
    {
      past: 'asserted',
    },
  ),
  relation(
    'spouse_of',
    [
      'A {divorce} B',
      'A {be} divorced from B',
      'A and B broke|split up',
      'A and B got|are divorced|separated',
      'A broke|split up with B',
      'A left|dumped B:person for',
      'A {be} separated from B',
    ],
    { polarity: 'ended' },
  ),
  relation('parent_of', ['A {be} the|a .. mother|father|mum|mom|dad|parent of B', 'A gave birth to B']),
  relation(
    'parent_of',
    [
      'A {have} @det? .. son|daughter|baby|boy|girl|kid|child|kids|children|sons|daughters|boys|girls|twins called|named|,|: B',
      'A had|welcomed .. baby|twins .. , B',
      'A became a|an? mother|father|mum|mom|dad to|of B',
    ],
    { past: 'asserted', forcesType: true },
  ),
  relation(
    'knows',
    [
      '@det .. woman|man|guy|girl|boy|lady|person|student called|named B asked|told|showed|gave|helped|invited|taught|offered|sat me|us|next',
    ],
    {
      subjectIsSpeaker: true,
      past: 'asserted',
    },
  ),
  relation('parent_of', ['mum|mom|dad|mama|papa|mother|father|ma|pa B:person'], {
    subjectIsSpeaker: true,
    inverse: true,
    confidence: 0.6,
  }),
  relation('sibling_of', ['A {have} @det? .. sister|brother|sisters|brothers|twin called|named|,|: B'], {
    past: 'asserted',
    forcesType: true,
  }),
  relation('sibling_of', ['A and B {be} sisters|brothers|siblings|twins', 'A {be} the .. sister|brother of B']),
  relation('family_of', ['A and B {be} cousins|related', 'A {be} the .. aunt|uncle|cousin|niece|nephew of B']),
  relation('friend_of', [
    'A and B {be} .. friends|buddies|mates',
    'A {be} .. friends with B',
    'A {be} a|an .. friend of B',
    "A and B have|'ve been .. friends|mates",
    "A have|has|'ve|'s been .. friends with B",
  ]),
  relation('friend_of', ['A became|become .. friends with B', 'A and B became .. friends'], { past: 'asserted' }),
  relation('colleague_of', [
    'A {work} with|alongside B:person',
    'A {work} together with B',
    'A {share} an office with B',
    'A and B {be} colleagues|coworkers|teammates',
    'A and B {work} together',
  ]),
  relation(
    'knows',
    [
      'A {meet} with? B',
      'A met|meet .. called|named B',
      'A met up with B',
      'A {know} B:person',
      'A {know} B from|for|since',
      'introduced A to B',
      'A had @det? <meal> with B',
      'A ran|bumped into B',
      'A got to know B',
      'A got talking to B:person',
      'A made friends with B',
      'A {meet} .. , B:person',
      'A {be} introduced to B',
      'A and B met|know',
    ],
    { past: 'asserted', confidence: 0.75 },
  ),
  relation(
    'related_to',
    [
      'A {be} related to B',
      'A {partner} with B',
      'A {be} sponsored|funded|backed|supported|supplied by B',
      'A merged with B',
      'B {sponsor,fund,supply,back} A',
      'B {be} our|my|the .. sponsor|client|customer|supplier|funder|partner|investor',
      'P @adj? @adj? sponsor|client|customer|supplier|funder|investor {be} B',
      'P @adj? @adj? sponsor|client|customer|supplier|funder|investor ,? B',
      'A got .. grant|funding|money|sponsorship from B',
      'A {be} named after B',
      'A {be} based on B:work',
    ],
    {
      past: 'asserted',
    },
  ),
];

function rolesOf(role: RoleNouns): RelationRule[] {
  const { relation: type, nouns } = role;
  const shared = optionsOf(role);
  return [
    endedRole(type, nouns, shared),
    relation(
      type,
      [
        `P @adj? @adj? ${nouns} ,? B`,
        `P @adj? @adj? ${nouns} {be} called|named? B`,
        `P @adj? @adj? ${nouns} 's name is|was B`,
        `P @adj? @adj? ${nouns} , called|named? B`,
        `P @adj? ${nouns} , who .. is B`,
        `P @adj? @adj? ${nouns} ( B )`,
        `P @adj? ${nouns} and @adj? ${nouns} ,? B`,
        `P @adj? @adj? ${nouns} from|at|in .. , B`,
        `P @adj? @adj? ${nouns} {be} : B`,
      ],
      shared,
    ),
    relation(
      type,
      [
        `@det? @adj? ${nouns} of mine ,? called|named? B`,
        `B {be} @det? @adj? ${nouns} of mine`,
        `B , @det? @adj? ${nouns} of mine`,
      ],
      { ...shared, subjectIsSpeaker: true },
    ),
    relation(
      type,
      [
        `B , P @adj? @adj? ${nouns}`,
        `B ( P @adj? @adj? ${nouns} )`,
        `B {be} P @adj? @adj? ${nouns}`,
        `B , who {be} P @adj? ${nouns}`,
      ],
      { ...shared, notBeforeName: true },
    ),
  ];
}

function optionsOf({ inverse, polarity, toType }: RoleNouns): RuleOptions {
  return {
    past: 'asserted',
    undated: true,
    forcesType: true,
    ...(inverse ? { inverse } : {}),
    ...(polarity ? { polarity } : {}),
    ...(toType ? { toType } : {}),
  };
}

/** Rule for former roles: "my former boss Silvia", "my ex-colleague Silvia". */
function endedRole(type: RelationType, nouns: string, options: RuleOptions): RelationRule {
  const past = nouns
    .split('|')
    .map((noun) => `ex-${noun}`)
    .join('|');
  const patterns = [
    `P former|ex ${nouns} ,? B`,
    `P ${past} ,? B`,
    `B , P former|ex ${nouns}`,
    `B {be} P former|ex ${nouns}`,
    `B {be} P ${past}`,
  ];
  return relation(type, patterns, { ...options, polarity: 'ended' });
}

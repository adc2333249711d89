import type { RelationRule } from '../language/claim-rule.js';

/** Rules for membership of groups. */
export const MEMBER_OF_RULES: readonly RelationRule[] = [
  {
    relation: 'member_of',
    patterns: {
      'A {be} a|an|the? active|founding|board|proud|new? member of @det? B':
        'I am a member of Koor Cantilene. => Maya member_of Koor Cantilene',
      'A {be} part of @det? B:group': 'Ola is part of the Harbour Choir => Ola member_of Harbour Choir',
      'A:person of|from the B:group': 'Bruna Reis from the Harbour Choir called => Bruna Reis member_of Harbour Choir',
      'A:person in|from|of the B:organization team|group|department|crew':
        'Bruna Reis from the Vela Labs team called => Bruna Reis member_of Vela Labs; Bruna Reis works_at Vela Labs',
      'A {belong} to @det? B:organization': 'Ola belongs to the Harbour Choir => Ola member_of Harbour Choir',
      'A {play,sing,perform,row,dance,act} in|for|with @det? B':
        'Jonas sings in the Bergen Chamber Choir. => Jonas member_of Bergen Chamber Choir',
      'A {play,sing,drum,conduct} .. in|for @det? .. band|choir|orchestra|team|group , B':
        'Ola sings alto in a local choir, Vox Lumen => Ola member_of Vox Lumen',
      'A {conduct,coach,lead,run} @det? .. band|choir|orchestra|team|club|group ,? called|named? B':
        'Ola leads a youth choir called Vox Lumen => Ola member_of Vox Lumen',
      'A {conduct,coach} @det? B:group': 'Ola conducts the Harbour Choir => Ola member_of Harbour Choir',
      'A {train,compete} with @det? B:group':
        'Ola trains with the Harbour Rowing Club => Ola member_of Harbour Rowing Club',
      'P .. band|choir|orchestra|team|club|orchestra {be} called? B':
        'Our band is called Moss Static => Maya member_of Moss Static',
      'A {play,sing} .. in|for|with @det? B:organization':
        'Marit plays the viola in the Bergen Philharmonic Orchestra. => Marit member_of Bergen Philharmonic Orchestra; Marit has_skill the viola',
      'A {be} in|on|with @det? B:group': 'Jakub is in the Chess Club too => Jakub member_of Chess Club',
      'A {be} on|in the B:organization':
        "I'm not in the Harbour Rowing Club any more. => Maya no longer member_of Harbour Rowing Club",
      'A {be} in a band called B': 'Ola is in a band called Vox Lumen => Ola member_of Vox Lumen',
      'A {be} captain|chair|chairman|chairwoman|president|treasurer|secretary of @det? B':
        'Ola is treasurer of the Harbour Choir => Ola member_of Harbour Choir; Ola status treasurer',
      'A {serve,sit} on @det? B:organization': 'Ola serves on the Parish Council => Ola member_of Parish Council',
      'A {sit,serve} on the board|committee|council|panel of @det? B':
        'I sit on the committee of Green Roofs Leeds => Maya member_of Green Roofs Leeds',
      'A {be} on the board|committee|council|panel of @det? B':
        "I'm on the board of the Riverside Tenants Association. => Maya member_of Riverside Tenants Association",
      'A {chair,captain,co-chair} @det? B:organization':
        'Rosalind chairs the Parish Council. => Rosalind member_of Parish Council',
      'P @adj? @adj? @ensemble ,? called|named? B': 'Our choir Vox Aurea sang on Sunday => Maya member_of Vox Aurea',
      'P @adj? @adj? @ensemble {be} called? B': 'Our quartet is called Vox Lumen => Maya member_of Vox Lumen',
      'A {be} the .. drummer|singer|vocalist|frontman|frontwoman|bassist|guitarist|violinist|cellist|trumpeter|saxophonist|keyboardist|accompanist|keeper|goalkeeper|goalie|striker|defender|midfielder|winger|pitcher|captain|pianist|conductor|coach|trainer|secretary|treasurer|chair|president of|in|for|at @det? B':
        "I'm the goalie for Ashton Rovers => Maya member_of Ashton Rovers",
      'A , the .. drummer|singer|bassist|guitarist|keeper|captain|conductor|coach of|in|for @det? B':
        'Ola, the drummer of Moss Static, called => Ola member_of Moss Static; Ola works_at Moss Static; Ola occupation drummer',
      'A {play} <instrument> in|for|with @det? B':
        'Marit plays the viola in the Bergen Philharmonic Orchestra. => Marit member_of Bergen Philharmonic Orchestra; Marit has_skill the viola',
      'A {sing} <voice> in|for|with @det? B': 'Ola sings soprano in Vox Lumen => Ola member_of Vox Lumen',
      'A {volunteer,coach,referee} at|for|with @det? B:organization':
        'Ola coaches for Harbour United => Ola member_of Harbour United',
      'A {race,row,swim,run,ride} for|with @det? B': 'Ola rows for Harbour United => Ola member_of Harbour United',
      'A {volunteer} at|for|with @det? B:organization':
        'Ola volunteers at Harbour Hospital => Ola member_of Harbour Hospital; Ola works_at Harbour Hospital',
    },
    counterExamples: ["I'd like to sing in the Harbour Choir."],
  },
  {
    relation: 'member_of',
    polarity: 'ended',
    patterns: {
      'A {leave,quit} @det? B:group': 'I quit the Harbour Choir => Maya no longer member_of Harbour Choir',
      'A {leave,quit} @det? @adj? @ensemble ,? called|named? B':
        'I left my choir Vox Lumen => Maya no longer member_of Vox Lumen',
      'A dropped out of @det? B:group':
        'Ola dropped out of the Harbour Choir => Ola no longer member_of Harbour Choir; Ola studied_at Harbour Choir',
      'A came|moved|transferred over? from @det? B:group':
        'Ola transferred from the Harbour Choir => Ola no longer member_of Harbour Choir',
      'A {be} no longer in|on|with @det? B:group':
        'Ola is no longer in the Harbour Choir => Ola no longer member_of Harbour Choir',
    },
    counterExamples: ['I never quit the Harbour Choir.'],
  },
  {
    relation: 'member_of',
    past: 'asserted',
    patterns: {
      'A {join} @det? B:group': 'I joined the Harbour Rowing Club => Maya member_of Harbour Rowing Club',
      'A signed up with @det? B:organization': 'Ola signed up with Harbour Bank => Ola member_of Harbour Bank',
      'B , where A {play,sing,row}': 'Vox Lumen, where Ola sings, disbanded => Ola member_of Vox Lumen',
    },
    counterExamples: ['Should I join the Harbour Choir?'],
  },
];

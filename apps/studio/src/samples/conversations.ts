/** A message of a sample. */
export interface SampleMessage {
  readonly text: string;
  readonly speaker?: string;
  readonly genre?: 'chat' | 'note' | 'document';
  /** ISO 8601. */
  readonly at: string;
}

/** A conversation to try the service with, and what the tour shows of it. */
export interface SampleConversation {
  /** Also the name of its session. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly messages: readonly SampleMessage[];
  /** Begins the name of the entity that the tour looks at. */
  readonly entity: string;
  readonly question: string;
  /** What to look out for in the facts of that entity. */
  readonly lesson: string;
}

const CHAT: SampleConversation = {
  id: 'sample-chat',
  title: 'A chat over weeks',
  about: 'Two friends write to each other. One of them moves, and later puts the month right.',
  entity: 'mira',
  question: 'Where does Mira live?',
  lesson:
    'Mira put the month of her move right, and so it is March. Her earlier home is kept, with the day on which it was over.',
  messages: [
    { speaker: 'Mira', at: '2026-02-09T18:04:00Z', text: 'I live in Ghent now and I work at Tallow Press.' },
    { speaker: 'Jonas', at: '2026-02-09T18:09:00Z', text: 'Nice! I still live in Aarhus. My dog is called Biscuit.' },
    { speaker: 'Mira', at: '2026-02-26T07:40:00Z', text: 'My brother Felix is allergic to walnuts.' },
    { speaker: 'Jonas', at: '2026-02-26T07:52:00Z', text: 'Good to know, I will bake something else then.' },
    { speaker: 'Mira', at: '2026-04-20T20:15:00Z', text: 'I moved to Bruges in April.' },
    { speaker: 'Jonas', at: '2026-04-20T20:31:00Z', text: 'Congratulations! Does Felix live there too?' },
    { speaker: 'Mira', at: '2026-04-21T09:12:00Z', text: 'Sorry, I said April, I actually moved in March.' },
  ],
};

const NOTES: SampleConversation = {
  id: 'sample-notes',
  title: 'Notes with a table',
  about: 'Somebody keeps notes about a pottery workshop: a table of people, and what happened later.',
  entity: 'ines',
  question: 'Who is Ines Duarte?',
  lesson:
    'The rows of the table were read by what their headings say, and joined with the notes about the same people.',
  messages: [
    {
      genre: 'document',
      at: '2026-02-10T09:00:00Z',
      text: [
        '# Pottery workshop, spring',
        '',
        '| Name        | Job            | City    |',
        '| ----------- | -------------- | ------- |',
        '| Ines Duarte | pottery teacher | Porto   |',
        '| Otto Brandt | electrician    | Leipzig |',
        '| Amara Osei  | photographer   | Accra   |',
      ].join('\n'),
    },
    { genre: 'note', at: '2026-02-24T17:30:00Z', text: 'Otto Brandt repaired the kiln. He works for Ines Duarte.' },
    { genre: 'note', at: '2026-04-14T16:05:00Z', text: 'Ines Duarte works at Casa do Barro since April 2026.' },
    { genre: 'note', at: '2026-05-05T10:20:00Z', text: 'Amara Osei is vegetarian. She speaks French.' },
  ],
};

const TICKETS: SampleConversation = {
  id: 'sample-tickets',
  title: 'A team’s tickets',
  about: 'People of a team write tickets. One of them moves, and changes her employer.',
  entity: 'priya',
  question: 'Where did Priya Nair live before Trieste?',
  lesson: 'One ticket says where she lived and a later one where she lives now: both hold, each in its time.',
  messages: [
    {
      speaker: 'Hana Sato',
      at: '2026-01-12T08:30:00Z',
      text: 'OPS-101: Onboard Priya Nair. Priya Nair lives in Oslo and works at Halden Freight.',
    },
    {
      speaker: 'Luca Ferri',
      at: '2026-02-03T11:10:00Z',
      text: 'OPS-114: Priya Nair is allergic to latex, please order other gloves. Her manager is Hana Sato.',
    },
    {
      speaker: 'Hana Sato',
      at: '2026-06-01T07:55:00Z',
      text: 'OPS-160: Move the desk. Priya Nair moved to Trieste in May 2026.',
    },
    {
      speaker: 'Luca Ferri',
      at: '2026-07-15T13:45:00Z',
      text: 'OPS-188: Close her accounts. Priya Nair now works at Adria Lines.',
    },
  ],
};

export const SAMPLES: readonly SampleConversation[] = [CHAT, NOTES, TICKETS];

/** The tag of the memories of a sample, by which it is found and forgotten. */
export function tagOf({ id }: SampleConversation): string {
  return `studio:${id}`;
}

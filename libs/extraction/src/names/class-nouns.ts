import type { EntityType } from '#contracts/ontology.js';
import type { Token } from '../text/tokenizer.js';
import type { TypedName } from './name-types.js';

const NOUNS: Readonly<Partial<Record<EntityType, string>>> = {
  organization: `band choir orchestra company startup start-up firm agency bank club school university college team label
    publisher charity ngo nonprofit foundation union studio supplier vendor employer newspaper consultancy employer
    ensemble cooperative co-op collective manufacturer airline insurer guild`,
  place: `village town city island country region lake river mountain hill beach park pub bar café cafe restaurant bakery
    hotel hostel museum theatre theater cinema square street neighbourhood neighborhood district suburb castle church
    temple cathedral venue shop bookshop campsite valley volcano`,
  product: `app tool software framework console laptop phone camera printer synth device gadget plugin database editor
    browser boardgame videogame game smartwatch tablet programme spreadsheet`,
  work: `book novel film movie song album single play musical opera poem painting series documentary paper essay track
    comic memoir podcast thriller ballad symphony`,
  project: 'project initiative campaign',
  event: 'festival conference marathon race tournament exhibition hackathon fair meetup',
  animal: `dog cat puppy kitten parrot rabbit hamster horse pony tortoise goldfish`,
  person: 'woman man guy girl boy lady friend colleague neighbour neighbor cousin',
};

const TYPE_OF_NOUN: ReadonlyMap<string, EntityType> = new Map(
  (Object.keys(NOUNS) as EntityType[]).flatMap((type) =>
    (NOUNS[type] ?? '').split(/\s+/).map((noun): [string, EntityType] => [noun, type]),
  ),
);
const CONFIDENCE = 0.75;
const MAX_ADJECTIVES = 2;

/**
 * Type of a name by the class noun beside it: "a band called Moth Parade", "the app Fernweh", "Fernweh is a travel
 * app", "Fernweh, an app for birders".
 * @param first,last token span of the name
 */
export function typeByClassNoun(tokens: readonly Token[], first: number, last: number): TypedName | null {
  const type = classBefore(tokens, first) ?? classBehind(tokens, first, last);
  return type === null ? null : { type, confidence: CONFIDENCE };
}

function classBefore(tokens: readonly Token[], first: number): EntityType | null {
  const lower = (k: number) => tokens[k]?.lower ?? '';
  if (/^(?:called|named|titled)$/.test(lower(first - 1))) return TYPE_OF_NOUN.get(lower(first - 2)) ?? null;
  const type = TYPE_OF_NOUN.get(lower(first - 1));
  // "the city Ana loves": a name after "the city" is rarely its name; after the class of a made thing it is.
  if (type === undefined || type === 'person') return null;
  if (type === 'place') return lower(first - 2) === "'s" ? type : null;
  return /^(?:the|a|an|my|our|his|her|their|new|old|'s)$/.test(lower(first - 2)) ? type : null;
}

function classBehind(tokens: readonly Token[], first: number, last: number): EntityType | null {
  const lower = (k: number) => tokens[k]?.lower ?? '';
  if (
    lower(first - 1) === 'the' &&
    /^(?:project|app|game|festival|conference|band|novel|album|initiative)$/.test(lower(last + 1))
  ) {
    return TYPE_OF_NOUN.get(lower(last + 1)) ?? null;
  }
  if (!/^(?:is|was|'s|,)$/.test(lower(last + 1)) || !/^(?:a|an|the|my|our)$/.test(lower(last + 2))) return null;
  for (let k = last + 3; k <= last + 3 + MAX_ADJECTIVES; k++) {
    const type = TYPE_OF_NOUN.get(lower(k));
    if (type !== undefined) return TYPE_OF_NOUN.has(lower(k + 1)) ? (TYPE_OF_NOUN.get(lower(k + 1)) ?? type) : type;
    if (!/^\p{L}[\p{L}-]+$/u.test(lower(k))) return null;
  }
  return null;
}

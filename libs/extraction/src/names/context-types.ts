import type { EntityType } from '#contracts/ontology.js';
import type { Token } from '../text/tokenizer.js';
import type { NameSpan } from './find-names.js';
import { SPEECH_VERBS } from '#lexicon/verbs.js';
import { words } from '#lexicon/words.js';

interface Context {
  readonly type: EntityType;
  /** Number of tokens on each side of the name that are searched. */
  readonly window: number;
  readonly cues: ReadonlySet<string>;
}

const context = (type: EntityType, window: number, cues: string): Context => ({
  type,
  window,
  cues: words(cues),
});

/** Cue words around a name by type; the first match applies. */
const CONTEXTS: readonly Context[] = [
  context(
    'animal',
    6,
    `barked barks barking meowed meows purring purrs vet vets litter leash lead kibble paw paws tail fur
    puppy kitten dog cat parrot rabbit hamster tortoise fed feed feeding treats walkies`,
  ),
  context(
    'work',
    4,
    `read reading rereading watch watched watching wrote writing novel book film movie song album track
    episode season chapter author lyrics chorus verse poem soundtrack sequel trilogy rehearsing rehearse sang
    sing singing recorded recording composed premiere`,
  ),
  context(
    'event',
    5,
    `tickets ticket festival race lineup edition marathon final finals registered training conference
    keynote booth stage headliner attended attending medal parade fireworks weekend celebrate celebrated celebrating
    sold-out camping concert gig`,
  ),
  context(
    'product',
    5,
    `bought buy buying use uses using used download downloaded install installed app battery charger
    version update updated upgrade upgraded switched firmware screen login synced sync syncing tool software plugin
    ordered delivered repaired broke broken crashed crashes device ride riding drive driving drove wear wearing engine
    subscription spreadsheet`,
  ),
];
const CONFIDENCE = 0.6;
/**
 * Articles and possessives, after which a name is a made thing ("my Vespa", "a Gaggia"); persons and places take none.
 */
const ARTICLE = /^(?:a|an|my|our|his|her|their|new|old)$/;

/**
 * Guesses the type of an untyped name by the words around it. Knowledge about the name itself has priority. A word in
 * lower case that is a name elsewhere ("mango yoghurt") is not guessed at.
 * @param tokens tokens of the name's sentence
 */
export function typedByContext(tokens: readonly Token[], span: NameSpan): NameSpan {
  if (span.type !== null || !/\p{Lu}/u.test(span.name)) return span;
  const type = typeOf(tokens, span);
  return type === null ? span : { ...span, type, confidence: CONFIDENCE };
}

function typeOf(tokens: readonly Token[], { first, last }: NameSpan): EntityType | null {
  if (SPEECH_VERBS.has(tokens[last + 1]?.lower ?? '')) return 'person';
  const found = CONTEXTS.find(({ window, cues }) => {
    for (let k = Math.max(0, first - window); k < Math.min(tokens.length, last + 1 + window); k++) {
      if ((k < first || k > last) && cues.has(tokens[k]?.lower ?? '')) return true;
    }
    return false;
  });
  if (found !== undefined) return found.type;
  const isAcronym = first === last && /^\p{Lu}{1,3}$/u.test(tokens[first]?.text ?? '');
  return ARTICLE.test(tokens[first - 1]?.lower ?? '') && !isAcronym ? 'product' : null;
}

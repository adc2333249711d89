/**
 * Which state of a matter a question asks about: the current one, or a former or the first one.
 */
export type StateIntent = 'current' | 'former';

/** Words by which a question says that it is about the present. */
export const RECENCY_WORD =
  /\b(?:now|nowadays|currently|current|at the moment|at present|these days|latest|newest|most recent(?:ly)?|recently|lately|still|last time)\b/i;

const RECENCY_WORD_OF_OTHERS = words(
  'jetzt aktuell derzeit zurzeit heutzutage immer noch inzwischen',
  'maintenant actuellement désormais toujours ahora actualmente todavía aún adesso attualmente ancora',
  'agora atualmente ainda nu nog momenteel tegenwoordig numera fortfarande nå nåværende stadig teraz obecnie nadal',
);
/** Words by which a question asks for how a matter ended. */
const OUTCOME_WORD = /\b(?:in the end|after all|eventually|happened to|bec[ao]me of)\b/i;
const FORMER_WORD = /\b(?:used to|previously|formerly|originally|initially|at first|to begin with)\b/i;
/** Of a thing in the past: "the former owner" may be asked about as he is today. */
const FORMER_ADJECTIVE = /\b(?:previous|former|original)\b/i;
const FORMER_WORD_OF_OTHERS = words(
  'früher vorher zuvor ehemals ursprünglich zuerst anfangs auparavant avant initialement autrefois antes anteriormente',
  'prima precedentemente originariamente anteriormente originalmente vroeger voorheen eerst tidigare förut tidligere',
  'wcześniej dawniej',
);
/** With a verb in the past: "before Ana", "until July", "the meetings first". */
const FORMER_ADVERB = /\b(?:before|until|till|first|earlier|once)\b/i;
const PAST_AUXILIARY = /\b(?:did|was|were|had|didn't|wasn't|weren't|hadn't)\b/i;
const PRESENT_VERB =
  /\b(?:is|are|am|isn't|aren't|does|do|don't|doesn't|can|can't|may|must|should|will|ha(?:s|ve) to)\b|'s\b|'re\b/i;
/** Regular past forms, and the irregular ones that questions have most. */
const PAST_VERB =
  /\b(?:\p{L}{2,}ed|became|began|bought|broke|brought|built|came|chose|cut|fell|found|gave|got|held|kept|knew|led|left|lost|made|met|paid|put|ran|rose|said|sang|saw|sent|sold|spoke|spent|stood|taught|thought|told|took|went|won|wore|wrote)\b/iu;
/** Questions about events, or for everything that ever was: no state is newer than another. */
const ANY_TIME = /\b(?:ever|any(?:one|body|thing)|every(?:one|body|thing)?|all|list|since when|ha(?:s|ve|d) been)\b/i;

/** Reasons and instructions are no states: the newest is no truer. */
const REASON_OR_INSTRUCTION = /\b(?:why|how (?:do|can|should|to) (?:i|we|you)|what (?:do|should|can) (?:i|we) do)\b/i;

/**
 * Parses which state a question asks about. One in the present tense, or without a verb ("Ana's phone number"), asks
 * about the current state.
 */
export function parseStateIntent(question: string): StateIntent | null {
  const isPast = !PRESENT_VERB.test(question) && PAST_VERB.test(question);
  const past = isPast || PAST_AUXILIARY.test(question);
  if (FORMER_WORD.test(question) || FORMER_WORD_OF_OTHERS.test(question)) return 'former';
  if (past && (FORMER_ADVERB.test(question) || FORMER_ADJECTIVE.test(question))) return 'former';
  if ([RECENCY_WORD, RECENCY_WORD_OF_OTHERS, OUTCOME_WORD].some((word) => word.test(question))) return 'current';
  return past || ANY_TIME.test(question) || REASON_OR_INSTRUCTION.test(question) ? null : 'current';
}

/** Matches one of the words; lists of words are separated by blanks. */
function words(...lists: readonly string[]): RegExp {
  const any = lists.join(' ').split(' ').join('|');
  // eslint-disable-next-line no-restricted-syntax -- words of letters alone: no loop
  return new RegExp(`(?<!\\p{L})(?:${any})(?!\\p{L})`, 'iu');
}

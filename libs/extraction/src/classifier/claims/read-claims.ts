import { mergeObservations } from '#contracts/merge-observations.js';
import type { Observations } from '#contracts/observations.js';
import type { Budget } from '../../pipeline/budget.js';
import { hasFirstPerson, isOfPeople, labelEnd, type Reading, readingOf } from '../../genre/reading.js';
import { jokesIn } from '../../rules/factuality/jokes.js';
import { speakerOf, UNKNOWN_SPEAKER } from '../../genre/speaker.js';
import type { ExtractionInput, StageOutcome } from '../../pipeline/stage.js';
import { codePointOffsets } from '../../text/code-points.js';
import { segmentText, type TextSegment } from '../../text/segment-text.js';
import type { Token } from '../../text/tokenizer.js';
import { isReply } from '../../eligibility/assistant-replies.js';
import { EventLoopYielder } from '../../pipeline/event-loop-yielder.js';
import type { ClaimModel, WindowOpinion } from './claim-model.js';
import { claimObservations } from './claim-observations.js';
import { spokenTurn, tokensOf, type NamedTurn, type WithMentions } from './spoken-turn.js';
import { turnWindow, type SpokenTurn, type TurnName } from './turn-window.js';
import { nonFactualTokens, type NonFactualTokens } from './non-factual-tokens.js';

/** Outcome of reading, with what the model considered. */
export type ClaimsRead = Extract<StageOutcome, { state: 'done' | 'partial' }> & {
  readonly opinions: readonly WindowOpinion[];
};

/**
 * Adds the model's claims to the observations of a turn. In turns of the system or a tool and in notes of the
 * assistant it reads only what they say of those whom they name; what the assistant replies mostly repeats or guesses.
 * @param before earlier turns of the session, latest last
 */
export async function readClaims(
  model: ClaimModel,
  turn: ExtractionInput & WithMentions,
  before: readonly NamedTurn[],
  found: Observations,
  budget: Budget,
): Promise<ClaimsRead> {
  const opinions: WindowOpinion[] = [];
  if (isReply(turn)) return { state: 'done', observations: found, opinions };
  const reading = readingOf(turn);
  const results = [found];
  const turns = EventLoopYielder.over(turn.text, budget);
  let prior = before.map((said) => {
    const tokens = [...segmentText(said.text)].flatMap(tokensOf);
    return spokenTurn(bySpeaker(said), tokens, said.memoryId, codePointOffsets(said.text));
  });
  const offset = codePointOffsets(turn.text);
  // A long memory is read in segments; each has the earlier ones as context.
  for (const whole of segmentText(turn.text)) {
    const segment = { ...whole, sentences: whole.sentences.filter((sentence) => isOfPeople(reading, sentence)) };
    await turns.yieldIfDue();
    const tokens = tokensOf(segment);
    if (budget.spent()) {
      const observations = mergeObservations(results);
      return { state: 'partial', observations, opinions, reason: 'out of time', offset: offset(segment.first.start) };
    }
    const spoken = spokenTurn(bySpeaker(turn), tokens, null, offset);
    const nonFactual = nonFactualTokensIn(segment, spoken);
    if (tokens.some((token) => !nonFactual.nonFactual.has(token))) {
      const window = turnWindow(prior, spoken);
      const ofSpeaker = tokensOfSpeaker(reading, turn.text, segment, spoken);
      const scored = await model.read(window);
      turns.reset();
      opinions.push({ window, considered: scored.considered });
      const before = { ...found, ends: results.flatMap(({ ends = [] }) => ends) };
      results.push(claimObservations(turn, { tokens, nonFactual, ofSpeaker, window }, scored, before));
    }
    prior = [...prior, spoken];
  }
  await turns.yieldIfDue();
  return { state: 'done', observations: mergeObservations(results), opinions };
}

/** A turn with whom its "I" refers to as its speaker: who signed it. */
function bySpeaker<T extends NamedTurn | (ExtractionInput & WithMentions)>(turn: T): T {
  return { ...turn, speaker: speakerOf(turn)?.name ?? turn.speaker };
}

/** Tokens of sentences that may be about the speaker. */
function tokensOfSpeaker(
  reading: Reading,
  text: string,
  { sentences }: TextSegment,
  { names }: SpokenTurn,
): ReadonlySet<Token> {
  const found = new Set<Token>();
  let [begin, quotedLine] = [0, -1];
  for (const { tokens, start } of sentences) {
    const line = reading.forms.at(start).start;
    const colon = labelEnd(text, tokens);
    const isOfOther = ({ first, last, type }: TurnName) =>
      type === 'person' &&
      colon !== null &&
      last === begin + colon - 1 &&
      tokens.slice(0, first - begin).every(({ text: word }) => !/\p{L}/u.test(word));
    if (names.some(isOfOther)) quotedLine = line;
    const end = begin + tokens.length;
    const speaks = reading.speaker !== null && (reading.impliesSpeaker || hasFirstPerson(reading, tokens));
    const isNamed = names.some(({ name, first }) => isOwnName(reading, name) && first >= begin && first < end);
    if ((speaks || isNamed) && line !== quotedLine) for (const token of tokens) found.add(token);
    begin = end;
  }
  return found;
}

/** Whether a name is that of who speaks, or the given name, or "user" in a text that tells of them. */
function isOwnName({ speaker }: Reading, name: string): boolean {
  return name === UNKNOWN_SPEAKER || name === speaker?.name || name === speaker?.name.split(' ')[0];
}

/** Non-factual tokens of all sentences of a segment. */
function nonFactualTokensIn({ sentences }: TextSegment, { names }: SpokenTurn): NonFactualTokens {
  const [nonFactual, negated, planned] = [new Set<Token>(), new Set<Token>(), new Set<Token>()];
  const jokes = jokesIn(sentences);
  let begin = 0;
  for (const sentence of sentences) {
    const { tokens } = sentence;
    const end = begin + tokens.length;
    const inside = names
      .filter(({ first, last }) => first >= begin && last < end)
      .map((name) => ({ ...name, first: name.first - begin, last: name.last - begin, confidence: 1 }));
    const withheld = nonFactualTokens(tokens, inside);
    for (const token of jokes.has(sentence) ? tokens : withheld.nonFactual) nonFactual.add(token);
    for (const token of withheld.negated) negated.add(token);
    for (const token of withheld.planned) planned.add(token);
    begin = end;
  }
  return { nonFactual, negated, planned };
}

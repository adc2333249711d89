/** A message as a prompt shows it. */
export interface PromptTurn {
  readonly text: string;
  readonly speaker: string | null;
  /** Date, e.g. `2024-05-03`. */
  readonly day: string;
}

/** Maximum share of the text for facts; the messages show how they were meant. */
const FACTS_SHARE = 0.4;
/** Minimum number of remaining tokens for which a message is cut rather than left out. */
const MIN_TURN_TOKENS = 16;
const FACTS = 'Facts that hold now:';
const TURNS = 'What was said:';

/** Estimated number of tokens: one for four bytes of UTF-8, as usual tokenizers give for English. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

/**
 * Text for a prompt: facts, then messages, each best first, as many as fit.
 * @param maxTokens maximum length, as counted by `estimateTokens`
 */
export function contextText(facts: readonly string[], turns: readonly PromptTurn[], maxTokens: number): string {
  const factsText = fitting(FACTS, facts, Math.floor(maxTokens * FACTS_SHARE));
  const left = maxTokens - (factsText === '' ? 0 : estimateTokens(`${factsText}\n\n`));
  const turnsText = fitting(
    TURNS,
    turns.map(({ text, speaker, day }) => `[${day}] ${speaker === null ? '' : `${speaker}: `}${oneLine(text)}`),
    left,
  );
  return [factsText, turnsText].filter((part) => part !== '').join('\n\n');
}

/** A heading with the lines that fit below it, the last one cut; empty if none fits. */
function fitting(heading: string, lines: readonly string[], maxTokens: number): string {
  const kept = [heading];
  let left = maxTokens - estimateTokens(`${heading}\n`);
  for (const line of lines.map((words) => `- ${words}`)) {
    const tokens = estimateTokens(`${line}\n`);
    if (tokens > left) {
      if (left >= MIN_TURN_TOKENS) kept.push(cut(line, left));
      break;
    }
    kept.push(line);
    left -= tokens;
  }
  return kept.length === 1 ? '' : kept.join('\n');
}

function cut(line: string, maxTokens: number): string {
  const most = (maxTokens - 1) * 4;
  const bytes = Buffer.from(line);
  const kept = bytes.subarray(0, most).toString();
  // A cut inside a character leaves replacement characters, which are removed. A regular expression anchored only at
  // the end would try every run of them, in time quadratic in its length.
  let end = kept.length;
  while (end > 0 && kept[end - 1] === '\uFFFD') end -= 1;
  return `${kept.slice(0, end).trimEnd()}…`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A turn as a prompt shows it. */
export interface PromptTurn {
  readonly text: string;
  readonly speaker: string | null;
  /** `2024-05-03`. */
  readonly day: string;
}

/** Facts take this share of a text at most: the turns say how it was meant. */
const FACTS_SHARE = 0.4;
/** A turn is cut where at least this much of it still fits. */
const MIN_TURN_TOKENS = 16;
const FACTS = 'Facts that hold now:';
const TURNS = 'What was said:';

/** Tokens of a text, about: one for four bytes of UTF-8, as English comes to with the usual tokenizers. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

/**
 * One text to put into a prompt: facts, then turns, each best first, as many as fit.
 * @param maxTokens the whole is at most this long, as `estimateTokens` counts
 */
export function contextText(facts: readonly string[], turns: readonly PromptTurn[], maxTokens: number): string {
  const told = fitting(FACTS, facts, Math.floor(maxTokens * FACTS_SHARE));
  const left = maxTokens - (told === '' ? 0 : estimateTokens(`${told}\n\n`));
  const said = fitting(
    TURNS,
    turns.map(({ text, speaker, day }) => `[${day}] ${speaker === null ? '' : `${speaker}: `}${oneLine(text)}`),
    left,
  );
  return [told, said].filter((part) => part !== '').join('\n\n');
}

/** A heading with the lines that fit below it, the last one cut; empty where none fits. */
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
  // A character that the cut goes through ends as replacement characters, which go too. Not by a pattern: one that is
  // bound to the end alone tries every run of them, in time that grows with the square of its length.
  let end = kept.length;
  while (end > 0 && kept[end - 1] === '\uFFFD') end -= 1;
  return `${kept.slice(0, end).trimEnd()}…`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

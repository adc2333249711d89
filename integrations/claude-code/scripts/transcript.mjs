/** What Claude Code itself puts into messages of the user: commands, their output, reminders. */
const INSERTED = /<(system-reminder|command-[a-z]+|local-command-[a-z]+|bash-[a-z]+)>[^]*?<\/\1>/g;

/**
 * What user and assistant said to each other, in order: of each turn the prompt, and the last text of the answer.
 * Thoughts, tool calls, their results, subagents and messages of the program are left out.
 * @param {readonly string[]} lines of a transcript; a line that is no JSON is left out
 * @returns {{uuid: string, role: 'user' | 'assistant', text: string, timestamp: unknown}[]}
 */
export function spokenIn(lines) {
  const spoken = [];
  let answer = null;
  for (const message of lines.flatMap(messageOf)) {
    if (message.role === 'assistant') {
      answer = message;
      continue;
    }
    if (answer) spoken.push(answer);
    answer = null;
    spoken.push(message);
  }
  return answer ? [...spoken, answer] : spoken;
}

function messageOf(line) {
  const entry = parsed(line);
  const { type, uuid, timestamp, isSidechain, isMeta, isCompactSummary, message } = entry ?? {};
  if ((type !== 'user' && type !== 'assistant') || typeof uuid !== 'string') return [];
  if (isSidechain === true || isMeta === true || isCompactSummary === true) return [];
  const text = textOf(message?.content).replaceAll(INSERTED, '').trim();
  return text === '' ? [] : [{ uuid, role: type, text, timestamp }];
}

function textOf(content) {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .flatMap((part) => (part?.type === 'text' && typeof part.text === 'string' ? [part.text] : []))
    .join('\n');
}

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * Parses the first JSON object of an answer, ignoring prose or a code fence around it. Of a truncated object, keeps
 * everything up to its last complete inner object.
 * @returns null if there is none
 */
export function salvageJson(answer: string): { readonly value: unknown; readonly complete: boolean } | null {
  const start = answer.indexOf('{');
  if (start < 0) return null;
  const scan = scanObject(answer, start);
  const candidates = [
    { text: scan.end === null ? '' : answer.slice(start, scan.end), complete: true },
    { text: scan.repaired, complete: false },
  ];
  for (const { text, complete } of candidates) {
    const value = parse(text);
    if (value !== undefined) return { value, complete };
  }
  return null;
}

/** Maximum depth, deeper than any answer of the schema. */
const MAX_DEPTH = 16;

interface Scan {
  /** Index after the closing brace; null if it is missing. */
  readonly end: number | null;
  /** Text up to the last complete inner object, with its brackets closed. */
  readonly repaired: string;
}

function scanObject(answer: string, start: number): Scan {
  const open: string[] = [];
  let repaired = '';
  let keep = 0;
  for (let i = start; i < answer.length && open.length <= MAX_DEPTH; i++) {
    const char = answer[i] ?? '';
    if (char === '"') {
      i = stringEnd(answer, i);
    } else if (char === '{' || char === '[') {
      open.push(char === '{' ? '}' : ']');
    } else if (char === '}' || char === ']') {
      open.pop();
      if (open.length === 0) return { end: i + 1, repaired: '' };
      keep = i + 1;
      repaired = open.toReversed().join('');
    }
  }
  return { end: null, repaired: keep === 0 ? '' : answer.slice(start, keep) + repaired };
}

/** Index of the closing quotation mark, or the length of the answer. */
function stringEnd(answer: string, start: number): number {
  for (let i = start + 1; i < answer.length; i++) {
    if (answer[i] === '\\') i += 1;
    else if (answer[i] === '"') return i;
  }
  return answer.length;
}

function parse(text: string): unknown {
  if (text === '') return undefined;
  return parsed(text) ?? parsed(text.replace(STRING_OR_NO_VALUE, (part) => (part.startsWith('"') ? part : 'null')));
}

/**
 * Invalid JSON numbers, and null of other languages, which become null: the items that contain them are refused, the
 * others kept.
 */
const STRING_OR_NO_VALUE = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:NaN|Infinity|undefined|None)\b/gs;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

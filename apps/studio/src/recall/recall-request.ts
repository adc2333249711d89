import type { Schemas } from '../../../../clients/typescript/src/index.js';

type RecallRequest = Schemas['RecallRequest'];
export type Recalled = Schemas['Recall'];
export type RecallHit = Schemas['RecalledMemory'];
export type RecallRetriever = RecallHit['retrievers'][number];

/** What the form says, by its names in the address. */
export const RECALL_FIELDS = [
  ...['q', 'subject', 'speaker', 'session', 'tag', 'since', 'until'],
  ...['results', 'confidence', 'tokens'],
] as const;

/** Number of memories that are asked for, where the address says none; the trace explains the first 20. */
const DEFAULT_RESULTS = 10;

/** The question of an address with its filters, which also asks for the context block and the trace. */
export function requestOf(query: URLSearchParams): RecallRequest {
  return {
    query: query.get('q') ?? '',
    max_results: maxResultsOf(query),
    session: textOf(query, 'session'),
    subject: textOf(query, 'subject'),
    since: momentOf(textOf(query, 'since'), 'T00:00:00Z'),
    until: momentOf(textOf(query, 'until'), 'T23:59:59.999999999Z'),
    min_confidence: numberOf(query, 'confidence'),
    max_tokens: numberOf(query, 'tokens'),
    filter: filterOf(query),
    format: 'context',
    include_trace: true,
  };
}

/** The same question to all of `retrievers` but one; as many memories again, so that it is seen how far one falls. */
export function requestWithout(
  query: URLSearchParams,
  off: RecallRetriever,
  retrievers: readonly RecallRetriever[],
): RecallRequest {
  const rest = retrievers.filter((name) => name !== off);
  return { ...requestOf(query), include_trace: false, retrievers: rest, max_results: 2 * maxResultsOf(query) };
}

/** Number of memories that an address asks for. */
export function maxResultsOf(query: URLSearchParams): number {
  return numberOf(query, 'results') ?? DEFAULT_RESULTS;
}

function filterOf(query: URLSearchParams): NonNullable<RecallRequest['filter']> {
  const tags = (query.get('tag') ?? '').split(',').flatMap((tag) => tag.trim() || []);
  return { speaker: textOf(query, 'speaker'), tags: tags.length > 0 ? { all: tags } : null };
}

function textOf(query: URLSearchParams, name: (typeof RECALL_FIELDS)[number]): string | null {
  return query.get(name) || null;
}

function numberOf(query: URLSearchParams, name: (typeof RECALL_FIELDS)[number]): number | null {
  const text = textOf(query, name);
  const number = Number(text);
  return text !== null && Number.isFinite(number) ? number : null;
}

/** A day becomes its beginning, or its end. */
function momentOf(day: string | null, time: string): string | null {
  return day !== null && /^\d{4}-\d\d-\d\d$/.test(day) ? `${day}${time}` : day;
}

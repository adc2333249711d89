import { isLosslessNumber, parse, stringify } from 'lossless-json';

/** What the fields above the list say, by their names in the address. */
export const FILTER_FIELDS = ['subject', 'speaker', 'session', 'tag', 'since', 'until', 'filter'] as const;
export type FilterField = (typeof FILTER_FIELDS)[number];

/** A filter of the API, made of an address; or why it is none. */
export type ReadFilter = { readonly json: string | undefined } | { readonly fault: string };

/**
 * The filter that an address asks for, as JSON; undefined for none. Fields stand beside the JSON that was written by
 * hand, and win over it.
 */
export function filterOf(query: URLSearchParams): ReadFilter {
  const written = writtenFilter(query.get('filter') ?? '');
  if (written === null) return { fault: 'The filter is no JSON object.' };
  const filter: Record<string, unknown> = { ...written };
  for (const field of ['speaker', 'session'] as const) set(filter, field, query.get(field));
  for (const field of ['since', 'until'] as const) set(filter, field, momentOf(query.get(field), field));
  const tag = query.get('tag');
  if (tag) filter['tags'] = { all: tag.split(',').map((one) => one.trim()) };
  return { json: Object.keys(filter).length === 0 ? undefined : stringify(filter) };
}

function set(filter: Record<string, unknown>, field: string, value: string | null): void {
  if (value) filter[field] = value;
}

/** A day becomes its beginning, or its end. */
function momentOf(day: string | null, field: 'since' | 'until'): string | null {
  if (!day || !/^\d{4}-\d\d-\d\d$/.test(day)) return day;
  return field === 'since' ? `${day}T00:00:00Z` : `${day}T23:59:59.999999999Z`;
}

/** Null for what is no JSON object. */
function writtenFilter(text: string): Record<string, unknown> | null {
  if (text.trim() === '') return {};
  try {
    const value: unknown = parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

import * as z from 'zod';
import { RETRIEVERS } from '#recall/retrievers/retriever.js';
import { choice, flag, listOf } from '#request-schema/fields.js';
import { MemoryFilterDto } from '#request-schema/memory-filter.js';
import { sessionId } from '#request-schema/session-fields.js';
import { storableText } from '#request-schema/text-fields.js';
import { unixNanos } from '#request-schema/time-fields.js';
import { BadRequest } from '../http/problems.js';
import { clampedInteger, clampTo, share } from '../schema/number-fields.js';
import { LIMITS } from '../shared/request-limits.js';

const RESULTS = { fallback: 10, most: LIMITS.recall };
const CONTEXT_TOKENS = { fallback: 1000, most: LIMITS.context_tokens };
const CONTEXT_FACTS = { fallback: 5, most: LIMITS.context_facts };
const RETRIEVER_NAMES = `$field may be ${RETRIEVERS.join(', ')}`;

/** Body of POST /v1/recall. */
export const RecallDto = z.object({
  query: storableText(LIMITS.text_bytes, {
    ...{ blank: false, about: 'Query: a question or search terms, not blank. Required here or as `cue`.' },
  }).nullish(),
  cue: storableText(LIMITS.text_bytes, { blank: false, about: 'Alias of `query`.' }).nullish(),
  max_results: clampedInteger(RESULTS, 'Maximum number of memories.').nullish(),
  session: sessionId('Only memories of this session.').nullish(),
  since_unix_nanos: unixNanos(
    'Only memories from this event time on: Unix nanoseconds or ISO 8601 with a zone; 0 means no bound.',
  ).nullish(),
  since: unixNanos('Alias of `since_unix_nanos`.').nullish(),
  until_unix_nanos: unixNanos(
    'Only memories up to this event time: Unix nanoseconds or ISO 8601 with a zone; 0 means no bound.',
  ).nullish(),
  until: unixNanos('Alias of `until_unix_nanos`.').nullish(),
  subject: storableText(LIMITS.name_bytes, {
    ...{
      blank: false,
      about: 'Only memories that mention this entity, given by its id or by a name that resolves to it.',
    },
  }).nullish(),
  filter: MemoryFilterDto.nullish(),
  retrievers: listOf(choice(RETRIEVERS, { refusal: RETRIEVER_NAMES }), {
    refusal: RETRIEVER_NAMES,
    atLeast: [1, '$field must name at least one'],
    about: 'Retrievers to use. Default: all.',
  }).nullish(),
  min_confidence: share('$field must be a number from 0 to 1', 'Minimum confidence of a memory. Default 0.').nullish(),
  kind: choice([0, 1, 2], { about: 'Only memories of this kind.' }).nullish(),
  format: choice(['memories', 'context'], {
    about: '`context` adds `context`, one text to put into a prompt. Default `memories`.',
  }).nullish(),
  max_tokens: clampedInteger(CONTEXT_TOKENS, 'Maximum length of `context`, in tokens of o200k_base.').nullish(),
  max_facts: clampedInteger(CONTEXT_FACTS, 'Maximum number of facts in `context`.').nullish(),
  context_ids: flag(
    'Whether each line of `context` begins with the id of its fact, such as `[relation:…]`, or of its memory. Default false.',
  ).nullish(),
  min_fact_confidence: share(
    '$field must be a number from 0 to 1',
    'Minimum confidence of a fact in `context`. Default 0: every fact is as certain as the deployment requires.',
  ).nullish(),
  neighbours: flag('Whether the neighbours of a match in its session may be returned too. Default true.').nullish(),
  include_trace: flag('Whether to return `trace`. Default false.').nullish(),
});
export type RecallDto = z.infer<typeof RecallDto>;

/** Text of the query. @throws BadRequest if it is missing */
export function questionOf({ query, cue }: RecallDto): string {
  const text = query ?? cue;
  if (text === undefined || text === null) throw new BadRequest('query must be a string, not blank');
  return text;
}

/** Maximum length of the text for a prompt, in tokens; null if none is requested. */
export function contextTokensOf({ format, max_tokens }: RecallDto): number | null {
  return format === 'context' ? clampTo(max_tokens, CONTEXT_TOKENS) : null;
}

/** Maximum number of facts of the text for a prompt, their minimum confidence, and whether its lines have ids. */
export function contextLinesOf({ max_facts, min_fact_confidence, context_ids }: RecallDto) {
  return {
    maxFacts: clampTo(max_facts, CONTEXT_FACTS),
    minConfidence: min_fact_confidence ?? 0,
    withIds: context_ids ?? false,
  };
}

/** Maximum number of memories. */
export function resultsOf({ max_results }: RecallDto): number {
  return clampTo(max_results, RESULTS);
}

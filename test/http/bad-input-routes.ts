import { LINK_KINDS } from '#contracts/links.js';
import { ENTITY_TYPES, STATEMENT_KINDS } from '#contracts/ontology.js';
import {
  choice,
  clamped,
  cue,
  expiry,
  flag,
  fraction,
  list,
  memoryFilter,
  memoryId,
  numbered,
  optional,
  required,
  session,
  storedObject,
  tags,
  text,
  time,
} from './bad-input-fields.js';
import { absent, FORGET_TABLES, withoutForgotten } from './bad-input-forget.js';
import { FACT_TABLES, subjects } from './bad-input-facts.js';
import {
  cursor,
  pathMemoryId,
  pathUuid,
  queryChoice,
  queryFilter,
  queryFlag,
  queryInteger,
  queryLimit,
  queryMemoryId,
  querySession,
  queryShare,
  queryText,
  queryUuid,
  queryUuids,
} from './bad-input-parameters.js';
import { EVENT_TABLES } from './bad-input-events.js';
import { MEMORY_VERSION_TABLES } from './bad-input-versions.js';
import type { InputTable } from './input-table.js';

const LINK = { source: '{memory}', target: '{other memory}', kind: 'caused' };
/** The link of a forgotten memory no longer exists, so removing it has no effect. */
const ENDS_OF_LINK = {
  source: required(withoutForgotten(memoryId)),
  target: required(withoutForgotten(memoryId)),
  kind: required(choice(...LINK_KINDS)),
};
const ENDS = { source: required(memoryId), target: required(memoryId), kind: required(choice(...LINK_KINDS)) };
const entityName = text(1024, { blank: false });

/** All routes of the public port with input. */
export const INPUT_TABLES: readonly InputTable[] = [
  {
    route: 'POST /v1/memories',
    // Pinned, so that no time makes it expire.
    body: { text: 'a turn', pinned: true },
    inBody: {
      text: required(text(1024 * 1024, { blank: false })),
      speaker: optional(text(1024, { blank: true })),
      role: optional(choice('user', 'assistant', 'system', 'tool')),
      genre: optional(choice('chat', 'note', 'document', 'code', 'data', 'prose')),
      session: optional(session),
      context: optional(session),
      occurred_at_unix_nanos: optional(time),
      occurred_at: optional(time),
      kind: optional(numbered(1)),
      metadata: optional(storedObject),
      tags: optional(tags),
      expires_at_unix_nanos: optional(expiry),
      expires_at: optional(expiry),
      pinned: optional(flag),
      dedupe: optional(choice('none', 'content')),
    },
  },
  {
    route: 'GET /v1/memories',
    body: null,
    inQuery: {
      limit: queryLimit,
      cursor: cursor('{their memory cursor}'),
      dir: queryChoice('desc', 'asc'),
      filter: queryFilter,
      session: querySession,
      subject: queryUuid('{their entity}'),
      include_tombstoned: queryFlag,
    },
  },
  ...FORGET_TABLES,
  ...MEMORY_VERSION_TABLES,
  ...EVENT_TABLES,
  { route: 'GET /v1/memories/{id}/inspect', body: null, id: '{memory}', inPath: pathMemoryId },
  {
    route: 'POST /v1/recall',
    body: { query: 'kettle' },
    inBody: {
      query: required(text(1024 * 1024, { blank: false })),
      cue: optional(text(1024 * 1024, { blank: false })),
      max_results: optional(clamped),
      session: optional(session),
      since_unix_nanos: optional(time),
      since: optional(time),
      until_unix_nanos: optional(time),
      until: optional(time),
      subject: optional([...text(1024, { blank: false }), ...subjects()]),
      retrievers: optional(list({ empty: [], unknown: ['psychic'], 'a number in it': [1] })),
      filter: optional(memoryFilter),
      include_trace: optional(flag),
      neighbours: optional(flag),
      kind: optional(numbered(2)),
      min_confidence: optional(fraction(0, 1)),
      format: optional(choice('memories', 'context')),
      context_ids: optional(flag),
      max_tokens: optional(clamped),
      max_facts: optional(clamped),
      min_fact_confidence: optional(fraction(0, 1)),
    },
  },
  {
    route: 'POST /v1/plan',
    body: { start: { memory_id: '{memory}' }, goal: { text: 'kettle' } },
    inBody: {
      start: required(cue),
      goal: required(cue),
      max_steps: optional(clamped),
      max_wall_time_ms: optional(clamped),
      max_branches: optional(clamped),
      strategy: optional(choice('auto', 'a_star')),
    },
  },
  {
    route: 'POST /v1/reason',
    body: { observation: { memory_id: '{memory}' } },
    inBody: {
      observation: required(cue),
      depth: optional(clamped),
      confidence_threshold: optional(fraction(0, 1)),
      max_inferences: optional(clamped),
      budget_wall_time_ms: optional(clamped),
    },
  },
  {
    route: 'POST /v1/links',
    body: LINK,
    inBody: { ...ENDS, weight: optional(fraction(0, 1)) },
  },
  { route: 'DELETE /v1/links', body: LINK, inBody: ENDS_OF_LINK },
  {
    route: 'DELETE /v1/links',
    body: null,
    query: LINK,
    inQuery: {
      source: [...absent(400), ...withoutForgotten(queryMemoryId)],
      target: [...absent(400), ...withoutForgotten(queryMemoryId)],
      kind: [...absent(400), ...queryChoice(...LINK_KINDS)],
    },
  },
  {
    route: 'POST /v1/entities',
    body: { entity_type_id: 1, canonical_name: 'Ana Cruz' },
    inBody: {
      entity_type_id: required([...numbered(ENTITY_TYPES.length), { what: 'zero', value: 0, status: 400 }]),
      canonical_name: required(entityName),
      aliases: optional(
        list({
          'a blank one': ['Ani', ' '],
          'a number in it': [1],
          'a NUL in it': ['A\0'],
          'a byte too long in it': ['a'.repeat(1025)],
          'too many': Array.from({ length: 101 }, (_, i) => `Ana ${String(i)}`),
        }),
      ),
    },
  },
  {
    route: 'POST /v1/entities/resolve',
    body: { candidate_name: 'Ana Cruz' },
    inBody: {
      candidate_name: required(entityName),
      resolution_context: optional(text(64 * 1024, { blank: true })),
      context: optional(text(64 * 1024, { blank: true })),
      type_hint: optional([
        ...choice('core:person', 'person').filter(({ value }) => value !== 5),
        ...numbered(ENTITY_TYPES.length),
        { what: 'another namespace', value: 'acme:person', status: 400 },
      ]),
      allow_create: optional(flag),
    },
  },
  {
    route: 'GET /v1/entities',
    body: null,
    inQuery: {
      ids: queryUuids(100),
      prefix: queryText,
      name: queryText,
      type_id: queryInteger(1n, BigInt(ENTITY_TYPES.length)),
      mention_count_min: queryInteger(0n, 2n ** 31n - 1n),
      include_merged: queryFlag,
      include_candidates: queryFlag,
      limit: queryLimit,
    },
  },
  { route: 'GET /v1/entities/{id}', body: null, id: '{entity}', inPath: pathUuid('{their entity}') },
  {
    route: 'GET /v1/entities/{id}/relations',
    body: null,
    id: '{entity}',
    inPath: pathUuid('{their entity}'),
    inQuery: {
      direction: queryChoice('from', 'to', 'both', 'outgoing', 'incoming'),
      type: queryChoice('core:works_at', 'works_at'),
      include_superseded: queryFlag,
      limit: queryLimit,
    },
  },
  {
    route: 'POST /v1/entities/{id}/traverse',
    body: {},
    id: '{entity}',
    inPath: pathUuid('{their entity}'),
    inBody: {
      direction: optional(choice('outgoing', 'incoming', 'both')),
      relation_types: optional(
        list({ unknown: ['core:adores'], 'a number in it': [8], 'one unknown': ['core:knows', 'x'] }),
      ),
      max_depth: optional(clamped),
      max_nodes: optional(clamped),
      include_superseded: optional(flag),
    },
  },
  {
    route: 'GET /v1/statements',
    body: null,
    inQuery: {
      subject: queryUuid('{their entity}'),
      predicate: queryChoice('core:likes', 'likes'),
      kind: queryChoice(...STATEMENT_KINDS),
      min_confidence: queryShare,
      only_current: queryFlag,
      include_tombstoned: queryFlag,
      limit: queryLimit,
    },
  },
  // No statement has this kind; the other fields are validated before the empty response.
  {
    route: 'GET /v1/statements',
    body: null,
    query: { kind: 'custom' },
    inQuery: {
      subject: queryUuid('{their entity}'),
      predicate: queryChoice('core:likes', 'likes'),
      min_confidence: queryShare,
      only_current: queryFlag,
      limit: queryLimit,
    },
  },
  { route: 'GET /v1/statements/{id}', body: null, id: '{statement}', inPath: pathUuid('{their statement}') },
  { route: 'GET /v1/relations/{id}', body: null, id: '{relation}', inPath: pathUuid('{their relation}') },
  { route: 'GET /v1/retractions', body: null, inQuery: { limit: queryLimit } },
  ...FACT_TABLES,
  {
    route: 'GET /v1/graph',
    body: null,
    inQuery: {
      limit: queryLimit,
      cursor: cursor('{their graph cursor}'),
      include_statements: queryFlag,
      include_memories: queryFlag,
      include_candidates: queryFlag,
      include_memory_edges: [...queryFlag, { what: 'true without include_memories', value: 'true', status: 400 }],
    },
  },
  { route: 'GET /v1/export', body: null, inQuery: { after: cursor('{their graph cursor}'), filter: queryFilter } },
];

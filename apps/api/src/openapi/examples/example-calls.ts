import { SHELL_VARIABLES as ID, type ExampleCalls } from './example.js';

/**
 * Example calls by operationId. Run in document order, each finds what it needs in earlier responses; `npm run
 * examples` runs them all and writes the responses to example-answers.json.
 */
export const EXAMPLE_CALLS: ExampleCalls = {
  encodeMemory: [
    {
      name: 'A turn of a conversation',
      headers: { 'Idempotency-Key': 'docs-turn-1', Prefer: 'wait=20' },
      body: { text: 'Maria Silva works at Initech Ltd.', speaker: 'Ana', session: 42 },
      keeps: { MEMORY: 'memory_id' },
    },
    {
      name: 'The next turn',
      headers: { Prefer: 'wait=20' },
      body: { text: 'Initech Ltd is based in Lisbon. I like green tea.', speaker: 'Maria Silva', session: 42 },
      keeps: { OTHER: 'memory_id' },
    },
    {
      name: 'A memory with a time and metadata of its own',
      headers: { Prefer: 'wait=20' },
      body: {
        ...{ text: 'Maria Silva lives in Porto.', occurred_at_unix_nanos: 1_767_225_600_000_000_000n },
        ...{ metadata: { source: 'crm', priority: 2 }, tags: ['imported'] },
      },
      keeps: { MISTAKE: 'memory_id' },
    },
  ],
  listMemories: [
    { name: 'The newest two', parameters: { limit: '2' }, keeps: { CURSOR: 'next_cursor' } },
    { name: 'The page after them', parameters: { limit: '2', cursor: ID.CURSOR } },
  ],
  encodeMemories: [
    {
      name: 'A memory that is new, and one that is stored already',
      headers: { Prefer: 'wait=20' },
      body: {
        items: [
          { text: 'The kettle is descaled every month.', session: 43 },
          { text: 'Maria Silva works at Initech Ltd.', speaker: 'Ana', session: 42, request_id: 'docs-turn-1' },
        ],
      },
      keeps: { BATCHED: 'memory_id' },
    },
  ],
  getMemory: [{ name: 'A memory', parameters: { id: ID.MEMORY } }],
  reviseMemory: [
    {
      name: 'A correction',
      headers: { 'If-Match': '"1"', Prefer: 'wait=20' },
      parameters: { id: ID.OTHER },
      body: { text: 'Initech Ltd is based in Lisbon. I like black tea.', tags: ['corrected'] },
    },
  ],
  forgetMemory: [
    { name: 'A memory that was a mistake', body: { memory_id: ID.MISTAKE } },
    { name: 'What a filter would forget', body: { filter: { session: 42 }, dry_run: true } },
  ],
  inspectMemory: [{ name: 'What was found in a memory', parameters: { id: ID.MEMORY } }],
  recall: [{ name: 'A question', body: { query: 'Where does Maria Silva work?', max_results: 2, format: 'context' } }],
  plan: [
    {
      name: 'From a person to a place',
      body: { start: { text: 'Maria Silva' }, goal: { text: 'Lisbon' }, max_steps: 4 },
    },
  ],
  reason: [
    {
      name: 'What follows for a person',
      body: { observation: { text: 'Maria Silva was seen in Lisbon.' }, confidence_threshold: 0.3, max_inferences: 3 },
    },
  ],
  linkMemories: [
    { name: 'One memory supports another', body: { source: ID.OTHER, target: ID.MEMORY, kind: 'supports' } },
  ],
  unlinkMemories: [{ name: 'It does not', body: { source: ID.OTHER, target: ID.MEMORY, kind: 'supports' } }],
  createEntity: [
    {
      name: 'An organization and another name of it',
      body: { entity_type_id: 2, canonical_name: 'Initech Ltd', aliases: ['Initech'] },
    },
    {
      name: 'Another organization',
      body: { entity_type_id: 2, canonical_name: 'Umbrella Corporation of Lisbon' },
      keeps: { OTHER_ENTITY: 'entity_id' },
    },
  ],
  resolveEntity: [
    { name: 'Whom a name means', body: { candidate_name: 'Maria Sliva', type_hint: 'person' } },
    {
      name: 'A new entity where nothing has the name',
      body: { candidate_name: 'Umbrella Corp', allow_create: true },
      keeps: { UMBRELLA: 'entity_id' },
    },
  ],
  listEntities: [
    {
      name: 'Persons whose name begins with maria',
      parameters: { prefix: 'maria', type_id: '1' },
      keeps: { MARIA: 'entity_id' },
    },
  ],
  getEntity: [{ name: 'A person', parameters: { id: ID.MARIA } }],
  listEntityRelations: [
    {
      name: 'Where somebody works',
      parameters: { id: ID.MARIA, type: 'core:works_at' },
      keeps: { RELATION: 'relation_id' },
    },
  ],
  traverseRelations: [
    { name: 'Two hops', parameters: { id: ID.MARIA }, body: { direction: 'outgoing', max_depth: 2 } },
  ],
  listStatements: [
    { name: 'What somebody likes', parameters: { subject: ID.MARIA }, keeps: { STATEMENT: 'statement_id' } },
  ],
  getStatement: [{ name: 'One of them', parameters: { id: ID.STATEMENT } }],
  listRetractions: [{ name: 'What was retracted', parameters: { limit: '10' } }],
  getRelation: [{ name: 'A relation', parameters: { id: ID.RELATION } }],
  entityProfile: [{ name: 'What is known of somebody', parameters: { id: ID.MARIA, format: 'text' } }],
  correctEntity: [
    {
      name: 'The name of an organization',
      parameters: { id: ID.OTHER_ENTITY },
      body: { canonical_name: 'Umbrella Portugal' },
      keeps: { OTHER_ENTITY: 'entity_id' },
    },
  ],
  mergeEntity: [
    {
      name: 'Two names of one organization',
      parameters: { id: ID.UMBRELLA },
      body: { into: ID.OTHER_ENTITY },
    },
  ],
  splitEntity: [
    { name: 'Two organizations after all', parameters: { id: ID.OTHER_ENTITY }, body: { name: 'Umbrella Corp' } },
  ],
  assertRelation: [
    {
      name: 'Somebody has changed her job',
      body: { relation_type: 'core:works_at', from_entity: ID.MARIA, to_entity: ID.UMBRELLA },
    },
  ],
  confirmRelation: [{ name: 'It is right', parameters: { id: ID.RELATION }, body: { reason: 'seen on her card' } }],
  assertStatement: [
    {
      name: 'What somebody does',
      body: {
        subject: ID.MARIA,
        predicate: 'core:occupation',
        object: 'architect',
        valid_from: '2026-01-01T00:00:00Z',
      },
      keeps: { WRONG: 'statement_id' },
    },
  ],
  confirmStatement: [{ name: 'It is right', parameters: { id: ID.STATEMENT } }],
  retractStatement: [{ name: 'A mistake', parameters: { id: ID.WRONG }, body: { reason: 'that is her sister' } }],
  retractRelation: [{ name: 'A mistake', parameters: { id: ID.RELATION } }],
  graphFetch: [{ name: 'All of it', parameters: { limit: '500' } }],
  events: [
    {
      name: 'The position now, from which another call goes on, into a file',
      parameters: { follow: 'false', types: 'MemoryEncoded,MemoryForgotten' },
      savedAs: 'events.txt',
    },
  ],
  createWebhook: [
    {
      name: 'New memories and what the graph made of them',
      body: {
        ...{ url: 'https://hooks.example.com/engraph', types: ['MemoryEncoded', 'GraphUpdated'] },
        secret: 'whsec_YW4gZXhhbXBsZSwgbm90IGEgc2VjcmV0ISE=',
      },
      keeps: { WEBHOOK: 'webhook_id' },
    },
  ],
  listWebhooks: [{ name: 'All of them' }],
  resumeWebhook: [{ name: 'Go on after a failure', parameters: { id: ID.WEBHOOK } }],
  deleteWebhook: [{ name: 'No more events', parameters: { id: ID.WEBHOOK } }],
  exportScope: [{ name: 'The whole scope, into a file', savedAs: 'scope.jsonl' }],
  importScope: [{ name: 'The file again: all of it is known', sends: 'scope.jsonl' }],
  operationFigures: [{ name: 'Everything', parameters: { storage: 'true' } }],
  redriveExtractions: [{ name: 'All that was given up', body: {} }],
  whoami: [{ name: 'Who am I?' }],
  capabilities: [{ name: 'What this deployment can do' }],
  openapi: [{ name: 'The document, into a file', savedAs: 'openapi.json' }],
  docs: [{ name: 'This page, into a file', savedAs: 'engraph.html' }],
  live: [{ name: 'Does it run?' }],
  ready: [{ name: 'Can it answer?' }],
};

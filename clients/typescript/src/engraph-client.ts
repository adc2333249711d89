import { followEvents, type EventOptions, type ScopeEvent } from './events.js';
import { OPERATIONS, WIDE_FIELDS } from './generated/operations.js';
import type {
  Answer,
  Body,
  CorrectOptions,
  EncodeOptions,
  OperationId,
  Query,
  ReviseOptions,
  WriteOptions,
} from './operations.js';
import { pagesFrom } from './pages.js';
import { exportLines, importInParts } from './transfer.js';
import { Transport, type CallOptions, type ClientOptions } from './transport.js';

/**
 * A client of one credential, and so of one scope. Every method throws EngraphError, or one of its named kinds, and
 * tries again what may pass: lost connections, 429 and 503. A write keeps its idempotency key over its attempts, so
 * that it is done once.
 */
export class EngraphClient {
  private readonly transport: Transport;

  /** @throws TypeError for a base URL that is none */
  constructor(options: ClientOptions) {
    this.transport = new Transport(options, new Set(WIDE_FIELDS));
  }

  /** Stores a memory durably; its extraction follows. */
  encodeMemory(memory: Body<'encodeMemory'>, options: EncodeOptions = {}): Promise<Answer<'encodeMemory'>> {
    return this.write('encodeMemory', { body: memory, headers: preferOf(options) }, options);
  }

  /** Stores up to 1,000 memories in their order, with a result or an error for each. */
  encodeMemories(batch: Body<'encodeMemories'>, options?: WriteOptions): Promise<Answer<'encodeMemories'>> {
    return this.write('encodeMemories', { body: batch }, options);
  }

  /** One memory; with `versions` its history too. */
  getMemory(memoryId: string, query: Query<'getMemory'> = {}, options?: CallOptions): Promise<Answer<'getMemory'>> {
    return this.call('getMemory', { id: memoryId, query }, options);
  }

  /** Changes a memory; ConflictError where it has another version than `ifVersion`. */
  reviseMemory(
    memoryId: string,
    change: Body<'reviseMemory'>,
    options: ReviseOptions = {},
  ): Promise<Answer<'reviseMemory'>> {
    const ifMatch = options.ifVersion === undefined ? {} : { 'if-match': `"${options.ifVersion}"` };
    const headers = { ...preferOf(options), ...ifMatch };
    return this.write('reviseMemory', { id: memoryId, body: change, headers }, options);
  }

  /** One page of memories, newest first. */
  listMemories(query: Query<'listMemories'> = {}, options?: CallOptions): Promise<Answer<'listMemories'>> {
    return this.call('listMemories', { query }, options);
  }

  /** All memories, one by one; a page is fetched when its first is asked for. */
  async *memories(
    query: Query<'listMemories'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Answer<'listMemories'>['items'][number], void, undefined> {
    for await (const page of pagesFrom((at) => this.listMemories(at, options), query)) yield* page.items;
  }

  /** Forgets a memory, and takes back what it gave the graph. */
  async forgetMemory(memory: ForgetOne, options?: WriteOptions): Promise<ForgottenOne> {
    return (await this.write('forgetMemory', { body: memory }, options)) as ForgottenOne;
  }

  /**
   * Forgets the oldest 500 memories that pass a filter; with `more` in the answer, call it again for the next. With
   * `dry_run` it only tells which.
   */
  async forgetWhere(selection: ForgetMany, options?: WriteOptions): Promise<ForgottenMany> {
    return (await this.write('forgetMemory', { body: selection }, options)) as ForgottenMany;
  }

  /** One memory with all that was found in it. */
  inspectMemory(memoryId: string, options?: CallOptions): Promise<Answer<'inspectMemory'>> {
    return this.call('inspectMemory', { id: memoryId }, options);
  }

  /** The memories that answer a question, best first. */
  recall(question: Body<'recall'>, options?: CallOptions): Promise<Answer<'recall'>> {
    return this.call('recall', { body: question }, options);
  }

  /** A path of memories from a start to a goal, over links, shared entities and words. */
  plan(task: Body<'plan'>, options?: CallOptions): Promise<Answer<'plan'>> {
    return this.call('plan', { body: task }, options);
  }

  /** What the graph holds for and against an observation. */
  reason(question: Body<'reason'>, options?: CallOptions): Promise<Answer<'reason'>> {
    return this.call('reason', { body: question }, options);
  }

  linkMemories(link: Body<'linkMemories'>, options?: WriteOptions): Promise<Answer<'linkMemories'>> {
    return this.write('linkMemories', { body: link }, options);
  }

  unlinkMemories(link: Body<'unlinkMemories'>, options?: WriteOptions): Promise<Answer<'unlinkMemories'>> {
    return this.write('unlinkMemories', { body: link }, options);
  }

  /** Entities, most mentioned first: one page, as wide as `limit`. */
  listEntities(query: Query<'listEntities'> = {}, options?: CallOptions): Promise<Answer<'listEntities'>> {
    return this.call('listEntities', { query }, options);
  }

  /** Makes an entity, or finds the one that has the name; it stays when the memories that name it are forgotten. */
  createEntity(entity: Body<'createEntity'>, options?: WriteOptions): Promise<Answer<'createEntity'>> {
    return this.write('createEntity', { body: entity }, options);
  }

  /** The entity that a name means, in another spelling too; with `allow_create` a new one where there is none. */
  resolveEntity(name: Body<'resolveEntity'>, options?: WriteOptions): Promise<Answer<'resolveEntity'>> {
    return this.write('resolveEntity', { body: name }, options);
  }

  /** One entity; a merged one is answered by its survivor. */
  getEntity(entityId: string, options?: CallOptions): Promise<Answer<'getEntity'>> {
    return this.call('getEntity', { id: entityId }, options);
  }

  /** Relations of an entity, the most confident first. */
  listEntityRelations(
    entityId: string,
    query: Query<'listEntityRelations'> = {},
    options?: CallOptions,
  ): Promise<Answer<'listEntityRelations'>> {
    return this.call('listEntityRelations', { id: entityId, query }, options);
  }

  /** The paths that lead away from an entity, shortest first. */
  traverseRelations(
    entityId: string,
    walk: Body<'traverseRelations'> = {},
    options?: CallOptions,
  ): Promise<Answer<'traverseRelations'>> {
    return this.call('traverseRelations', { id: entityId, body: walk }, options);
  }

  /** Statements about entities, the most confident first. */
  listStatements(query: Query<'listStatements'> = {}, options?: CallOptions): Promise<Answer<'listStatements'>> {
    return this.call('listStatements', { query }, options);
  }

  getStatement(statementId: string, options?: CallOptions): Promise<Answer<'getStatement'>> {
    return this.call('getStatement', { id: statementId }, options);
  }

  getRelation(relationId: string, options?: CallOptions): Promise<Answer<'getRelation'>> {
    return this.call('getRelation', { id: relationId }, options);
  }

  /** What is known of an entity: current facts, timeline, recent memories; with `format: 'text'` also as a text. */
  entityProfile(
    entityId: string,
    query: Query<'entityProfile'> = {},
    options?: CallOptions,
  ): Promise<Answer<'entityProfile'>> {
    return this.call('entityProfile', { id: entityId, query }, options);
  }

  /** Puts the name or type of an entity right; ConflictError where another entity has them, or `ifMatch` is no more. */
  correctEntity(
    entityId: string,
    correction: Body<'correctEntity'>,
    options: CorrectOptions = {},
  ): Promise<Answer<'correctEntity'>> {
    const headers = options.ifMatch === undefined ? {} : { 'if-match': options.ifMatch };
    return this.write('correctEntity', { id: entityId, body: correction, headers }, options);
  }

  /** Makes two entities one. */
  mergeEntity(entityId: string, into: Body<'mergeEntity'>, options?: WriteOptions): Promise<Answer<'mergeEntity'>> {
    return this.judge('mergeEntity', entityId, into, options);
  }

  /** Splits a name from an entity; the answer is the entity that it now belongs to. */
  splitEntity(entityId: string, name: Body<'splitEntity'>, options?: WriteOptions): Promise<Answer<'splitEntity'>> {
    return this.judge('splitEntity', entityId, name, options);
  }

  /** Asserts a relation of two entities; it outranks what memories say up to now, and no forget removes it. */
  assertRelation(relation: Body<'assertRelation'>, options?: WriteOptions): Promise<Answer<'assertRelation'>> {
    return this.write('assertRelation', { body: relation }, options);
  }

  /** Confirms a relation: it counts as certain while the memory that says it is not forgotten. */
  confirmRelation(
    relationId: string,
    judged: Body<'confirmRelation'> = {},
    options?: WriteOptions,
  ): Promise<Answer<'confirmRelation'>> {
    return this.judge('confirmRelation', relationId, judged, options);
  }

  /** Retracts a relation: what memories say of it no longer counts, until it is asserted or confirmed again. */
  retractRelation(
    relationId: string,
    judged: Body<'retractRelation'> = {},
    options?: WriteOptions,
  ): Promise<Answer<'retractRelation'>> {
    return this.judge('retractRelation', relationId, judged, options);
  }

  /** Asserts a statement about an entity, like `assertRelation`. */
  assertStatement(statement: Body<'assertStatement'>, options?: WriteOptions): Promise<Answer<'assertStatement'>> {
    return this.write('assertStatement', { body: statement }, options);
  }

  /** Confirms a statement, like `confirmRelation`. */
  confirmStatement(
    statementId: string,
    judged: Body<'confirmStatement'> = {},
    options?: WriteOptions,
  ): Promise<Answer<'confirmStatement'>> {
    return this.judge('confirmStatement', statementId, judged, options);
  }

  /** Retracts a statement, like `retractRelation`. */
  retractStatement(
    statementId: string,
    judged: Body<'retractStatement'> = {},
    options?: WriteOptions,
  ): Promise<Answer<'retractStatement'>> {
    return this.judge('retractStatement', statementId, judged, options);
  }

  /** The whole graph, all of its pages; `limit` is the size of a page. For a graph that fits in memory. */
  async graphFetch(
    query: Query<'graphFetch'> = {},
    options?: CallOptions,
  ): Promise<Pick<Answer<'graphFetch'>, 'nodes' | 'edges'>> {
    const graph: Pick<Answer<'graphFetch'>, 'nodes' | 'edges'> = { nodes: [], edges: [] };
    for await (const { nodes, edges } of this.graphPages(query, options)) {
      for (const node of nodes) graph.nodes.push(node);
      for (const edge of edges) graph.edges.push(edge);
    }
    return graph;
  }

  /** The graph page by page; an edge may come before one of its nodes. */
  graphPages(
    query: Query<'graphFetch'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Answer<'graphFetch'>, void, undefined> {
    return pagesFrom((at) => this.call('graphFetch', { query: at }, options), query);
  }

  /**
   * What happens in the scope, as it happens: each event at least once and in order. Goes on after a lost connection,
   * until the loop or the signal ends it.
   */
  events(options: EventOptions = {}): AsyncGenerator<ScopeEvent, void, undefined> {
    const { method, path } = OPERATIONS.events;
    const { types, follow } = options;
    const source = {
      retry: this.transport.retryPolicy,
      parse: (json: string) => this.transport.parse(json),
      open: (after: string | undefined, signal: AbortSignal) =>
        this.transport.open({ method, path, query: { types: types?.join(','), follow, after } }, signal),
    };
    return followEvents(source, options);
  }

  /** Has events of the scope posted to a URL. The answer has the secret, which is not shown again. */
  createWebhook(webhook: Body<'createWebhook'>, options?: WriteOptions): Promise<Answer<'createWebhook'>> {
    return this.write('createWebhook', { body: webhook }, options);
  }

  listWebhooks(options?: CallOptions): Promise<Answer<'listWebhooks'>> {
    return this.call('listWebhooks', {}, options);
  }

  /** Lets a webhook that failed too often go on where it is. */
  resumeWebhook(webhookId: string, options?: WriteOptions): Promise<Answer<'resumeWebhook'>> {
    return this.write('resumeWebhook', { id: webhookId }, options);
  }

  deleteWebhook(webhookId: string, options?: WriteOptions): Promise<Answer<'deleteWebhook'>> {
    return this.write('deleteWebhook', { id: webhookId }, options);
  }

  /**
   * The lines of an export of the scope, without line feeds. It goes on after a lost connection; keep the lines, and
   * continue with the `cursor` of the last checkpoint line as `after`.
   */
  exportScope(query: Query<'exportScope'> = {}, signal?: AbortSignal): AsyncGenerator<string, void, undefined> {
    const { method, path } = OPERATIONS.exportScope;
    return exportLines(
      (after) => this.transport.open({ method, path, query: { after } }, signal ?? new AbortController().signal),
      query.after,
    );
  }

  /** Imports the lines of an export, part by part. What the scope has already is skipped, so it can be repeated. */
  importScope(lines: Iterable<string> | AsyncIterable<string>, options?: CallOptions): Promise<Answer<'importScope'>> {
    return importInParts(lines, (part) => this.call('importScope', { lines: part }, options));
  }

  /** Identity, scope and permissions of the credential. */
  whoami(options?: CallOptions): Promise<Answer<'whoami'>> {
    return this.call('whoami', {}, options);
  }

  /** What this deployment can do: types, stages, limits. */
  capabilities(options?: CallOptions): Promise<Answer<'capabilities'>> {
    return this.call('capabilities', {}, options);
  }

  /** Whether the process runs. */
  live(options?: CallOptions): Promise<Answer<'live'>> {
    return this.call('live', {}, options);
  }

  /** Whether the service can work; UnavailableError where it cannot. */
  ready(options?: CallOptions): Promise<Answer<'ready'>> {
    return this.call('ready', {}, options);
  }

  private judge<O extends OperationId>(
    operation: O,
    id: string,
    body: object,
    options?: WriteOptions,
  ): Promise<Answer<O>> {
    return this.write(operation, { id, body }, options);
  }

  private write<O extends OperationId>(operation: O, parts: Parts, options: WriteOptions = {}): Promise<Answer<O>> {
    const idempotencyKey = options.idempotencyKey ?? crypto.randomUUID();
    const headers = { ...parts.headers, 'idempotency-key': idempotencyKey };
    return this.call(operation, { ...parts, headers }, options);
  }

  private async call<O extends OperationId>(operation: O, parts: Parts, options?: CallOptions): Promise<Answer<O>> {
    const { method, path } = OPERATIONS[operation];
    const { id, ...rest } = parts;
    const call = { ...rest, method, path: id === undefined ? path : path.replace('{id}', pathSegment(id)) };
    return (await this.transport.send(call, options)) as Answer<O>;
  }
}

function preferOf({ waitSeconds }: EncodeOptions): Readonly<Record<string, string>> {
  return waitSeconds === undefined ? {} : { prefer: `wait=${waitSeconds}` };
}

type ForgetOne = Pick<Body<'forgetMemory'>, 'hard'> & { readonly memory_id: string };
type ForgetMany = Omit<Body<'forgetMemory'>, 'memory_id'>;
type ForgottenOne = Exclude<Answer<'forgetMemory'>, { dry_run: boolean }>;
type ForgottenMany = Extract<Answer<'forgetMemory'>, { dry_run: boolean }>;

/** These segments would lead to another route. */
const ELSEWHERE = new Set(['', '.', '..']);

function pathSegment(id: string): string {
  if (ELSEWHERE.has(id)) throw new TypeError(`'${id}' is no id`);
  return encodeURIComponent(id);
}

/** What a call is made of, beside its route. */
interface Parts {
  readonly id?: string;
  readonly query?: object;
  readonly body?: object;
  readonly lines?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

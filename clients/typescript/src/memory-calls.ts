import { Calls } from './calls.js';
import type { Answer, Body, EncodeOptions, Query, ReviseOptions, WriteOptions } from './operations.js';
import { pagesFrom } from './pages.js';
import type { CallOptions } from './transport.js';

/** Memories: to store, read, change, link, forget and recall them. */
export class MemoryCalls extends Calls {
  /** Stores a memory durably; its extraction follows. */
  encodeMemory(memory: Body<'encodeMemory'>, options: EncodeOptions = {}): Promise<Answer<'encodeMemory'>> {
    return this.write('encodeMemory', { body: memory, headers: preferOf(options) }, options);
  }

  /** Stores up to 1,000 memories in their order, with a result or an error for each. */
  encodeMemories(batch: Body<'encodeMemories'>, options: EncodeOptions = {}): Promise<Answer<'encodeMemories'>> {
    return this.write('encodeMemories', { body: batch, headers: preferOf(options) }, options);
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
}

function preferOf({ waitSeconds }: EncodeOptions): Readonly<Record<string, string>> {
  return waitSeconds === undefined ? {} : { prefer: `wait=${waitSeconds}` };
}

type ForgetOne = Pick<Body<'forgetMemory'>, 'hard'> & { readonly memory_id: string };
type ForgetMany = Omit<Body<'forgetMemory'>, 'memory_id'>;
type ForgottenOne = Exclude<Answer<'forgetMemory'>, { dry_run: boolean }>;
type ForgottenMany = Extract<Answer<'forgetMemory'>, { dry_run: boolean }>;

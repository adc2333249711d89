import type { MastraDBMessage, StorageThreadType } from '@mastra/core/memory';
import {
  calculatePagination,
  jsonValueEquals,
  MemoryStorage,
  normalizePerPage,
  type StorageListMessagesByResourceIdInput,
  type StorageListMessagesInput,
  type StorageListMessagesOutput,
  type StorageListThreadsInput,
  type StorageListThreadsOutput,
  type StorageResourceType,
} from '@mastra/core/storage';
import { MessagePages } from './message-pages.js';
import { memoryOf, messageOf } from './messages.js';
import type { EngraphStoreOptions } from './options.js';
import { Records, type Memory } from './records.js';
import { memoryOfResource, memoryOfThread, resourceOf, threadOf } from './threads.js';

type MessageUpdate = Parameters<MemoryStorage['updateMessages']>[0]['messages'][number];

/** Threads, messages and resources of Mastra in a scope of Engraph. */
export class EngraphMemoryStorage extends MemoryStorage {
  override readonly supportsPartialThreadUpdate = true;
  private readonly records: Records;
  private readonly pages: MessagePages;

  constructor(private readonly options: EngraphStoreOptions) {
    super();
    this.records = new Records(options);
    this.pages = new MessagePages(this.records);
  }

  async dangerouslyClearAll(): Promise<void> {
    await this.records.forgetWhere({ mastra: { in: ['message', 'thread', 'resource'] } });
  }

  async getThreadById({ threadId, resourceId }: { threadId: string; resourceId?: string }) {
    const memory = await this.threadMemory(threadId);
    const thread = memory ? threadOf(memory) : null;
    return resourceId === undefined || thread?.resourceId === resourceId ? thread : null;
  }

  async saveThread({ thread }: { thread: StorageThreadType }): Promise<StorageThreadType> {
    const memory = memoryOfThread(thread);
    const known = await this.threadMemory(thread.id);
    if (known) await this.records.change(known, { metadata: memory.metadata ?? null });
    else await this.records.add([memory]);
    return thread;
  }

  async updateThread({ id, title, metadata }: { id: string; title?: string; metadata?: Record<string, unknown> }) {
    const thread = await this.getThreadById({ threadId: id });
    if (thread === null) throw new Error(`Thread with id ${id} not found`);
    const merged = { ...thread.metadata, ...metadata };
    return this.saveThread({
      thread: { ...thread, ...(title === undefined ? {} : { title }), metadata: merged, updatedAt: new Date() },
    });
  }

  async deleteThread({ threadId }: { threadId: string }): Promise<void> {
    await this.records.forgetWhere({ mastra: 'message', thread_id: threadId });
    await this.records.forgetWhere({ mastra: 'thread', record_id: threadId });
  }

  async listThreads({ page = 0, ...args }: StorageListThreadsInput): Promise<StorageListThreadsOutput> {
    const { field, direction } = this.parseOrderBy(args.orderBy);
    this.validatePaginationInput(page, args.perPage ?? 100);
    this.validateMetadataKeys(args.filter?.metadata);
    const { resourceId, metadata = {} } = args.filter ?? {};
    const threads = new Map<string, StorageThreadType>();
    const conditions = resourceId === undefined ? {} : { resource_id: resourceId };
    for await (const memory of this.records.find('thread', { metadata: conditions })) {
      const thread = threadOf(memory);
      if (Object.entries(metadata).every(([key, value]) => jsonValueEquals(thread.metadata?.[key], value)))
        threads.set(thread.id, thread);
    }
    const sign = direction === 'ASC' ? 1 : -1;
    const sorted = [...threads.values()].sort((a, b) => sign * (a[field].getTime() - b[field].getTime()));
    const size = normalizePerPage(args.perPage, 100);
    const { offset, perPage } = calculatePagination(page, args.perPage, size);
    const total = sorted.length;
    return { threads: sorted.slice(offset, offset + size), total, page, perPage, hasMore: offset + size < total };
  }

  async listMessages(args: StorageListMessagesInput): Promise<StorageListMessagesOutput> {
    const threadIds = [args.threadId].flat();
    if (threadIds.length === 0 || threadIds.some((id) => id.trim() === ''))
      throw new Error('threadId must be a non-empty string or array of non-empty strings');
    const { resourceId } = args;
    const conditions = { thread_id: { in: threadIds }, ...(resourceId ? { resource_id: resourceId } : {}) };
    return this.pages.read(conditions, args, this.parseOrderBy(args.orderBy, 'ASC').direction);
  }

  override async listMessagesByResourceId(args: StorageListMessagesByResourceIdInput) {
    const conditions = { resource_id: args.resourceId };
    return this.pages.read(conditions, args, this.parseOrderBy(args.orderBy, 'ASC').direction);
  }

  async listMessagesById({ messageIds }: { messageIds: string[] }): Promise<{ messages: MastraDBMessage[] }> {
    const found = await this.records.byId('message', messageIds);
    return { messages: messageIds.flatMap((id) => found.get(id) ?? []).map(messageOf) };
  }

  async saveMessages({ messages }: { messages: MastraDBMessage[] }): Promise<{ messages: MastraDBMessage[] }> {
    const known = await this.records.byId(
      'message',
      messages.map(({ id }) => id),
    );
    const latest = [...new Map(messages.map((message) => [message.id, message])).values()];
    await this.records.add(latest.filter(({ id }) => !known.has(id)).map((message) => this.memoryOf(message)));
    for (const message of latest) {
      const memory = known.get(message.id);
      if (memory) await this.rewrite(memory, message);
    }
    await this.touchThreads(messages.map(({ threadId }) => threadId));
    return { messages };
  }

  async updateMessages({ messages }: { messages: MessageUpdate[] }): Promise<MastraDBMessage[]> {
    const known = await this.records.byId(
      'message',
      messages.map(({ id }) => id),
    );
    const changed: MastraDBMessage[] = [];
    const threadIds: (string | undefined)[] = [];
    for (const update of messages) {
      const memory = known.get(update.id);
      if (!memory) continue;
      const before = messageOf(memory);
      const after = merged(before, update);
      await this.rewrite(memory, after);
      changed.push(after);
      threadIds.push(before.threadId, after.threadId);
    }
    await this.touchThreads(threadIds);
    return changed;
  }

  override async deleteMessages(messageIds: string[]): Promise<void> {
    const memories = [...(await this.records.byId('message', messageIds)).values()];
    await this.records.forget(memories);
    await this.touchThreads(memories.map((memory) => messageOf(memory).threadId));
  }

  override async getResourceById({ resourceId }: { resourceId: string }): Promise<StorageResourceType | null> {
    const memory = (await this.records.byId('resource', [resourceId])).get(resourceId);
    return memory ? resourceOf(memory) : null;
  }

  override async saveResource({ resource }: { resource: StorageResourceType }): Promise<StorageResourceType> {
    const memory = memoryOfResource(resource);
    const known = (await this.records.byId('resource', [resource.id])).get(resource.id);
    if (known) await this.records.change(known, { metadata: memory.metadata ?? null });
    else await this.records.add([memory]);
    return resource;
  }

  override async updateResource(update: {
    resourceId: string;
    workingMemory?: string;
    metadata?: Record<string, unknown>;
  }): Promise<StorageResourceType> {
    const now = new Date();
    const known = await this.getResourceById(update);
    const { workingMemory = known?.workingMemory } = update;
    return this.saveResource({
      resource: {
        id: update.resourceId,
        ...(workingMemory === undefined ? {} : { workingMemory }),
        metadata: { ...known?.metadata, ...update.metadata },
        createdAt: known?.createdAt ?? now,
        updatedAt: now,
      },
    });
  }

  private async threadMemory(threadId: string): Promise<Memory | undefined> {
    return (await this.records.byId('thread', [threadId])).get(threadId);
  }

  private memoryOf(message: MastraDBMessage) {
    const { speaker = (resourceId: string) => resourceId } = this.options;
    if (typeof speaker === 'string') return memoryOf(message, speaker);
    return memoryOf(message, message.resourceId === undefined ? undefined : speaker(message.resourceId));
  }

  /** Changes the memory of a message, unless it says the same already. */
  private async rewrite(memory: Memory, message: MastraDBMessage): Promise<void> {
    const { text, metadata } = this.memoryOf(message);
    const fields = Object.entries(metadata ?? {});
    if (text === memory.text && fields.every(([name, value]) => memory.metadata?.[name] === value)) return;
    await this.records.change(memory, { text, metadata: metadata ?? null });
  }

  private async touchThreads(threadIds: readonly (string | undefined)[]): Promise<void> {
    const ids = new Set(threadIds.filter((id) => id !== undefined));
    for (const memory of (await this.records.byId('thread', [...ids])).values())
      await this.records.change(memory, { metadata: { ...memory.metadata, updated_at: new Date().toISOString() } });
  }
}

/** A message with the changes of an update; fields of the content and its metadata that it lacks stay. */
function merged(message: MastraDBMessage, { content, ...update }: MessageUpdate): MastraDBMessage {
  const metadata = { ...message.content.metadata, ...content?.metadata };
  const whole = { ...message.content, ...content, ...(Object.keys(metadata).length > 0 ? { metadata } : {}) };
  return { ...message, ...update, createdAt: message.createdAt, content: whole };
}

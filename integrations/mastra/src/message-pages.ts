import type { MastraDBMessage } from '@mastra/core/memory';
import {
  calculatePagination,
  filterByDateRange,
  normalizePerPage,
  storageMessageMatchesMetadataFilter,
  validateStorageMetadataFilter,
  type StorageListMessagesInput,
  type StorageListMessagesOutput,
} from '@mastra/core/storage';
import { messageOf } from './messages.js';
import type { Filter, Records } from './records.js';

type Conditions = NonNullable<Filter['metadata']>;
type Direction = 'ASC' | 'DESC';
type Listing = Omit<StorageListMessagesInput, 'threadId'>;

/** Messages read beyond those asked for, as messages of concurrent runs are stored a little out of order. */
const SLACK = 20;

/** Reads pages of messages, in the order of the times that Mastra gave them. */
export class MessagePages {
  constructor(private readonly records: Records) {}

  async read(conditions: Conditions, listing: Listing, direction: Direction): Promise<StorageListMessagesOutput> {
    const { page = 0, perPage: asked, include = [] } = listing;
    if (!Number.isSafeInteger(page) || page < 0) throw new Error('page must be >= 0');
    const size = normalizePerPage(asked, 40);
    const { offset, perPage } = calculatePagination(page, asked, size);
    // Only the last messages, as before each call of the model: the rest of a long thread is not read.
    const isWindow = listing.includeTotal === false && direction === 'DESC';
    const most = isWindow ? offset + size + SLACK : Infinity;
    const found = size === 0 ? [] : await this.messages(conditions, listing.filter, direction, most);
    const messages = found.slice(offset, offset + size);
    const ids = new Set(messages.map(({ id }) => id));
    for (const message of await this.included(include, listing.resourceId))
      if (!ids.has(message.id)) messages.push(message);
    const total = found.length;
    return { messages: sorted(messages, direction), total, page, perPage, hasMore: offset + size < total };
  }

  private async messages(
    conditions: Conditions,
    filter: Listing['filter'],
    direction: Direction,
    most: number,
  ): Promise<MastraDBMessage[]> {
    const metadata = validateStorageMetadataFilter(filter?.metadata);
    const found = new Map<string, MastraDBMessage>();
    const dir = direction === 'ASC' ? 'asc' : 'desc';
    for await (const memory of this.records.find('message', { metadata: conditions, ...timesOf(filter) }, dir, most)) {
      const message = messageOf(memory);
      if (!storageMessageMatchesMetadataFilter(message.content, metadata)) continue;
      if (dir === 'asc' || !found.has(message.id)) found.set(message.id, message);
      if (found.size >= most) break;
    }
    const inRange = filterByDateRange([...found.values()], ({ createdAt }) => createdAt, filter?.dateRange);
    return sorted(inRange, direction);
  }

  /** Messages that are asked for by id, with their neighbours in the thread. */
  private async included(
    include: NonNullable<Listing['include']>,
    resourceId: string | undefined,
  ): Promise<MastraDBMessage[]> {
    const targets = await this.records.byId(
      'message',
      include.map(({ id }) => id),
    );
    const found = new Map<string, MastraDBMessage>();
    for (const { id, withPreviousMessages = 0, withNextMessages = 0 } of include) {
      const memory = targets.get(id);
      const target = memory && messageOf(memory);
      if (!target || (resourceId !== undefined && target.resourceId !== resourceId)) continue;
      const conditions = {
        thread_id: target.threadId ?? '',
        ...(resourceId === undefined ? {} : { resource_id: resourceId }),
      };
      const hasNeighbours = withPreviousMessages + withNextMessages > 0;
      const thread = hasNeighbours ? await this.messages(conditions, undefined, 'ASC', Infinity) : [target];
      const at = thread.findIndex((message) => message.id === id);
      for (const message of thread.slice(Math.max(0, at - withPreviousMessages), at + withNextMessages + 1))
        found.set(message.id, message);
    }
    return [...found.values()];
  }
}

function sorted(messages: MastraDBMessage[], direction: Direction): MastraDBMessage[] {
  const sign = direction === 'ASC' ? 1 : -1;
  return messages.toSorted((a, b) => sign * (a.createdAt.getTime() - b.createdAt.getTime()));
}

/** The times of a filter that the service tests; whether they are exclusive is tested here. */
function timesOf(filter: Listing['filter']): Pick<Filter, 'since' | 'until'> {
  const { start, end } = filter?.dateRange ?? {};
  return { ...(start ? { since: start.toISOString() } : {}), ...(end ? { until: end.toISOString() } : {}) };
}

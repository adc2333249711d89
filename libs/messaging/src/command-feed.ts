import type { IHeaders, Kafka } from 'kafkajs';
import { type CommandMessage, type CommandReplyData, MalformedCommand } from '#contracts/messages/commands.js';
import { readCommand, writeCommandReply } from '#contracts/messages/commands.js';
import { groupBy } from '#contracts/group-by.js';
import { topicName } from '#contracts/topics.js';
import { failpoint } from '#failpoints/failpoints.js';
import type { ConsumerOptions, RawRecord } from './consumer-session.js';
import { DurableProducer } from './durable-producer.js';
import type { RejectedRecord } from './dead-letter-publisher.js';
import { type FeedState, GroupConsumer } from './group-consumer.js';
import { traceparentOfHeaders } from './trace-header.js';

/**
 * Executes a command and returns its reply. A refusal is a reply too. A rejected promise means an infrastructure error:
 * the command is delivered again with the same request id.
 */
export type CommandHandler = (command: CommandMessage) => Promise<CommandReplyData>;

export interface CommandFeedOptions extends Omit<ConsumerOptions, 'topic'> {
  readonly topicPrefix: string;
  /** Records a command from which not even the request id can be read; resolves when that is durable. */
  readonly reject: (record: RejectedRecord) => Promise<void>;
}

/** Feeds the command topic to a handler; the offset of a command is committed after its reply is published. */
export class KafkaCommandFeed {
  private readonly consumer: GroupConsumer;
  private readonly replies: DurableProducer;

  constructor(
    kafka: Kafka,
    private readonly options: CommandFeedOptions,
  ) {
    this.consumer = new GroupConsumer(kafka, { ...options, topic: topicName('commands', options.topicPrefix) });
    this.replies = new DurableProducer(kafka);
  }

  get state(): FeedState {
    return this.consumer.state;
  }

  /** Returns at once; an unreachable broker is retried until it is back. */
  start(handler: CommandHandler): void {
    this.consumer.start((records) => this.handleChunk(records, handler));
  }

  async stop(): Promise<void> {
    await this.consumer.stop();
    await this.replies.disconnect();
  }

  /** Runs commands of one key in order, and those of different keys concurrently, so that they share commits. */
  private async handleChunk(records: readonly RawRecord[], handler: CommandHandler): Promise<void> {
    const keys = [...groupBy(records, ({ key, offset }) => key?.toString('hex') ?? `no key ${offset}`).values()];
    const ends = await Promise.allSettled(keys.map((sameKey) => this.handleInOrder(sameKey, handler)));
    const fault = ends.find((end) => end.status === 'rejected');
    if (fault) throw fault.reason;
    const replies = ends.flatMap((end) => (end.status === 'fulfilled' ? end.value : []));
    failpoint('command.after-write');
    if (replies.length > 0) await this.publish(replies);
    failpoint('command.after-reply');
  }

  private async handleInOrder(records: readonly RawRecord[], handler: CommandHandler): Promise<CommandReplyData[]> {
    const replies: CommandReplyData[] = [];
    for (const record of records) {
      const command = read(record);
      if (!(command instanceof MalformedCommand)) replies.push(await handler(command));
      else if (command.requestId !== null) replies.push(refusal(command, command.requestId));
      else await this.options.reject({ ...record, reason: command.reason });
    }
    return replies;
  }

  private async publish(replies: readonly CommandReplyData[]): Promise<void> {
    const topic = topicName('commandReplies', this.options.topicPrefix);
    const messages = replies.map((reply) => ({ key: reply.request_id, value: writeCommandReply(reply) }));
    await this.replies.send([{ topic, messages }]);
  }
}

function read({ value, headers, timestamp }: RawRecord): CommandMessage | MalformedCommand {
  try {
    const takenAt = new Date(Number(timestamp));
    return {
      ...readCommand(value?.toString() ?? '', credentialOf(headers)),
      ...traceparentOfHeaders(headers),
      takenAt,
    };
  } catch (error) {
    if (error instanceof MalformedCommand) return error;
    throw error;
  }
}

/** A repeated header counts as absent, because it is unclear which one applies. */
function credentialOf(headers: IHeaders | undefined): string | null {
  const header = headers?.['authorization'];
  return header === undefined || Array.isArray(header) ? null : header.toString();
}

function refusal({ command, reason }: MalformedCommand, requestId: string): CommandReplyData {
  return { request_id: requestId, command, error: { code: 'bad_request', message: reason }, status: 400 };
}

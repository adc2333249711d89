import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Kafka, logLevel, type Message, type Producer } from 'kafkajs';
import { topicName } from '#contracts/topics.js';

const LIMIT_MS = 1_000;

/**
 * Another service, which sends commands by Kafka and ignores the replies: without a broker, they may be lost or late.
 * The sender then repeats the write over HTTP, with the same request id.
 */
export class CommandSender {
  private readonly kafka: Kafka;
  private producer: Promise<Producer> | null = null;

  constructor(brokers: readonly string[]) {
    this.kafka = new Kafka({
      ...{ brokers: [...brokers], clientId: 'campaign-commands', logLevel: logLevel.NOTHING },
      ...{ connectionTimeout: LIMIT_MS, requestTimeout: LIMIT_MS, retry: { retries: 0 } },
    });
  }

  /** Also resolves if the command was lost. */
  async encode(key: string, requestId: string, body: object): Promise<void> {
    const data = { request_id: requestId, ...body };
    const type = 'engraph.EncodeMemory';
    const value = JSON.stringify({ specversion: '1.0', id: randomUUID(), source: 'campaign', type, data });
    const message = { key: requestId, value, headers: { authorization: `Bearer ${key}` } };
    await Promise.race([this.send(message), delay(LIMIT_MS)]);
  }

  async stop(): Promise<void> {
    await this.leave(this.producer);
  }

  private async send(message: Message): Promise<void> {
    const used = (this.producer ??= this.connect());
    try {
      const producer = await used;
      await producer.send({ topic: topicName('commands', ''), messages: [message], timeout: LIMIT_MS });
    } catch {
      await this.leave(used);
    }
  }

  private async connect(): Promise<Producer> {
    const producer = this.kafka.producer();
    await producer.connect();
    return producer;
  }

  /** A silent connection is not used again. */
  private async leave(used: Promise<Producer> | null): Promise<void> {
    if (this.producer === used) this.producer = null;
    await used?.then((producer) => producer.disconnect()).catch(() => undefined);
  }
}

import type { Admin, Kafka } from 'kafkajs';

/** Reads the lag of a consumer group on a topic, whether or not the group has live members. */
export class ConsumerLag {
  private admin: Promise<Admin> | undefined;

  constructor(
    private readonly kafka: Kafka,
    private readonly group: { readonly groupId: string; readonly topic: string },
  ) {}

  /**
   * Number of records in all partitions that the group has not committed.
   * @throws the client's error when the broker is unreachable
   */
  async records(): Promise<number> {
    const { groupId, topic } = this.group;
    const admin = await this.connected();
    const [ends, [committed]] = await Promise.all([
      admin.fetchTopicOffsets(topic),
      admin.fetchOffsets({ groupId, topics: [topic] }),
    ]);
    const done = new Map(committed?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]));
    return Number(
      ends.reduce((lag, { partition, high, low }) => {
        // -1: the group has committed nothing there, and will begin with the oldest record.
        const from = done.get(partition) ?? -1n;
        const behind = BigInt(high) - (from < 0n ? BigInt(low) : from);
        return lag + (behind > 0n ? behind : 0n);
      }, 0n),
    );
  }

  async disconnect(): Promise<void> {
    const admin = await this.admin?.catch(() => undefined);
    await admin?.disconnect();
  }

  /** One connection for all reads; after a failure, the next read connects again. */
  private connected(): Promise<Admin> {
    this.admin ??= this.connect();
    return this.admin;
  }

  private async connect(): Promise<Admin> {
    const admin = this.kafka.admin();
    try {
      await admin.connect();
      return admin;
    } catch (error) {
      this.admin = undefined;
      throw error;
    }
  }
}

import { setTimeout as delay } from 'node:timers/promises';
// Node does not find the enums and errors of this CommonJS package among its named exports.
import kafkajs, { type Admin, type Kafka } from 'kafkajs';
import { MAX_MESSAGE_BYTES, type Topic, topicName, TOPICS } from '#contracts/topics.js';

const METADATA_TRIES = 100;
const METADATA_PAUSE_MS = 100;

export interface EnsureTopicsOptions {
  readonly topicPrefix: string;
  /** Number of partitions of a new topic. */
  readonly partitions: number;
  /** Replication factor of a new topic; the broker's default when left out. */
  readonly replicationFactor?: number;
}

export interface TopicReport {
  readonly topic: string;
  readonly created: boolean;
  /** Partitions of the topic, and the number requested; an existing topic keeps its own. */
  readonly partitions: { readonly is: number; readonly wanted: number };
  /** Settings that differed and were changed. */
  readonly changed: readonly { readonly name: string; readonly was: string | null; readonly is: string }[];
}

/**
 * Creates missing topics, and updates retention, segment and record size of existing ones where they differ. The number
 * of partitions of an existing topic is only reported: more of them would move keys between partitions, which breaks
 * the order of records in progress; fewer is impossible.
 */
export async function ensureTopics(kafka: Kafka, options: EnsureTopicsOptions): Promise<TopicReport[]> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const existing = new Set(await admin.listTopics());
    const reports: TopicReport[] = [];
    for (const topic of Object.keys(TOPICS) as Topic[]) {
      const name = topicName(topic, options.topicPrefix);
      const made = !existing.has(name) && (await create(admin, topic, options));
      reports.push(await reconcile(admin, topic, options, made));
    }
    return reports;
  } finally {
    await admin.disconnect();
  }
}

function wantedConfig(topic: Topic): Map<string, string> {
  return new Map([
    ['cleanup.policy', 'delete'],
    ['retention.ms', String(TOPICS[topic].retentionMs)],
    ['segment.ms', String(TOPICS[topic].segmentMs)],
    // Otherwise a sender with a fast clock would prolong the retention of its records.
    ['message.timestamp.type', 'LogAppendTime'],
    ['max.message.bytes', String(MAX_MESSAGE_BYTES)],
  ]);
}

/** Creates a topic; returns false when another process created it meanwhile. */
async function create(admin: Admin, topic: Topic, options: EnsureTopicsOptions): Promise<boolean> {
  const { replicationFactor = -1 } = options;
  return admin.createTopics({
    // The client's own wait fails when it asks before the broker knows the topic; `metadataOf` waits instead.
    waitForLeaders: false,
    topics: [
      {
        topic: topicName(topic, options.topicPrefix),
        numPartitions: options.partitions,
        replicationFactor,
        configEntries: [...wantedConfig(topic)].map(([name, value]) => ({ name, value })),
      },
    ],
  });
}

async function reconcile(
  admin: Admin,
  topic: Topic,
  options: EnsureTopicsOptions,
  created: boolean,
): Promise<TopicReport> {
  const name = topicName(topic, options.topicPrefix);
  const { topics } = await metadataOf(admin, name);
  return {
    topic: name,
    created,
    partitions: { is: topics[0]?.partitions.length ?? 0, wanted: options.partitions },
    changed: created ? [] : await setConfig(admin, name, wantedConfig(topic)),
  };
}

/**
 * Reads the metadata of a topic, with retries: a new topic may be unknown to the broker, or without a leader, for a
 * moment.
 */
async function metadataOf(admin: Admin, name: string): ReturnType<Admin['fetchTopicMetadata']> {
  for (let left = METADATA_TRIES; ; left -= 1) {
    try {
      return await admin.fetchTopicMetadata({ topics: [name] });
    } catch (error) {
      if (left === 0 || !(error instanceof kafkajs.KafkaJSError) || !error.retriable) throw error;
      await delay(METADATA_PAUSE_MS);
    }
  }
}

/**
 * Sets the settings that differ. The request replaces all settings of the topic, so those set by operators are sent
 * along.
 */
async function setConfig(admin: Admin, name: string, wanted: Map<string, string>): Promise<TopicReport['changed']> {
  const resource = { type: kafkajs.ConfigResourceTypes.TOPIC, name };
  const { resources } = await admin.describeConfigs({ resources: [resource], includeSynonyms: false });
  const entries = resources[0]?.configEntries ?? [];
  const current = new Map(entries.map((entry) => [entry.configName, entry.configValue]));
  const changed = [...wanted]
    .filter(([setting, value]) => current.get(setting) !== value)
    .map(([setting, value]) => ({ name: setting, was: current.get(setting) ?? null, is: value }));
  if (changed.length === 0) return changed;
  const own = entries.filter((entry) => entry.configSource === kafkajs.ConfigSource.TOPIC_CONFIG);
  const merged = new Map([...own.map((entry) => [entry.configName, entry.configValue] as const), ...wanted]);
  const configEntries = [...merged].map(([key, value]) => ({ name: key, value }));
  await admin.alterConfigs({ validateOnly: false, resources: [{ ...resource, configEntries }] });
  return changed;
}

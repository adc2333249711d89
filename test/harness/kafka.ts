import { Kafka, logLevel } from 'kafkajs';
import { KAFKA_IMAGE, removeOnFailure, startContainer } from './docker.js';
import { serverProperties } from './broker-settings.js';
import { filesBelow, filesInContainer, type FilesWith } from './files-with.js';
import { startLocalBroker, type LocalBroker } from './local-broker.js';
import { startFrom } from './service-choice.js';

/** A real Kafka broker that a test can kill. */
export interface TestKafka {
  /** Description with versions. */
  description: string;
  brokers: string[];
  /** Searches its data directory. */
  filesWith: FilesWith;
  /** Kills the broker with SIGKILL; returns when it has exited. */
  kill: () => Promise<void>;
  /** Starts it again on the same data and port, and returns when it responds; call after `kill`. */
  restart: () => Promise<void>;
  /** Kills it with SIGKILL, removes its data and restarts it on its port, without topics; returns when it responds. */
  loseDisk: () => Promise<void>;
  /** Stops it and removes its data. */
  stop: () => Promise<void>;
}

/** Proxy between clients and the broker. */
export interface BrokerProxy {
  /** Address for clients. */
  port: number;
  /** Receives the address of the broker, before the first client connects. */
  leadsTo: (port: number) => void;
}

/** Starts a broker for the caller alone; `testKafka` gives the shared one. */
export function startKafka(proxy?: BrokerProxy): Promise<TestKafka> {
  return startFrom({ containers: () => containerKafka(proxy), local: () => localKafka(proxy) });
}

const START_TRIES = 3;

/** A free port may be taken before the broker binds it: the broker then exits at once, and another port is tried. */
async function startedLocalBroker(proxy?: BrokerProxy): Promise<LocalBroker> {
  for (let tries = 1; ; tries += 1) {
    const broker = await startLocalBroker(undefined, proxy?.port);
    proxy?.leadsTo(broker.port);
    try {
      await broker.untilReady(() => isReady([`127.0.0.1:${broker.port}`]));
      return broker;
    } catch (error) {
      await broker.stop();
      if (tries === START_TRIES) throw error;
    }
  }
}

async function localKafka(proxy?: BrokerProxy): Promise<TestKafka> {
  const broker = await startedLocalBroker(proxy);
  const brokers = [`127.0.0.1:${proxy?.port ?? broker.port}`];
  const restart = async (): Promise<void> => {
    await broker.start();
    await broker.untilReady(() => isReady(brokers));
  };
  return {
    description: `Kafka ${broker.version} from the jars in tools/kafka`,
    brokers,
    filesWith: filesBelow(broker.dataDir),
    kill: broker.kill,
    restart,
    loseDisk: async () => {
      await broker.kill();
      await broker.empty();
      await restart();
    },
    stop: broker.stop,
  };
}

async function containerKafka(proxy?: BrokerProxy): Promise<TestKafka> {
  const container = await startContainer(KAFKA_IMAGE, 9092, (image, host, port) =>
    image
      .withCopyContentToContainer([
        { content: containerProperties(host, proxy?.port ?? port), target: PROPERTIES_FILE },
      ])
      .withCommand(['bash', '-c', START_COMMAND]),
  );
  proxy?.leadsTo(container.port);
  const brokers = [`${container.host}:${proxy?.port ?? container.port}`];
  const answers = (): Promise<void> => container.untilReady(() => isReady(brokers));
  await removeOnFailure(container, answers);
  const restart = async (): Promise<void> => {
    await container.start();
    await answers();
  };
  return {
    description: `Kafka in a container of ${KAFKA_IMAGE}`,
    brokers,
    filesWith: filesInContainer(container, DATA_DIR),
    kill: container.kill,
    restart,
    loseDisk: async () => {
      // The storage is formatted again at the start.
      await container.exec(['sh', '-c', `rm -rf ${DATA_DIR}/*`]);
      await container.kill();
      await restart();
    },
    stop: container.remove,
  };
}

const DATA_DIR = '/tmp/kafka-data';
const PROPERTIES_FILE = '/tmp/server.properties';

/** Formats only empty storage, so that a killed container can be started again. */
const START_COMMAND = `/opt/kafka/bin/kafka-storage.sh format --ignore-formatted -t 4L6g3nShT-eMCtK--X86sw -c ${PROPERTIES_FILE} &&
  exec /opt/kafka/bin/kafka-server-start.sh ${PROPERTIES_FILE}`;

function containerProperties(host: string, port: number): string {
  return serverProperties({
    listeners: 'PLAINTEXT://:9092,CONTROLLER://:9093',
    'advertised.listeners': `PLAINTEXT://${host}:${port}`,
    'controller.quorum.voters': '1@localhost:9093',
    'log.dirs': DATA_DIR,
  });
}

/** Number of groups that probably covers every partition of the offsets topic. */
const COORDINATOR_PROBES = 30;

/**
 * Whether the broker is its controller and coordinates consumer groups. It accepts connections earlier, and coordinates
 * a group only once the group's partition of the offsets topic is loaded.
 */
async function isReady(brokers: string[]): Promise<boolean> {
  const client = new Kafka({ brokers, clientId: 'engraph-test', logLevel: logLevel.NOTHING, retry: { retries: 0 } });
  const admin = client.admin();
  try {
    await admin.connect();
    const { brokers: members, controller } = await admin.describeCluster();
    if (members.length === 0 || controller === null) return false;
    const groups = Array.from({ length: COORDINATOR_PROBES }, (_, i) => `probe-${i}`);
    await Promise.all(groups.map((groupId) => admin.fetchOffsets({ groupId })));
    return true;
  } finally {
    await admin.disconnect();
  }
}

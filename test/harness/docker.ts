import { existsSync } from 'node:fs';
import type { GenericContainer, StartedTestContainer } from 'testcontainers';
import { registerEngine, runLabel } from './engines.js';
import { freePort } from './free-port.js';
import { until } from './until.js';

type Client = Awaited<ReturnType<typeof import('testcontainers').getContainerRuntimeClient>>;
type Container = ReturnType<Client['container']['getById']>;

export const POSTGRES_IMAGE = 'pgvector/pgvector:pg17';
export const KAFKA_IMAGE = 'apache/kafka:4.3.1';

/** Loaded only where a Docker engine may be: it costs a second per test file. */
async function testcontainers(): Promise<typeof import('testcontainers')> {
  // Its clean-up container would be one more image to fetch; sweep.mjs does its work.
  process.env['TESTCONTAINERS_RYUK_DISABLED'] ??= 'true';
  return import('testcontainers');
}

/** Says whether a Docker engine answers. */
export async function dockerAnswers(): Promise<boolean> {
  const sockets = ['/var/run/docker.sock', `${process.env['XDG_RUNTIME_DIR'] ?? ''}/docker.sock`];
  if (process.env['DOCKER_HOST'] === undefined && !sockets.some((socket) => existsSync(socket))) return false;
  const { getContainerRuntimeClient } = await testcontainers();
  return getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
}

/** The host under which published ports are reached from here. */
export async function dockerHost(): Promise<string> {
  const { getContainerRuntimeClient } = await testcontainers();
  return (await getContainerRuntimeClient()).info.containerRuntime.host;
}

/** A container with a port that stays the same over kill and start. */
export interface TestContainer {
  host: string;
  port: number;
  /** Waits until `condition` gives true; throws with the container's last lines if it ends instead. */
  untilReady: (condition: () => Promise<boolean>) => Promise<void>;
  kill: () => Promise<void>;
  start: () => Promise<void>;
  /** Runs a command inside. */
  exec: (command: string[]) => Promise<{ output: string; exitCode: number }>;
  remove: () => Promise<void>;
}

/**
 * Starts a container of `image` whose `innerPort` is published on a port chosen beforehand, so that its configuration can
 * name the address it will have. It may not answer yet.
 */
export async function startContainer(
  image: string,
  innerPort: number,
  configure: (container: GenericContainer, host: string, port: number) => GenericContainer,
): Promise<TestContainer> {
  const { GenericContainer: Container, getContainerRuntimeClient, Wait } = await testcontainers();
  const [host, port] = await Promise.all([dockerHost(), freePort()]);
  registerEngine({ containers: true });
  const plain = new Container(image)
    .withLabels(runLabel())
    .withExposedPorts({ container: innerPort, host: port })
    // The callers ask the service itself; waiting for its port goes on for a minute when the container has ended.
    .withWaitStrategy(Wait.forAll([]));
  const started: StartedTestContainer = await configure(plain, host, port).start();
  const container = (await getContainerRuntimeClient()).container.getById(started.getId());
  return {
    host,
    port,
    untilReady: (condition) => untilReady(image, container, condition),
    kill: async () => {
      await container.kill({ signal: 'SIGKILL' });
      await container.wait();
    },
    start: async () => {
      await container.start();
    },
    exec: (command) => started.exec(command),
    remove: async () => {
      await container.remove({ force: true, v: true });
    },
  };
}

const READY_LIMIT_MS = 90_000;

async function untilReady(image: string, container: Container, condition: () => Promise<boolean>): Promise<void> {
  const state = await until(
    async () => {
      const { State } = await container.inspect();
      if (!State.Running) return 'ended';
      return (await condition()) && 'ready';
    },
    READY_LIMIT_MS,
    `an answer of ${image}`,
  );
  if (state === 'ready') return;
  const lines = await container.logs({ stdout: true, stderr: true, tail: 5, follow: false });
  throw new Error(
    `the container of ${image} ended: ${lines
      .toString()
      .replaceAll(/[^\n\x20-\x7e]/g, '')
      .trim()}`,
  );
}

/** Does the first wait of a container; one that fails takes the container with it. */
export async function removeOnFailure(container: TestContainer, wait: () => Promise<void>): Promise<void> {
  try {
    await wait();
  } catch (error) {
    await container.remove();
    throw error;
  }
}

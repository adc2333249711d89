import { existsSync } from 'node:fs';
import type { GenericContainer, StartedTestContainer } from 'testcontainers';
import { registerEngine, runLabel } from './engines.js';
import { freePort } from './free-port.js';
import { until } from './until.js';

type Client = Awaited<ReturnType<typeof import('testcontainers').getContainerRuntimeClient>>;
type Container = ReturnType<Client['container']['getById']>;

export const POSTGRES_IMAGE = 'pgvector/pgvector:pg17';
export const KAFKA_IMAGE = 'apache/kafka:4.3.1';

/** Loaded only if a Docker engine may be available: it costs a second per test file. */
async function testcontainers(): Promise<typeof import('testcontainers')> {
  // Its clean-up container would need another image; sweep.mjs does the same.
  process.env['TESTCONTAINERS_RYUK_DISABLED'] ??= 'true';
  return import('testcontainers');
}

/** Whether a Docker engine is available. */
export async function dockerAnswers(): Promise<boolean> {
  const sockets = ['/var/run/docker.sock', `${process.env['XDG_RUNTIME_DIR'] ?? ''}/docker.sock`];
  if (process.env['DOCKER_HOST'] === undefined && !sockets.some((socket) => existsSync(socket))) return false;
  const { getContainerRuntimeClient } = await testcontainers();
  return getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
}

/** Host of published ports. */
export async function dockerHost(): Promise<string> {
  const { getContainerRuntimeClient } = await testcontainers();
  return (await getContainerRuntimeClient()).info.containerRuntime.host;
}

/** A container whose port stays the same when it is killed and started again. */
export interface TestContainer {
  host: string;
  port: number;
  /** Waits until `condition` is true; throws with the container's last lines if it exits first. */
  untilReady: (condition: () => Promise<boolean>) => Promise<void>;
  kill: () => Promise<void>;
  start: () => Promise<void>;
  /** Runs a command in the container. */
  exec: (command: string[]) => Promise<{ output: string; exitCode: number }>;
  remove: () => Promise<void>;
}

/**
 * Starts a container of `image` and publishes its `innerPort` on a port chosen beforehand, so that its configuration
 * can contain its address. It may not respond yet.
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
    // Callers probe the service itself; waiting for the port would take a minute if the container has exited.
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

/** Waits for a new container; removes it if the wait fails. */
export async function removeOnFailure(container: TestContainer, wait: () => Promise<void>): Promise<void> {
  try {
    await wait();
  } catch (error) {
    await container.remove();
    throw error;
  }
}

import { connect } from 'node:net';
import { chatText } from '../chat-texts.js';
import { programArgument } from '../processes.js';
import { percentile } from '../statistics.js';

/** What one run of a load did. */
export interface Load {
  readonly clients: number;
  /** Answered as they should be, after the end of the time too. */
  readonly completed: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of the load generator itself, where it is known. */
  readonly cpuSeconds?: number;
}

export interface HttpLoadOptions {
  readonly port: number;
  readonly key: string;
  readonly connections: number;
  readonly seconds: number;
  /** Number of the first text. */
  readonly firstText: number;
}

/**
 * Keep-alive connections to POST /v1/memories, each with one request under way. Written on bare sockets because it
 * shares two cores with what it measures: about 25 µs of CPU a request.
 */
class HttpLoad {
  private readonly latencies: number[] = [];
  private inTime = 0;
  private next: number;
  private readonly endsAt: number;

  constructor(private readonly options: HttpLoadOptions) {
    this.next = options.firstText;
    this.endsAt = performance.now() + options.seconds * 1000;
  }

  async run(): Promise<Load> {
    const { connections, seconds } = this.options;
    await Promise.all(Array.from({ length: connections }, () => this.runConnection()));
    const { user, system } = process.cpuUsage();
    return {
      clients: connections,
      completed: this.latencies.length,
      perSecond: this.inTime / seconds,
      p50Ms: percentile(this.latencies, 0.5),
      p99Ms: percentile(this.latencies, 0.99),
      cpuSeconds: (user + system) / 1e6,
    };
  }

  /** Resolves after the answer to the last request; rejects at the first that is not a 200. */
  private runConnection(): Promise<void> {
    const socket = connect({ port: this.options.port, host: '127.0.0.1', noDelay: true });
    let sentAt = 0;
    let received = '';
    const send = (): void => {
      sentAt = performance.now();
      socket.write(this.request(), 'latin1');
    };
    return new Promise((resolve, reject) => {
      socket.setEncoding('latin1');
      socket.once('error', reject);
      socket.once('close', () => {
        reject(new Error('the server closed a connection'));
      });
      socket.once('connect', send);
      socket.on('data', (chunk: string) => {
        received += chunk;
        if (!isWhole(received)) return;
        if (!received.startsWith('HTTP/1.1 200')) reject(new Error(`not a 200: ${received.slice(0, 12)}`));
        received = '';
        this.record(sentAt);
        if (performance.now() < this.endsAt) {
          send();
          return;
        }
        resolve();
        socket.destroy();
      });
    });
  }

  private record(sentAt: number): void {
    const now = performance.now();
    this.latencies.push(now - sentAt);
    if (now <= this.endsAt) this.inTime += 1;
  }

  private request(): string {
    const n = this.next++;
    const body = `{"text":"${chatText(n)}","session":${String(n % 500)},"speaker":"Maria","role":"user"}`;
    return (
      `POST /v1/memories HTTP/1.1\r\nhost: 127.0.0.1\r\nx-api-key: ${this.options.key}\r\n` +
      `content-type: application/json\r\ncontent-length: ${String(body.length)}\r\n\r\n${body}`
    );
  }
}

const LENGTH = 'content-length: ';

function isWhole(response: string): boolean {
  const headEnd = response.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const lengthAt = response.indexOf(LENGTH);
  return response.length >= headEnd + 4 + parseInt(response.slice(lengthAt + LENGTH.length, lengthAt + 32), 10);
}

process.stdout.write(JSON.stringify(await new HttpLoad(programArgument() as HttpLoadOptions).run()));

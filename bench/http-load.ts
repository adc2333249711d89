import { connect } from 'node:net';
import { percentile } from './statistics.js';

/** Result of one load run. */
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
  readonly connections: number;
  readonly seconds: number;
  /** The next request, head and body, a byte for every character. */
  readonly request: () => string;
}

/**
 * Keep-alive connections to a server on this machine, each with one request under way. Written on bare sockets because
 * it shares two cores with what it measures: about 25 µs of CPU a request.
 */
export class HttpLoad {
  private readonly latencies: number[] = [];
  private inTime = 0;
  private readonly endsAt: number;

  constructor(private readonly options: HttpLoadOptions) {
    this.endsAt = performance.now() + options.seconds * 1000;
  }

  /** @throws at the first answer that is not a 200 */
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

  /** Resolves after the answer to the last request. */
  private runConnection(): Promise<void> {
    const socket = connect({ port: this.options.port, host: '127.0.0.1', noDelay: true });
    let sentAt = 0;
    let answer = new PartialAnswer();
    const send = (): void => {
      sentAt = performance.now();
      socket.write(this.options.request(), 'latin1');
    };
    return new Promise((resolve, reject) => {
      socket.setEncoding('latin1');
      socket.once('error', reject);
      socket.once('close', () => {
        reject(new Error('the server closed a connection'));
      });
      socket.once('connect', send);
      socket.on('data', (chunk: string) => {
        if (!answer.add(chunk)) return;
        if (!answer.head.startsWith('HTTP/1.1 200')) reject(new Error(`not a 200: ${answer.head.slice(0, 12)}`));
        answer = new PartialAnswer();
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
}

const LENGTH = 'content-length: ';

/** An answer as it arrives; of its body only the length is kept. */
class PartialAnswer {
  head = '';
  private missing = NaN;

  /** Whether the answer is whole. @throws where it does not tell its length */
  add(chunk: string): boolean {
    if (Number.isNaN(this.missing)) {
      this.head += chunk;
      const headEnd = this.head.indexOf('\r\n\r\n');
      if (headEnd < 0) return false;
      const lengthAt = this.head.indexOf(LENGTH);
      if (lengthAt < 0 || lengthAt > headEnd) throw new Error('an answer without a length');
      const length = parseInt(this.head.slice(lengthAt + LENGTH.length, lengthAt + 32), 10);
      this.missing = headEnd + 4 + length - this.head.length;
    } else {
      this.missing -= chunk.length;
    }
    return this.missing <= 0;
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import { ask, type Balancer } from './ask.js';

interface Measured {
  readonly at: number;
  readonly ms: number;
  readonly ok: boolean;
}

/** Latencies of a tenant that occasionally writes and recalls. */
export interface Latency {
  readonly requests: number;
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
}

const PAUSE_MS = 100;
const LIMIT_MS = 6_000;

/** A tenant that floods nobody, and its responses during floods and faults. */
export class InnocentTenant {
  private stopping = false;
  private running: Promise<void> = Promise.resolve();
  private readonly measured: Measured[] = [];

  constructor(
    private readonly balancer: Balancer,
    private readonly key: string,
  ) {}

  start(): void {
    this.stopping = false;
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  /** Requests begun between two times, except during an outage of the whole service. */
  latency(from: number, to: number, outages: readonly (readonly [number, number])[] = []): Latency {
    const during = ({ at, ms }: Measured): boolean => outages.some(([begun, ended]) => at + ms >= begun && at <= ended);
    const counted = this.measured.filter((one) => one.at >= from && one.at < to && !during(one));
    const times = counted.map(({ ms }) => ms).sort((a, b) => a - b);
    const at = (share: number): number =>
      Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
    return { requests: times.length, failed: counted.filter(({ ok }) => !ok).length, p50: at(0.5), p99: at(0.99) };
  }

  private async run(): Promise<void> {
    for (let i = 0; !this.stopping; i += 1) {
      const at = Date.now();
      const started = performance.now();
      const answer = await ask(this.balancer.choose(), {
        method: 'POST',
        ...(i % 2 === 0
          ? { path: '/v1/memories', body: { text: `Ines Duarte lives in Porto, note ${String(at)}-${String(i)}.` } }
          : { path: '/v1/recall', body: { query: 'Where does Ines Duarte live?' } }),
        ...{ key: this.key, limitMs: LIMIT_MS },
      });
      this.measured.push({ at, ms: performance.now() - started, ok: answer?.status === 200 });
      await delay(PAUSE_MS);
    }
  }
}

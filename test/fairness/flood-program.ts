import { setTimeout as delay } from 'node:timers/promises';
import { startFlood, type Flood, type Target } from './floods.js';

/** A flood in a separate process until SIGTERM; its last line is the median duration of its calls in milliseconds. */
const [options = ''] = process.argv.slice(2);
const { flood, target, connections, limit } = JSON.parse(options) as {
  readonly flood: Flood;
  readonly target: Target;
  readonly connections: number;
  readonly limit?: number;
};
const { times, stop } = startFlood(flood, target, connections, limit);
process.once('SIGTERM', () => {
  void stop().then(() => {
    process.stdout.write(`${String([...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Infinity)}\n`);
    process.exit(0);
  });
});
while (times.length === 0) await delay(10);
process.stdout.write('flooding\n');

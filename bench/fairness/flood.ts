import { startFlood, type Flood, type Target } from '../../test/fairness/floods.js';
import { programArgument } from '../processes.js';

interface FloodOptions {
  readonly flood: Flood;
  readonly target: Target;
  readonly connections: number;
  readonly limit?: number;
}

const { flood, target, connections, limit } = programArgument() as FloodOptions;
startFlood(flood, target, connections, limit);
process.stdout.write('flooding\n');

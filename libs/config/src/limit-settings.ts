import type { Config } from './settings.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Rate policies, and limits of queued and running requests. */
export function limitSettings(config: Config) {
  return {
    policies: ratePolicies(config),
    writeQueue: { maxWaiting: config.WRITE_QUEUE_MAX, maxHeldBytes: config.WRITE_QUEUE_MAX_BYTES },
    requests: {
      running: config.REQUEST_CONCURRENCY_MAX,
      runningPerScope: config.SCOPE_CONCURRENCY_MAX,
      waiting: config.REQUEST_QUEUE_MAX,
      waitingPerScope: config.SCOPE_QUEUE_MAX,
    },
  };
}

/** Rate policies; empty if no limit is set. */
function ratePolicies(config: Config) {
  const { RATE_LIMIT_PER_S: perSecond, RATE_LIMIT_BURST: burst, QUOTA_MEMORIES_PER_DAY: quota } = config;
  return [
    ...(perSecond > 0
      ? [{ name: 'requests' as const, capacity: burst, perSecond, windowMs: null, lease: leaseOf(config, burst) }]
      : []),
    ...(quota > 0
      ? [{ name: 'memories' as const, capacity: quota, perSecond: 0, windowMs: DAY_MS, lease: leaseOf(config, quota) }]
      : []),
  ];
}

/** Lease size: at most a quarter of the bucket, to leave tokens for other processes. */
function leaseOf({ RATE_LIMIT_LEASE_SIZE: lease }: Config, capacity: number): number {
  return Math.max(1, Math.min(lease, Math.floor(capacity / 4)));
}

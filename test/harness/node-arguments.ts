/**
 * Arguments for Node of services and commands that tests start. Most of what such a process does is loading modules,
 * which makes garbage: with young generations of this size (MiB) from the beginning, a start takes an eighth less CPU
 * time.
 */
export const NODE_ARGUMENTS = ['--no-warnings', '--min-semi-space-size=64', '--max-semi-space-size=64'] as const;

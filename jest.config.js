/**
 * Runs test files as plain ES modules of Node (see test/harness/native-runner.mjs). Four workers keep two cores busy,
 * since many tests wait more than they compute.
 */
// Test files have a copy of the environment, which ONNX Runtime does not see.
process.env.ORT_DISABLE_TELEMETRY = '1';

export default {
  testRunner: '<rootDir>/test/harness/native-runner.mjs',
  testSequencer: '<rootDir>/test/harness/sequencer.mjs',
  testMatch: ['<rootDir>/{apps,clients,libs,test,training}/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  transform: {},
  globalSetup: '<rootDir>/test/jest-global-setup.mjs',
  globalTeardown: '<rootDir>/test/jest-global-teardown.mjs',
  maxWorkers: 4,
  // Of the heap; with models, buffers and code a worker stays below 1.5 GB. A new one begins where it is exceeded.
  workerIdleMemoryLimit: '600MB',
  // Half a second is the default, which a loaded machine exceeds.
  workerGracefulExitTimeout: 10_000,
  // Many tests start Postgres, Kafka or commands, which takes long on a slow machine; what hangs is told of by `until`.
  testTimeout: 300_000,
};

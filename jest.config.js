/** Jest runs the TypeScript sources as ES modules; `#lib/*` resolves to the sources instead of dist. */
export default {
  testEnvironment: './test/harness/jest-environment.mjs',
  testMatch: ['<rootDir>/{apps,clients,libs,test,training}/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  moduleNameMapper: {
    '^#apps/(.*)\\.js$': '<rootDir>/apps/$1',
    '^#([a-z-]+)/(.*)\\.js$': '<rootDir>/libs/$1/src/$2',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  globalSetup: '<rootDir>/test/jest-global-setup.mjs',
  globalTeardown: '<rootDir>/test/jest-global-teardown.mjs',
  maxWorkers: 2,
  // Many tests start Postgres, Kafka or commands, which takes long on a slow machine; what hangs is told of by `until`.
  testTimeout: 300_000,
};

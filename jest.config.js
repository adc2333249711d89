/** Jest runs the TypeScript sources as ES modules; `#lib/*` resolves to the sources instead of dist. */
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/{apps,libs,test}/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  moduleNameMapper: {
    '^#apps/(.*)\\.js$': '<rootDir>/apps/$1',
    '^#([a-z-]+)/(.*)\\.js$': '<rootDir>/libs/$1/src/$2',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
};

import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const ENVIRONMENT = { object: 'process', property: 'env', message: 'Only libs/config reads the environment.' };

export default defineConfig(
  { ignores: ['dist/', 'coverage/', 'shared/', 'tools/kafka/target/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
  },
  {
    rules: {
      complexity: ['error', 12],
      eqeqeq: 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['apps/**', 'libs/**'],
    rules: { 'no-console': 'error', 'no-restricted-properties': ['error', ENVIRONMENT] },
  },
  // The one place that reads the environment.
  { files: ['libs/config/src/load-config.ts'], rules: { 'no-restricted-properties': 'off' } },
  // Nest's modules are classes with nothing but a decorator.
  {
    files: ['apps/**/*.module.ts', 'libs/**/*.module.ts'],
    rules: { '@typescript-eslint/no-extraneous-class': 'off' },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: { process: 'readonly', fetch: 'readonly', AbortSignal: 'readonly', module: 'readonly', URL: 'readonly' },
    },
  },
);

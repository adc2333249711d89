import { existsSync, readdirSync } from 'node:fs';
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { LINEAR, UNREADABLE } from './tools/regexps/rules.mjs';

const ENVIRONMENT = { object: 'process', property: 'env', message: 'Only libs/config reads the environment.' };

/** Ways by which a text becomes markup. */
const MARKUP = [
  'JSXAttribute[name.name=/^(dangerouslySetInnerHTML|srcdoc)$/i]',
  'Property[key.name=/^(dangerouslySetInnerHTML|innerHTML|srcdoc)$/]',
  'MemberExpression[property.name=/^(innerHTML|outerHTML|srcdoc|insertAdjacentHTML|setHTMLUnsafe|createContextualFragment|parseFromString)$/]',
  "MemberExpression[object.name='document'][property.name=/^(write|writeln)$/]",
].map((selector) => ({ selector, message: 'Text from data is text, never markup.' }));

// TypeScript of integrations has no types before integrations/test.sh has installed their packages; it lints it then.
const NOT_INSTALLED = readdirSync('integrations')
  .filter((name) => !existsSync(`integrations/${name}/node_modules`))
  .map((name) => `integrations/${name}/**/*.ts`);

export default defineConfig(
  {
    ignores: ['**/dist/', 'clients/typescript/src/generated/', 'coverage/', 'shared/', '**/target/', ...NOT_INSTALLED],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // Nest and OpenAI declare plain options as classes.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    },
  },
  {
    rules: {
      complexity: ['error', 12],
      eqeqeq: 'error',
      // Prettier breaks code, but not comments.
      'max-len': ['error', { code: 1_000, comments: 120, ignoreUrls: true }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['apps/**', 'clients/**', 'libs/**', 'training/**'],
    rules: { 'no-console': 'error', 'no-restricted-properties': ['error', ENVIRONMENT] },
  },
  // Patterns meet input; `npm run check:regexps` checks those that are made of strings.
  {
    files: ['apps/**/*.{ts,tsx}', 'libs/**/*.ts'],
    ignores: ['**/*.test.ts', 'training/tagger/**'],
    ...LINEAR,
    rules: { ...LINEAR.rules, 'no-restricted-syntax': ['error', ...UNREADABLE] },
  },
  // Text from data is text, never markup.
  {
    files: ['apps/studio/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': ['error', ...UNREADABLE, ...MARKUP],
    },
  },
  // The one place that reads the environment.
  {
    files: ['libs/config/src/load-config.ts', 'libs/config/src/mcp-settings.ts', 'libs/config/src/arm-failpoints.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  // Migrations are never edited after they landed.
  { files: ['libs/database/src/migrations/**'], rules: { 'max-len': 'off' } },
  // Nest's modules are classes with nothing but a decorator.
  {
    files: ['apps/**/*.module.ts', 'libs/**/*.module.ts'],
    rules: { '@typescript-eslint/no-extraneous-class': 'off' },
  },
  // A suite is a function of its own, and tests look into JSON of every shape.
  {
    files: ['**/test/**/*.ts', '**/*.test.ts'],
    rules: {
      '@typescript-eslint/unbound-method': 'off',
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  // Node's own runner awaits its tests.
  {
    files: ['integrations/*/test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', package: 'node:test', name: ['test'] }] },
      ],
    },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          '__dirname',
          'AbortSignal',
          'Buffer',
          'console',
          'crypto',
          'fetch',
          'module',
          'performance',
          'process',
          'require',
          'setTimeout',
          'URL',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
);

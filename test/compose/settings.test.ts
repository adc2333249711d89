import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { RENAMED_SETTINGS } from '#config/renamed-settings.js';
import { SETTINGS } from '#config/settings.js';

const { environment } = (
  parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as {
    readonly services: { readonly api: { readonly environment: Readonly<Record<string, unknown>> } };
  }
).services.api;
const settings = Object.entries(SETTINGS);

/** Settings for a Postgres or brokers of one's own; compose runs both, and a file of keys would have to be mounted. */
const NOT_IN_COMPOSE = /^(DATA_DIR|DEMO_KEY_DAYS|EXTRACTOR_PORT|JWT_JWKS_FILE|KAFKA_(TLS|SASL)|DATABASE_TLS)/;
/** Settings whose value compose fixes, in the file or in the image. */
const FIXED = /^(PORT|HOST|METRICS_|ADMIN_PORT|KAFKA_BROKERS|DATABASE_(SERVICE_)?(URL|PASSWORD))/;

test('compose passes on every setting, with the default of the code', () => {
  const passed = settings.filter(([name]) => !NOT_IN_COMPOSE.test(name) && !FIXED.test(name));
  expect(passed.map(([name]) => [name, environment[name]])).toEqual(
    passed.map(([name, { fallback }]) => [name, `\${${name}:-${fallback}}`]),
  );
});

test('compose passes on old names of settings, so that the programs refuse them', () => {
  const old = Object.keys(RENAMED_SETTINGS);
  expect(old.map((name) => [name, environment[name]])).toEqual(old.map((name) => [name, `\${${name}:-}`]));
});

test('.env.example lists every setting with its default, and no old name', () => {
  const lines = [...readFileSync('.env.example', 'utf8').matchAll(/^#([A-Z_]+)=(.*)$/gm)];
  const listed = new Map(lines.map(([, name = '', value]) => [name, value]));
  expect(settings.map(([name]) => [name, listed.get(name)])).toEqual(
    settings.map(([name, { fallback }]) => [name, fallback]),
  );
  expect(Object.keys(RENAMED_SETTINGS).filter((name) => listed.has(name))).toEqual([]);
});

test('the table of renamed settings in CHANGELOG.md is the one of the code', () => {
  const rows = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^ *\| `([A-Z_]+)` *\| `([A-Z_]+)` *\|$/gm)];
  expect(Object.fromEntries(rows.map(([, old = '', now]) => [old, now]))).toEqual(RENAMED_SETTINGS);
});

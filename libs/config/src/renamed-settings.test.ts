import { expect, test } from '@jest/globals';
import { InvalidConfig, loadConfig } from './load-config.js';
import { RENAMED_SETTINGS, renamedSettingFaults } from './renamed-settings.js';
import { SETTINGS } from './settings.js';

test('a setting under its old name is refused at boot, and the fault gives the new name', () => {
  const load = (): unknown => loadConfig({ VECTOR_INDEX_FROM: '5', RATE_LIMIT_LEASE: '3', EXTRACTOR_CHUNK: ' ' });
  expect(load).toThrow(InvalidConfig);
  expect(load).toThrow(/RATE_LIMIT_LEASE has been renamed: use RATE_LIMIT_LEASE_SIZE/);
  expect(load).toThrow(/VECTOR_INDEX_FROM has been renamed: use VECTOR_INDEX_MIN_VECTORS/);
  expect(load).not.toThrow(/EXTRACTOR_CHUNK/);
});

test('every new name is a setting, and no old name is one', () => {
  for (const [old, now] of Object.entries(RENAMED_SETTINGS)) {
    expect(SETTINGS).toHaveProperty(now);
    expect(SETTINGS).not.toHaveProperty(old);
    expect(renamedSettingFaults({ [old]: '1' })).toEqual([`${old} has been renamed: use ${now}`]);
  }
});

test('new names alone are no fault', () => {
  expect(renamedSettingFaults({ DATABASE_POOL_SIZE: '12' })).toEqual([]);
});

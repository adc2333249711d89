import { expect, test } from '@jest/globals';
import { crc32 } from 'node:zlib';
import { isMistyped, newKey } from './key-format.js';

/** The pattern that docs/api.md gives to secret scanners. */
const PATTERN = /^engraph_sk_[0-9A-Za-z]{49}$/;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const valueOf = (digits: string): bigint =>
  Array.from(digits).reduce((sum, d) => sum * 62n + BigInt(DIGITS.indexOf(d)), 0n);

test('a key matches the pattern for secret scanners and ends with the CRC-32 of the rest', () => {
  for (const key of Array.from({ length: 200 }, newKey)) {
    expect(key).toMatch(PATTERN);
    expect(valueOf(key.slice(-6))).toBe(BigInt(crc32(key.slice(0, -6))));
    expect(isMistyped(key)).toBe(false);
  }
});

test('the secrets of keys use all 256 bits and are unique', () => {
  const secrets = Array.from({ length: 500 }, () => valueOf(newKey().slice(11, 54)));
  expect(new Set(secrets).size).toBe(secrets.length);
  const all = (1n << 256n) - 1n;
  expect(secrets.every((secret) => secret <= all)).toBe(true);
  expect(secrets.reduce((bits, secret) => bits | secret, 0n)).toBe(all);
  expect(secrets.reduce((bits, secret) => bits & secret, all)).toBe(0n);
});

test('a key with a changed, missing or additional character is detected; one without prefix may be an older key', () => {
  const key = newKey();
  for (let at = 11; at < key.length; at += 1) {
    const other = key[at] === 'a' ? 'b' : 'a';
    expect(isMistyped(`${key.slice(0, at)}${other}${key.slice(at + 1)}`)).toBe(true);
  }
  for (const wrong of [key.slice(0, -1), `${key}x`, 'engraph_sk_']) expect(isMistyped(wrong)).toBe(true);
  expect(isMistyped('q83vEjRWeJASNFZ4kBI0VniQEjRWeJASNFZ4kBI0Vng')).toBe(false);
});

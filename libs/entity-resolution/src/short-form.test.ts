import { describe, expect, test } from '@jest/globals';
import type { EntityType } from '#contracts/ontology.js';
import { blockingKeys } from './blocking-keys.js';
import { nameLexicon } from './name-lexicon.js';
import { tokenizeName } from './name-tokens.js';
import { shortFormOf, type ShortForm } from './short-form.js';

/** The lexicon of the shipped lists. */
const lexicon = nameLexicon();

function formOf(type: EntityType, short: string, full: string): ShortForm | null {
  return shortFormOf(type, tokenizeName(type, short), tokenizeName(type, full), lexicon);
}

describe('shortFormOf', () => {
  test.each<[EntityType, string, string, ShortForm]>([
    ['person', 'Alice', 'Alice Chen', 'part'],
    ['person', "Chen's", 'Alice Chen', 'part'],
    ['person', 'Dr. Okafor', 'Ngozi Okafor', 'part'],
    ['person', 'van Dam', 'Tess van Dam', 'part'],
    ['person', 'Bob', 'Robert Nakamura', 'partByNickname'],
    ['person', 'Pri', 'Priyanka', 'partByNickname'],
    ['person', 'Pri', 'Priyanka Deshmukh', 'partByNickname'],
    ['person', 'Bob Nakamura', 'Robert Nakamura', 'nickname'],
    ['person', 'J. Meyer', 'Jonas Meyer', 'initial'],
    ['person', 'Emma L', 'Emma Larsson', 'initial'],
    ['person', 'Ana Silva', 'Ana Maria Silva', 'middleName'],
    ['person', 'J. Silva', 'Joao Maria Silva', 'initial'],
    ['person', 'Zoë', 'Zoe Adler', 'part'],
    ['organization', 'WHO', 'World Health Organization', 'acronym'],
    ['organization', 'MoMA', 'Museum of Modern Art', 'acronym'],
    ['organization', 'Acme', 'Acme Inc.', 'rest'],
    ['organization', 'Acme Corp', 'Acme Corporation', 'rest'],
    ['organization', 'Walmart', 'Wal-Mart', 'punctuation'],
    ['organization', 'Helix', 'Helix Freight', 'part'],
    ['organization', 'Cantilene', 'Koor Cantilene', 'part'],
    ['project', 'Heron', 'Project Heron', 'head'],
    ['organization', 'Data Platform', 'Data Platform team', 'head'],
    ['product', 'Teams', 'Microsoft Teams', 'part'],
    ['product', 'Band 3', 'Halo Band 3', 'part'],
    ['place', 'Porto', 'Porto, Portugal', 'rest'],
    ['place', 'UK', 'United Kingdom', 'acronym'],
  ])('%s: %s is a short form of %s (%s)', (type, short, full, form) => {
    expect(formOf(type, short, full)).toBe(form);
    const [lookupKeys, indexKeys] = [
      blockingKeys(type, short, lexicon).lookupKeys,
      blockingKeys(type, full, lexicon).indexKeys,
    ];
    expect(lookupKeys.some((key) => indexKeys.includes(key))).toBe(true);
  });

  test.each<[EntityType, string, string]>([
    ['place', 'Porto', 'Porto Alegre'],
    ['place', 'New', 'New York'],
    ['place', 'Springfield, Illinois', 'Springfield, Ohio'],
    ['person', 'Emma L', 'Emma O'],
    ['person', 'Emma L', 'Emma Olsen'],
    ['person', 'J. Meyer', 'Karl Meyer'],
    ['person', 'J', 'Jonas Meyer'],
    ['person', 'Al', 'Alice Chen'],
    ['person', 'Paul', 'Paulina'], // a name of its own
    ['person', 'Priyank', 'Priyanka'],
    ['person', 'Pri', 'Anna Priyanka'],
    ['person', 'John Smith', 'John Smith Jr'],
    ['person', 'Maria Chen', 'Mario Chen'],
    ['person', 'JM', 'Jonas Meyer'],
    ['organization', 'ABB', 'Boston Consulting Group'],
    ['organization', 'Acme Inc', 'Acme GmbH'],
    ['organization', 'Bank', 'Deutsche Bank'],
    ['product', 'Halo Band', 'Halo Band 3'],
    ['product', 'Python 3.1', 'Python 31'],
    ['product', 'Pixel 8', 'Pixel 9'],
    ['product', 'Visual Studio', 'Visual Studio Code'],
    ['work', 'Dune', 'Dune Messiah'],
    ['event', 'Kafka Summit', 'Kafka Summit 2024'],
  ])('%s: %s is no shorter form of %s', (type, short, full) => {
    expect([formOf(type, short, full), formOf(type, full, short)]).toEqual([null, null]);
  });
});

test('full names that share a first name share no key', () => {
  const [chen, kim] = ['Alice Chen', 'Alice Kim'].map((name) => blockingKeys('person', name, lexicon));
  expect(chen?.lookupKeys.filter((key) => kim?.indexKeys.includes(key))).toEqual([]);
});

test('a text that is not a name has no keys', () => {
  expect(blockingKeys('organization', 'x'.repeat(10_000), lexicon)).toEqual({ lookupKeys: [], indexKeys: [] });
  expect(blockingKeys('work', 'a b c d e f g h i j', lexicon)).toEqual({ lookupKeys: [], indexKeys: [] });
});

import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import specs from '@asyncapi/specs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { EVENT_VERSIONS, type EventType } from '#contracts/events.js';
import { COMMAND_SCHEMAS } from '#contracts/schemas/command-schemas.js';
import { publishedSchemas } from '#contracts/schemas/published-schemas.js';
import { DEFAULT_PARTITIONS, MAX_MESSAGE_BYTES, type Topic, TOPICS, topicOfEvent } from '#contracts/topics.js';

interface Channel {
  readonly address: string;
  readonly messages: Record<string, { readonly $ref: string }>;
  readonly bindings: { readonly kafka: object };
}

interface Message {
  readonly name: string;
  readonly payload: { readonly allOf: readonly [{ $ref: string }, { properties: MessageProperties }] };
}

interface MessageProperties {
  readonly type: { readonly const: string };
  readonly dataschema: { readonly const: string };
  readonly data: { readonly $ref: string };
}

const file = new URL('../../docs/asyncapi.yaml', import.meta.url);
const document = parse(readFileSync(file, 'utf8')) as {
  readonly channels: Record<Topic, Channel>;
  readonly components: { readonly messages: Record<string, Message> };
};
const { channels } = document;
const messages = Object.entries(document.components.messages);

test('the document keeps to the AsyncAPI 3.0 schema', () => {
  // It includes the meta-schema of draft-07, which ajv would otherwise have twice.
  const ajv = addFormats.default(new Ajv({ strict: false, meta: false, validateSchema: false }));
  const check = ajv.compile(specs.schemas['3.0.0'] as object);
  check(document);
  expect(check.errors ?? []).toEqual([]);
});

test('its channels are the topics, with their partitions, retention and record size', () => {
  const addresses = Object.entries(channels).map(([name, { address }]) => [name, address]);
  expect(addresses).toEqual(Object.entries(TOPICS).map(([topic, { name }]) => [topic, name]));
  for (const [topic, { name, retentionMs }] of Object.entries(TOPICS)) {
    expect(channels[topic as Topic].bindings.kafka).toMatchObject({
      topic: name,
      partitions: DEFAULT_PARTITIONS,
      topicConfiguration: {
        'cleanup.policy': ['delete'],
        'retention.ms': retentionMs,
        'max.message.bytes': MAX_MESSAGE_BYTES,
      },
    });
  }
});

test('each topic carries the messages that the code puts there', () => {
  const carried: Record<Topic, string[]> = {
    memoryEvents: [],
    extractionEvents: [],
    graphEvents: [],
    commands: ['EncodeMemory', 'ForgetMemory'],
    commandReplies: ['CommandSucceeded', 'CommandFailed'],
    deadLetters: ['RecordRejected'],
  };
  for (const type of Object.keys(EVENT_VERSIONS) as EventType[]) carried[topicOfEvent(type)].push(type);
  for (const [topic, types] of Object.entries(carried)) {
    const refs = Object.entries(channels[topic as Topic].messages);
    expect(refs.map(([name]) => name).sort()).toEqual(types.sort());
    for (const [name, { $ref }] of refs) expect($ref).toBe(`#/components/messages/${name}`);
  }
});

test('there is a message for each message schema, and no other', () => {
  const types = [...publishedSchemas().keys()].filter((name) => name.includes('.v')).map((name) => name.split('.')[0]);
  expect(messages.map(([name]) => name).sort()).toEqual([...new Set(types)].sort());
});

test.each(messages)('%s has the envelope, the name and the newest data schema of the code', (name, message) => {
  const isEvent = Object.hasOwn(EVENT_VERSIONS, name);
  const version = isEvent ? EVENT_VERSIONS[name as EventType] : 1;
  const [envelope, { properties }] = message.payload.allOf;
  expect(message.name).toBe(`engraph.${name}`);
  expect(envelope.$ref).toBe(`../libs/contracts/schemas/${isEvent ? 'EventEnvelope' : 'CloudEvent'}.json`);
  expect(properties.type.const).toBe(`engraph.${name}`);
  const schema = publishedSchemas().get(`${name}.v${String(version)}.json`);
  expect(properties.dataschema.const).toBe(schema?.['$id']);
  expect(properties.data.$ref).toBe(`../libs/contracts/schemas/${name}.v${String(version)}.json`);
  for (const { $ref } of [envelope, properties.data]) expect(existsSync(new URL($ref, file))).toBe(true);
});

test('commands carry their credential in a header, never in the value', () => {
  for (const name of ['EncodeMemory', 'ForgetMemory'] as const) {
    expect(document.components.messages[name]).toHaveProperty('headers.$ref', '#/components/schemas/commandHeaders');
    expect(Object.keys(COMMAND_SCHEMAS[name][1]['properties'] as object)).not.toContain('authorization');
  }
});

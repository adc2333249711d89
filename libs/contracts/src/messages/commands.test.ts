import { expect, test } from '@jest/globals';
import { commandReply, MalformedCommand, readCommand } from './commands.js';
import type { ExactJson } from '../exact-json.js';
import { COMMAND_SCHEMAS } from '../schemas/command-schemas.js';
import { schemaFault } from '../schemas/validate.js';

const message = {
  specversion: '1.0',
  id: '1',
  source: '/crm',
  type: 'engraph.EncodeMemory',
  data: { request_id: 'r-1', text: 'secret words' },
};

function malformed(change: object, data: object = {}): MalformedCommand {
  try {
    readCommand(JSON.stringify({ ...message, data: { ...message.data, ...data }, ...change }), null);
  } catch (error) {
    if (error instanceof MalformedCommand) return error;
    throw error;
  }
  throw new Error('it was read');
}

test('a command without credential and scope is read', () => {
  expect(readCommand(JSON.stringify(message), null)).toEqual({
    type: 'EncodeMemory',
    requestId: 'r-1',
    authorization: null,
    scope: null,
    fields: { text: 'secret words' },
  });
});

test.each([
  [{ specversion: '0.3' }, {}, '/specversion must be equal to constant'],
  [{ id: undefined }, {}, "/ must have required property 'id'"],
  [{ type: 'engraph.LinkMemories' }, {}, 'type is none of engraph.EncodeMemory, engraph.ForgetMemory'],
  [{ dataschema: 'urn:engraph:schema:EncodeMemory:2' }, {}, 'dataschema is not a known version of EncodeMemory'],
  [{}, { scope: { namespace: 'n' } }, '/data/scope must have namespace and agent'],
])('%j with data %j is refused, with its request id', (change, data, reason) => {
  const error = malformed(change, data);
  expect(error.reason).toBe(reason);
  expect(error.requestId).toBe('r-1');
});

test.each(['', 'a b', 'é', 'x'.repeat(256), 7, null])('the request id %j is invalid', (requestId) => {
  const error = malformed({}, { request_id: requestId });
  expect(error.requestId).toBeNull();
  expect(error.reason).toBe('/data/request_id must be 1 to 255 visible ASCII characters');
});

test.each(['', 'secret', '[]', 'null', '"secret"', '{"secret":1}', '{"data":["secret"]}', '{"type":"secret"'])(
  'the value %s is no command, and no reason quotes it',
  (value) => {
    expect(() => readCommand(value, null)).toThrow(MalformedCommand);
    expect(() => readCommand(value, null)).not.toThrow(/secret/);
  },
);

test('a reply conforms to the schema of its type', () => {
  const error = { code: 'conflict', message: 'differs' };
  const failed = commandReply({ request_id: 'r', command: null, error, status: 409 });
  const succeeded = commandReply({ request_id: 'r', command: 'ForgetMemory', replayed: true, result: {} });
  expect([failed.type, succeeded.type]).toEqual(['engraph.CommandFailed', 'engraph.CommandSucceeded']);
  expect(schemaFault(COMMAND_SCHEMAS.CommandFailed[1], failed.data as unknown as ExactJson)).toBeNull();
  expect(schemaFault(COMMAND_SCHEMAS.CommandSucceeded[1], succeeded.data as unknown as ExactJson)).toBeNull();
});

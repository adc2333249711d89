import { chatText } from '../chat-texts.js';
import { HttpLoad } from '../http-load.js';
import { programArgument } from '../processes.js';

/** POST /v1/memories, or its batch, with other texts in every request. */
export interface EncodeLoadOptions {
  readonly port: number;
  readonly key: string;
  readonly connections: number;
  readonly seconds: number;
  /** Number of the first text. */
  readonly firstText: number;
  /** Memories of a request: 1 without the batch route. */
  readonly perRequest: number;
}

const { key, firstText, perRequest, ...load } = programArgument() as EncodeLoadOptions;
let next = firstText;

function memory(): string {
  const n = next++;
  return `{"text":"${chatText(n)}","session":${String(n % 500)},"speaker":"Maria","role":"user"}`;
}

function request(): string {
  const [path, body] =
    perRequest === 1
      ? ['/v1/memories', memory()]
      : ['/v1/memories/batch', `{"items":[${Array.from({ length: perRequest }, memory).join()}]}`];
  return (
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-api-key: ${key}\r\n` +
    `content-type: application/json\r\ncontent-length: ${String(body.length)}\r\n\r\n${body}`
  );
}

const done = await new HttpLoad({ ...load, request }).run();
const inMemories = { completed: done.completed * perRequest, perSecond: done.perSecond * perRequest };
process.stdout.write(JSON.stringify({ ...done, ...inMemories }));

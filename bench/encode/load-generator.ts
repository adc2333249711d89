import { chatText } from '../chat-texts.js';
import { HttpLoad } from '../http-load.js';
import { programArgument } from '../processes.js';

/** POST /v1/memories, another text with every request. */
export interface EncodeLoadOptions {
  readonly port: number;
  readonly key: string;
  readonly connections: number;
  readonly seconds: number;
  /** Number of the first text. */
  readonly firstText: number;
}

const { key, firstText, ...load } = programArgument() as EncodeLoadOptions;
let next = firstText;

function request(): string {
  const n = next++;
  const body = `{"text":"${chatText(n)}","session":${String(n % 500)},"speaker":"Maria","role":"user"}`;
  return (
    `POST /v1/memories HTTP/1.1\r\nhost: 127.0.0.1\r\nx-api-key: ${key}\r\n` +
    `content-type: application/json\r\ncontent-length: ${String(body.length)}\r\n\r\n${body}`
  );
}

process.stdout.write(JSON.stringify(await new HttpLoad({ ...load, request }).run()));

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { programArgument } from '../processes.js';

const NOTHING_FOUND = JSON.stringify({ mentions: [], relations: [], statements: [], aliases: [] });

const ANSWER = JSON.stringify({
  id: 'stand-in',
  object: 'chat.completion',
  created: 0,
  model: 'stand-in',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: NOTHING_FOUND } }],
  usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
});

/** An OpenAI-compatible endpoint that finds nothing, after `delayMs`; prints its port. */
const { delayMs } = programArgument() as { delayMs: number };
const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => {
    setTimeout(() => {
      response.setHeader('content-type', 'application/json').end(ANSWER);
    }, delayMs);
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${String((server.address() as AddressInfo).port)}\n`);
});

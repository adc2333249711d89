import { readFile } from 'node:fs/promises';
import { HttpLoad } from '../http-load.js';
import { requestText } from '../http/routes.js';
import { programArgument } from '../processes.js';

/** Questions to POST /v1/recall, with a key of their scope. */
export interface RecallLoadOptions {
  readonly port: number;
  readonly key: string;
  /** JSON: the texts of the questions, of ASCII alone, asked one after the other, again and again. */
  readonly questionsFile: string;
  readonly connections: number;
  readonly seconds: number;
}

const { key, questionsFile, ...load } = programArgument() as RecallLoadOptions;
const questions = JSON.parse(await readFile(questionsFile, 'utf8')) as string[];
const requests = questions.map((query) =>
  requestText({ name: 'recall', method: 'POST', path: '/v1/recall', body: { query } }, key),
);
let next = 0;
const request = (): string => requests[next++ % requests.length] ?? '';
process.stdout.write(JSON.stringify(await new HttpLoad({ ...load, request }).run()));

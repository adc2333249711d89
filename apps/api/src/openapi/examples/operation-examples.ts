import { readFileSync } from 'node:fs';
import { parseExact, type ExactJson } from '#contracts/exact-json.js';
import type { Operation, OperationExamples } from '../operations/operation.js';
import { curlCommand } from './curl.js';
import { EXAMPLE_CALLS } from './example-calls.js';

type Answers = Readonly<Record<string, Readonly<Record<string, ExactJson>> | undefined>>;

const ANSWERS = parseExact(readFileSync(new URL('example-answers.json', import.meta.url), 'utf8')) as Answers;

/** Example calls and responses of an operation, as the document shows them; empty if there are none. */
export function examplesOf(operation: Operation): OperationExamples {
  const calls = EXAMPLE_CALLS[operation.operationId] ?? [];
  const parameters: Record<string, string> = {};
  for (const { parameters: values, headers } of [...calls].reverse()) Object.assign(parameters, values, headers);
  return {
    parameters,
    bodies: examples(calls.flatMap(({ name, body }) => (body ? [[name, { value: body }]] : []))),
    answers: examples(Object.entries(ANSWERS[operation.operationId] ?? {}).map(([name, value]) => [name, { value }])),
    codeSamples: calls.map((call) => ({ lang: 'Shell', label: call.name, source: curlCommand(operation, call) })),
  };
}

function examples(named: [string, object][]): Record<string, object> | undefined {
  return named.length === 0 ? undefined : Object.fromEntries(named);
}

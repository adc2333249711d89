import type { DemoKey } from './demo-key.js';

/** What a first-time user sees: where it runs, the key, three commands to paste, and where to read on. */
export function welcome(baseUrl: string, { key, file, isNew }: DemoKey): string {
  const header = `-H 'X-API-Key: ${key}'`;
  const encode = (text: string, wait: string): string =>
    `curl -s ${baseUrl}/v1/memories ${header} -H 'Content-Type: application/json'${wait} -d '{"text": "${text}"}'`;
  return [
    '',
    `Engraph is running on ${baseUrl}`,
    `Demo key (namespace demo, agent demo), ${isNew ? 'kept' : 'read'} in ${file}: ${key}`,
    '',
    'Try it:',
    `  ${encode('Alice Chen works at Acme Corp in Lisbon.', '')}`,
    `  ${encode('I had lunch with Alice Chen today, she reports to Bob Martinez.', " -H 'Prefer: wait=10'")}`,
    `  curl -s ${baseUrl}/v1/graph ${header}`,
    '',
    `Every call, with examples: ${baseUrl}/v1/docs`,
    'Stop with Ctrl-C. The data stays.',
    '',
  ].join('\n');
}

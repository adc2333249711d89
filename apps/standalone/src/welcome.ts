import type { DemoKey } from './demo-key.js';

/**
 * Start-up message: URL, demo key, three commands to paste, and where to read on. A new key is shown by the start that
 * created it; later starts show only its file.
 * @param demoKey null if Postgres is not the embedded one
 */
export function welcome(baseUrl: string, demoKey: DemoKey | null): string {
  return [
    '',
    `Engraph is running on ${baseUrl}`,
    ...(demoKey ? withKey(baseUrl, demoKey) : WITHOUT_KEY),
    '',
    `Look at what is stored: ${baseUrl}/v1/studio`,
    `Every call, with examples: ${baseUrl}/v1/docs`,
    'Stop with Ctrl-C. The data stays.',
    '',
  ].join('\n');
}

const WITHOUT_KEY = [
  'Make a key: npx engraph keys create --namespace NAME --agent NAME',
  '(in a clone: npm run -s engraph -- keys create …)',
];

function withKey(baseUrl: string, demoKey: DemoKey): string[] {
  const header = `-H "X-API-Key: $(cat '${demoKey.file.replaceAll("'", "'\\''")}')"`;
  const encode = (text: string, wait: string): string =>
    `curl -s ${baseUrl}/v1/memories ${header} -H 'Content-Type: application/json'${wait} -d '{"text": "${text}"}'`;
  return [
    ...keyLines(demoKey),
    '',
    'Try it:',
    `  ${encode('Alice Chen works at Acme Corp in Lisbon.', '')}`,
    `  ${encode('I had lunch with Alice Chen today, she reports to Bob Martinez.', " -H 'Prefer: wait=30'")}`,
    `  curl -s ${baseUrl}/v1/graph ${header}`,
  ];
}

function keyLines({ key, file, expiresAt, origin }: DemoKey): string[] {
  const life = expiresAt === null ? 'never expires' : `good until ${expiresAt.toISOString().slice(0, 10)}`;
  if (origin === 'kept') return [`Demo key (namespace demo, agent demo), ${life}: in ${file}`];
  return [
    ...(origin === 'renewed' ? ['The demo key had expired or was revoked; this one takes its place.'] : []),
    `Demo key (namespace demo, agent demo), ${life}, shown this once and kept in ${file}: ${key}`,
  ];
}

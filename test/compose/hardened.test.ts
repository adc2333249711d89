import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Service {
  readonly read_only?: boolean;
  readonly privileged?: boolean;
  readonly user?: string;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly pids_limit?: number;
  readonly mem_limit?: string;
  readonly ports?: readonly string[];
  readonly secrets?: readonly string[];
  readonly environment?: Readonly<Record<string, unknown>>;
}

const compose = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file?: string }>>;
};
const services = Object.entries(compose.services);

test.each(services)('%s is read-only, without capabilities, cannot gain rights, and is bounded', (name, service) => {
  expect(service).toMatchObject({
    ...{ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
    ...{ pids_limit: expect.any(Number), mem_limit: expect.any(String) },
  });
  expect(service.privileged ?? false).toBe(false);
  // Its entrypoint begins as root, and goes on as another.
  expect(service.cap_add ?? []).toEqual(
    name === 'postgres' ? ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'] : [],
  );
  for (const port of service.ports ?? []) expect(port).toMatch(/^\$\{BIND_ADDRESS:-127\.0\.0\.1\}:/);
});

test('passwords of Postgres are files, of two logins, and in no variable', () => {
  expect(Object.values(compose.secrets).map(({ file }) => file)).toEqual([expect.any(String), expect.any(String)]);
  for (const [name, { environment = {}, secrets = [] }] of services) {
    if ('DATABASE_URL' in environment) expect([name, ...secrets]).toEqual([name, ...Object.keys(compose.secrets)]);
    for (const [variable, value] of Object.entries(environment)) {
      if (/PASSWORD/.test(variable)) expect(variable).toMatch(/_FILE$/);
      if (/_URL$/.test(variable)) expect(String(value)).not.toMatch(/:\/\/[^/]*:[^/]*@/);
    }
  }
  const { environment = {} } = compose.services['api'] ?? {};
  expect(new URL(String(environment['DATABASE_URL'])).username).not.toBe(
    new URL(String(environment['DATABASE_SERVICE_URL'])).username,
  );
});

test('the images of the programs run as a user other than root', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  const runtime = dockerfile.slice(dockerfile.indexOf(' AS runtime'));
  expect(runtime).toMatch(/^USER node$/m);
  expect(runtime).not.toMatch(/^USER root/m);
});

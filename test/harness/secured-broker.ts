import type { TestCertificates } from './certificates.js';
import { startLocalBroker, type LocalBroker } from './local-broker.js';

/** Login of the secured broker, for PLAIN and SCRAM. */
export const LOGIN = { username: 'engraph', password: 'a password of the tests' };

/** A broker that requires TLS and a login on its port; it uses a plain port itself. It may not respond yet. */
export function startSecuredBroker(certificates: TestCertificates): Promise<LocalBroker> {
  const { username, password } = LOGIN;
  const jaas = (module: string, more = ''): string =>
    `org.apache.kafka.common.security.${module} required username="${username}" password="${password}" ${more};`;
  return startLocalBroker({
    properties: (port, plainPort) => ({
      listeners: `CLIENTS://127.0.0.1:${String(port)},PLAINTEXT://127.0.0.1:${String(plainPort)}`,
      'advertised.listeners': `CLIENTS://localhost:${String(port)},PLAINTEXT://127.0.0.1:${String(plainPort)}`,
      'listener.security.protocol.map': 'CLIENTS:SASL_SSL,PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
      'inter.broker.listener.name': 'PLAINTEXT',
      'listener.name.clients.sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
      'listener.name.clients.plain.sasl.jaas.config': jaas('plain.PlainLoginModule', `user_${username}="${password}"`),
      'listener.name.clients.scram-sha-256.sasl.jaas.config': jaas('scram.ScramLoginModule'),
      'listener.name.clients.scram-sha-512.sasl.jaas.config': jaas('scram.ScramLoginModule'),
      'listener.name.clients.ssl.keystore.type': 'PEM',
      'listener.name.clients.ssl.keystore.certificate.chain': oneLine(certificates.cert),
      'listener.name.clients.ssl.keystore.key': oneLine(certificates.key),
    }),
    formatArguments: ['SCRAM-SHA-256', 'SCRAM-SHA-512'].map(
      (mechanism) => `--add-scram=${mechanism}=[name=${username},password=${password}]`,
    ),
  });
}

/** A multi-line value in the syntax of a properties file. */
function oneLine(pem: string): string {
  return pem.trim().replaceAll('\n', '\\n');
}

import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BasicConstraintsExtension,
  cryptoProvider,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  type X509Certificate,
} from '@peculiar/x509';

cryptoProvider.set('default', webcrypto);

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 24 * 60 * 60 * 1000;

/** Certificate authority of a test, and a server certificate that it signed; all PEM. */
export interface TestCertificates {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** Creates an authority, and a certificate for `localhost` and 127.0.0.1. */
export async function makeCertificates(): Promise<TestCertificates> {
  const [caKeys, keys] = [await generateKeys(), await generateKeys()];
  const valid = { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + DAY_MS) };
  const authority = await X509CertificateGenerator.createSelfSigned({
    ...{ name: 'CN=Engraph test authority', keys: caKeys, signingAlgorithm: ALGORITHM, ...valid },
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  const server = await X509CertificateGenerator.create({
    ...{ subject: 'CN=localhost', issuer: authority.subject, publicKey: keys.publicKey },
    ...{ signingKey: caKeys.privateKey, signingAlgorithm: ALGORITHM, ...valid },
    extensions: [
      new SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
      ]),
    ],
  });
  const pem = (certificate: X509Certificate): string => `${certificate.toString('pem')}\n`;
  const key = PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return { ca: pem(authority), cert: pem(server), key: `${key}\n` };
}

function generateKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

/** Writes ca.pem, cert.pem and key.pem. @param owner user and group of the server, if it runs as another user */
export async function writeCertificates(
  dir: string,
  certificates: TestCertificates,
  owner: { readonly uid: number; readonly gid: number } | null = null,
): Promise<Record<keyof TestCertificates, string>> {
  const paths = { ca: join(dir, 'ca.pem'), cert: join(dir, 'cert.pem'), key: join(dir, 'key.pem') };
  for (const name of ['ca', 'cert', 'key'] as const) {
    await writeFile(paths[name], certificates[name], { mode: 0o600 });
    if (owner) await chown(paths[name], owner.uid, owner.gid);
  }
  return paths;
}

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTHeaderParameters } from 'jose';

/** An issuer of JWTs with a real HTTP endpoint for its keys. */
export interface JwtIssuer {
  readonly url: string;
  /** Number of requests for the keys. */
  fetches(): number;
  /** Creates a key and publishes it, alone or in addition to the old one. */
  rotate(options?: { readonly keepsOld: boolean }): Promise<void>;
  /** Whether it returns its keys, or 500. */
  answers: boolean;
  /** The published key, for attacks with it. */
  publicKey(): JWK;
  /** A token with these claims, by default issued now and valid for an hour, signed with the current key. */
  sign(
    claims: Record<string, unknown>,
    header?: { readonly [P in keyof JWTHeaderParameters]?: JWTHeaderParameters[P] | undefined },
  ): Promise<string>;
  stop(): Promise<void>;
}

export const ISSUER = 'https://issuer.test';
export const AUDIENCE = 'engraph';

export async function startJwtIssuer(): Promise<JwtIssuer> {
  let present = await newKey(1);
  let old: JWK[] = [];
  let fetched = 0;
  const server = createServer((_request, response) => {
    fetched += 1;
    response.statusCode = issuer.answers ? 200 : 500;
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [...old, present.jwk] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  let generation = 1;
  const issuer: JwtIssuer = {
    answers: true,
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/keys`,
    fetches: () => fetched,
    rotate: async ({ keepsOld } = { keepsOld: false }) => {
      old = keepsOld ? [...old, present.jwk] : [];
      generation += 1;
      present = await newKey(generation);
    },
    publicKey: () => present.jwk,
    sign: (claims, header = {}) =>
      new SignJWT({ iss: ISSUER, aud: AUDIENCE, sub: 'user-1', iat: inSeconds(0), exp: inSeconds(3600), ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: present.kid, ...header } as JWTHeaderParameters)
        .sign(present.privateKey),
    stop: () => close(server),
  };
  return issuer;
}

/** Time in a claim, in seconds. */
export function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}

async function newKey(generation: number): Promise<{ kid: string; privateKey: CryptoKey; jwk: JWK }> {
  const kid = `key-${String(generation)}`;
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
  });
}

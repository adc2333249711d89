import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RequestMethod, type Type } from '@nestjs/common';
import { GUARDS_METADATA, METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ApiKeyEntity } from '#access/api-key.entity.js';
import { ApiRootModule } from '#apps/api/src/api-root.module.js';
import { AuthenticateGuard, PERMISSION } from '#apps/api/src/http/authenticate.guard.js';
import { createApp } from '#apps/api/src/http/create-app.js';
import { REQUEST_LIMITS } from '#apps/api/src/request-limits.js';
import { createLog } from '#config/log.js';
import { openDatabase, type Database } from '#database/database.js';
import { observeProcess } from '#telemetry/observe-process.js';
import { testDatabase } from '../harness/services.js';

let database: Database;
let app: NestFastifyApplication;

beforeAll(async () => {
  const url = await testDatabase();
  database = await openDatabase({ url, poolSize: 6, ...REQUEST_LIMITS, entities: [ApiKeyEntity] });
  const log = createLog('test', 'silent');
  const { readiness } = observeProcess(database, undefined);
  const options = { extract: false, llm: false, jwt: null, sweepAfterMs: 60_000, log, readiness };
  app = await createApp(ApiRootModule.of(database, options), log);
  await app.init();
});
afterAll(async () => {
  await app.close();
  await database.close();
});

test('the routes that are registered are those of docs/api.md, each with the permission it says', () => {
  const registered = [...app.get(ModulesContainer).values()]
    .flatMap(({ controllers }) => [...controllers.values()])
    .flatMap(({ metatype }) => routesOf(metatype as Type));
  expect(registered.length).toBeGreaterThan(15);
  expect(registered.sort()).toEqual(documented().sort());
});

/** `METHOD /path: permission` of each route of a controller; `no key` where no guard asks for one. */
function routesOf(controller: Type): string[] {
  const prefix = Reflect.getMetadata(PATH_METADATA, controller) as string;
  const guards = (Reflect.getMetadata(GUARDS_METADATA, controller) ?? []) as unknown[];
  const prototype = controller.prototype as Record<string, unknown>;
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const handler = prototype[name] as object;
    const path = Reflect.getMetadata(PATH_METADATA, handler) as string | undefined;
    if (path === undefined || name === 'constructor') return [];
    const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
    const whole = `/${prefix}/${path}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
    const needed = Reflect.getMetadata(PERMISSION, handler) as string | undefined;
    const permission = guards.includes(AuthenticateGuard) ? (needed ?? 'missing') : 'no key';
    return [`${method} ${whole.replace(/:(\w+)/g, '{$1}')}: ${permission}`];
  });
}

/** The same of the table of routes; a path without a method has that of the one before it. */
function documented(): string[] {
  const text = readFileSync('docs/api.md', 'utf8');
  const rows = [...text.matchAll(/^\| (`[A-Z]+ \/.*?) +\| (\w[\w ]*?) +\|/gm)];
  return rows.flatMap(([, routes = '', permission = '']) => {
    let method = '';
    return [...routes.matchAll(/`(?:([A-Z]+) )?(\/[^`]*)`/g)].map(([, given, path = '']) => {
      method = given ?? method;
      return `${method} ${path}: ${permission}`;
    });
  });
}

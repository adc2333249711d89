import { readFileSync } from 'node:fs';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { RequestMethod, type Type } from '@nestjs/common';
import { ApiModule } from '#apps/api/src/api.module.js';
import type { ApiOptions } from '#apps/api/src/options/api-options.js';
import { ROUTE_RULES, type RouteRules } from '#apps/api/src/http/route-rules.js';

/** `METHOD /path permission` of every route of the controllers, parameters in braces. */
export function registeredRoutes(): string[] {
  const { controllers = [] } = ApiModule.forRoot({} as ApiOptions);
  return controllers.flatMap(routesOf);
}

function routesOf(controller: Type): string[] {
  const base = Reflect.getMetadata(PATH_METADATA, controller) as string;
  const methods = Object.entries(Object.getOwnPropertyDescriptors(controller.prototype as object))
    .filter(([name]) => name !== 'constructor')
    .map(([, { value }]) => value as object);
  return methods.flatMap((handler) => {
    const path = Reflect.getMetadata(PATH_METADATA, handler) as string | undefined;
    if (path === undefined) return [];
    const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number];
    const permission = permissionOf(Reflect.getMetadata(ROUTE_RULES, handler) as RouteRules);
    const whole = `/${base}/${path}`
      .replace(/\/+/g, '/')
      .replace(/(?<=.)\/$/, '')
      .replace(/:([a-z]+)/g, '{$1}');
    return [`${String(method)} ${whole} ${permission}`];
  });
}

function permissionOf({ permissions }: RouteRules): string {
  if (permissions === null) return 'none';
  return permissions.length === 0 ? 'any' : permissions.join(' ');
}

/** The same from the table of routes in docs/api.md, where a row may name two routes. */
export function docsRoutes(): string[] {
  const text = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
  const table = text.slice(text.indexOf('## Routes'), text.indexOf('\n\n', text.indexOf('| ---')));
  return [...table.matchAll(/^\| (`[^|]*) \| ([a-z ]+?) +\|/gm)].flatMap(([, routes = '', permission = '']) => {
    const named = [...routes.matchAll(/`(?:([A-Z]+) )?([^`]+)`/g)];
    return named.map(([, method, path = '']) => `${method ?? 'GET'} ${path} ${permission}`);
  });
}

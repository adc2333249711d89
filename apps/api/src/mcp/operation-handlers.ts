import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyReply } from 'fastify';
import type { Permission } from '#access/permissions.js';
import type { AuthenticatedRequest } from '../http/authenticated-request.js';
import type { QueryString } from '../http/query-parameters.js';
import { rulesOfHandler } from '../http/route-rules.js';
import { API_OPERATIONS } from '../openapi/document.js';

/** Request and reply of a call, as a controller gets them from Nest. */
export interface ControllerCall {
  readonly request: AuthenticatedRequest;
  readonly reply: FastifyReply;
  /** Path parameter; empty for a route without one. */
  readonly id: string;
  readonly body: unknown;
  readonly query: QueryString;
}

/** The method of a controller that serves an operation. */
export interface OperationHandler {
  /** Method and path of its route, as in `route-costs.ts`. */
  readonly route: readonly [method: string, path: string];
  readonly permissions: readonly Permission[];
  /** @throws TypeError if it has a parameter that a call within the process cannot fill */
  readonly run: (call: ControllerCall) => unknown;
}

/**
 * What serves each operation of the OpenAPI document, by its id: the method of a controller that has the same route.
 * Its arguments are those that its decorators ask for.
 * @param controllers the controllers of the application
 */
export function operationHandlers(controllers: readonly object[]): ReadonlyMap<string, OperationHandler> {
  const byRoute = new Map(controllers.flatMap(handlersOf).map((handler) => [handler.route.join(' '), handler]));
  return new Map(
    API_OPERATIONS.flatMap(({ operationId, method, path }) => {
      const handler = byRoute.get(`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);
      return handler ? [[operationId, handler] as const] : [];
    }),
  );
}

type Method = (...given: unknown[]) => unknown;

function handlersOf(controller: object): OperationHandler[] {
  const prototype = Object.getPrototypeOf(controller) as Record<string, Method>;
  const base = Reflect.getMetadata(PATH_METADATA, controller.constructor) as string;
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const method = prototype[name];
    const path = method && name !== 'constructor' ? (Reflect.getMetadata(PATH_METADATA, method) as unknown) : undefined;
    if (method === undefined || typeof path !== 'string') return [];
    const verb = RequestMethod[Reflect.getMetadata(METHOD_METADATA, method) as number] ?? '';
    return {
      route: [verb, routePath(base, path)],
      permissions: rulesOfHandler(controller, name).permissions ?? [],
      run: (call) => method.apply(controller, argumentsOf(controller, name, call)),
    };
  });
}

function routePath(base: string, path: string): string {
  return `/${base}/${path}`.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '');
}

/** The arguments of a method, by its decorators `@Req()`, `@Res()`, `@Body()`, `@Query()` and `@Param()`. */
function argumentsOf({ constructor }: object, name: string, call: ControllerCall): unknown[] {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, constructor, name) ?? {}) as Record<string, object>;
  const given: unknown[] = [];
  for (const key of Object.keys(parameters)) {
    const [kind = NaN, index = NaN] = key.split(':').map(Number);
    given[index] = argumentOf(kind, call, `${constructor.name}.${name}`);
  }
  return given;
}

const ARGUMENTS: Readonly<Record<number, keyof ControllerCall>> = {
  [RouteParamtypes.REQUEST]: 'request',
  [RouteParamtypes.RESPONSE]: 'reply',
  [RouteParamtypes.BODY]: 'body',
  [RouteParamtypes.QUERY]: 'query',
  [RouteParamtypes.PARAM]: 'id',
};

function argumentOf(kind: number, call: ControllerCall, method: string): unknown {
  const part = ARGUMENTS[kind];
  if (part === undefined) throw new TypeError(`${method} has a parameter that no call of a tool can fill`);
  return call[part];
}

import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { Permission } from '#access/permissions.js';

/** Rules of a route that are checked before a request's body is read. Every route must declare them. */
export interface RouteRules {
  /** Required permissions. Null: no credential needed. Empty: any valid credential. */
  readonly permissions: readonly Permission[] | null;
  /** Each request stores a memory, so it counts against the quota. */
  readonly storesMemory: boolean;
  /** Whether the route has parameters in its query string. */
  readonly takesQuery?: boolean;
  /** Maximum bytes of a body; absent: the default of the application. */
  readonly bodyBytes?: number;
  /** The body is lines of JSON, application/x-ndjson, instead of JSON. */
  readonly takesLines?: true;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly rules?: RouteRules;
  }
}

/** Metadata key of the rules on a route's handler. */
export const ROUTE_RULES = 'engraph:route-rules';

const DEFAULT_RULES: RouteRules = { permissions: [], storesMemory: false };

/** Declares the permissions of a route, all of which are required; `any`: any valid credential. */
export const Needs = (...permissions: readonly Permission[] | readonly ['any']) =>
  withRules({ permissions: permissions.filter((one) => one !== 'any') });

/** Declares a route without tenant data, which needs no credential. */
export const Public = () => withRules({ permissions: null });

/** Declares that each request of a route stores a memory. */
export const StoresMemory = () => withRules({ storesMemory: true });

/** Declares the maximum body size of a route. */
export const TakesBody = (bodyBytes: number) => withRules({ bodyBytes });

/** Declares a route whose body is lines of JSON, and its maximum size. */
export const TakesLines = (bodyBytes: number) => withRules({ bodyBytes, takesLines: true });

/** Rules of a controller's method. @throws TypeError if it declares none */
export function rulesOfHandler(controller: object, method: string): RouteRules {
  const handler = (controller as Record<string, object | undefined>)[method];
  const rules = handler && (Reflect.getMetadata(ROUTE_RULES, handler) as RouteRules | undefined);
  if (rules === undefined) throw new TypeError(`${method} has no access rules`);
  return rules;
}

/** Merges rules into those of earlier decorators, in any order, and passes them to Fastify's route configuration. */
function withRules(rules: Partial<RouteRules>): MethodDecorator {
  return (target, name, descriptor) => {
    const handler = descriptor.value as object;
    const before = Reflect.getMetadata(ROUTE_RULES, handler) as RouteRules | undefined;
    const all = { ...(before ?? DEFAULT_RULES), ...rules, takesQuery: takesQuery(target, name) };
    Reflect.defineMetadata(ROUTE_RULES, all, handler);
    RouteConfig({ rules: all })(target, name, descriptor);
  };
}

/** Whether a method has a parameter `@Query()`. Decorators of parameters run before those of their method. */
function takesQuery(target: object, name: string | symbol): boolean {
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, target.constructor, name) as object | undefined;
  return Object.keys(parameters ?? {}).some((key) => key.startsWith(`${String(RouteParamtypes.QUERY)}:`));
}

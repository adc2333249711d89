import { RouteConfig } from '@nestjs/platform-fastify';
import type { Permission } from '#access/permissions.js';

/** What is decided of a request before its body is read; of every route, and nowhere else. */
export interface RouteRules {
  /** Null: no credential is asked for. Empty: any valid one will do. */
  readonly permissions: readonly Permission[] | null;
  /** Each request stores a memory: it counts against the quota, and waits in batches. */
  readonly storesMemory: boolean;
  /** Most bytes of a body; absent: those of the application. */
  readonly bodyBytes?: number;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly rules?: RouteRules;
  }
}

/** Where the rules stand in the metadata of a route's handler. */
export const ROUTE_RULES = 'engraph:route-rules';

const UNDECIDED: RouteRules = { permissions: [], storesMemory: false };

/** The permissions a route needs, all of them; `any` valid credential for those that only say who one is. */
export const Needs = (...permissions: readonly Permission[] | readonly ['any']) =>
  withRules({ permissions: permissions.filter((one) => one !== 'any') });

/** A route that says nothing of anybody's data: it needs no credential. */
export const Public = () => withRules({ permissions: null });

/** A route whose requests each store a memory. */
export const StoresMemory = () => withRules({ storesMemory: true });

/** A route whose bodies are shorter or longer than those of others. */
export const TakesBody = (bodyBytes: number) => withRules({ bodyBytes });

/** Rules add up, in whatever order they are written; Fastify sees them in the configuration of the route. */
function withRules(rules: Partial<RouteRules>): MethodDecorator {
  return (target, name, descriptor) => {
    const handler = descriptor.value as object;
    const before = Reflect.getMetadata(ROUTE_RULES, handler) as RouteRules | undefined;
    const all = { ...(before ?? UNDECIDED), ...rules };
    Reflect.defineMetadata(ROUTE_RULES, all, handler);
    RouteConfig({ rules: all })(target, name, descriptor);
  };
}

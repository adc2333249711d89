import type { FastifyInstance, FastifyReply } from 'fastify';
import { ignoreUnknownNames, refuseUnknownParameters } from '#request-schema/unknown-names.js';

const MAX_WAIT_SECONDS = 30;
const APPLIED = 'preference-applied';

type PreferHeader = string | string[] | undefined;

/** Seconds of a `Prefer: wait=N` header, at most 30; 0 if absent. */
export function preferredWait(prefer: PreferHeader): number {
  const seconds = preferenceOf(prefer, /(?:^|[,;]\s*)wait\s*=\s*"?([0-9]{1,9})"?/i);
  return Math.min(MAX_WAIT_SECONDS, Number(seconds ?? 0));
}

/**
 * Applies `Prefer: handling=lenient` (RFC 7240), which has unknown fields and parameters ignored, and refuses
 * parameters of routes that have none.
 */
export function applyHandling(fastify: FastifyInstance): void {
  fastify.addHook('preHandler', (request, reply, done) => {
    const { rules } = request.routeOptions.config;
    if (isLenient(request.headers['prefer'])) {
      ignoreUnknownNames(request.body);
      ignoreUnknownNames(request.query);
      sayApplied(reply, 'handling=lenient');
    }
    if (rules?.takesQuery === false && !isProbe(request.url)) refuseUnknownParameters(request.query as object, []);
    done();
  });
}

/** Adds a preference to `Preference-Applied`. */
export function sayApplied(reply: FastifyReply, preference: string): void {
  const before = reply.getHeader(APPLIED);
  reply.header(APPLIED, before === undefined ? preference : `${String(before)}, ${preference}`);
}

/** Probes may carry what a balancer adds against caches. */
function isProbe(url: string): boolean {
  return url.startsWith('/health/');
}

function isLenient(prefer: PreferHeader): boolean {
  return preferenceOf(prefer, /(?:^|[,;]\s*)handling\s*=\s*"?([a-z]+)"?/i)?.toLowerCase() === 'lenient';
}

/** Value of a preference, the first if there are several. */
function preferenceOf(prefer: PreferHeader, pattern: RegExp): string | undefined {
  return prefer === undefined ? undefined : pattern.exec([prefer].flat().join(','))?.[1];
}

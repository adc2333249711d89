import { setTimeout as pause } from 'node:timers/promises';
import { parseExact, stringifyExact, type ExactJson } from '#contracts/exact-json.js';
import type { JsonSchema } from '#contracts/schemas/json-schema.js';
import {
  CallRefused,
  extractionIn,
  type CallAnswer,
  type CallInput,
  type EngraphCalls,
  type McpOperation,
} from './engraph-calls.js';

/** A service and the credential to use there. */
export interface ServiceAddress {
  /** Without /v1. */
  readonly url: string;
  readonly apiKey: string;
}

/** Finds the service to call. @param lost the one that could not be reached, if one could not */
export type FindService = (lost?: ServiceAddress) => Promise<ServiceAddress>;

const ATTEMPTS = 3;
const TIMEOUT_MS = 60_000;
/** Longest time that a call waits before it is tried again; a service that asks for more is busy for the model too. */
const MAX_PAUSE_SECONDS = 5;
const FIRST_PAUSE_MS = 200;

type Route = readonly [method: string, path: string];

/**
 * The API over HTTP. A call that found no connection, or a service that is busy, is tried again; a write keeps its
 * idempotency key, so that it is done once.
 */
export class HttpCalls implements EngraphCalls {
  private readonly routes: ReadonlyMap<string, Route>;

  /** @param document OpenAPI document of the service */
  constructor(
    document: JsonSchema,
    private readonly find: FindService,
  ) {
    this.routes = routesOf(document);
  }

  async call(operation: McpOperation, input: CallInput): Promise<CallAnswer> {
    const route = this.routes.get(operation);
    if (route === undefined) throw new CallRefused('not_found', `the service has no operation ${operation}`);
    const requestId = input.requestId ?? crypto.randomUUID();
    let lost: ServiceAddress | undefined;
    for (let attempt = 1; ; attempt += 1) {
      const service = await this.find(lost);
      const outcome = await attemptCall(service, route, { ...input, requestId });
      if (!(outcome instanceof CallRefused)) return outcome;
      lost = outcome.code === 'connection' ? service : undefined;
      const pauseMs = attempt < ATTEMPTS ? pauseBefore(outcome, attempt) : null;
      if (pauseMs === null) throw outcome;
      await pause(pauseMs);
    }
  }
}

/**
 * OpenAPI document of a service.
 * @throws CallRefused if the service cannot be reached, or is none
 */
export async function fetchDocument(find: FindService): Promise<JsonSchema> {
  const calls = new HttpCalls({ paths: { '/v1/openapi.json': { get: { operationId: 'whoami' } } } }, find);
  return (await calls.call('whoami', {})).body as JsonSchema;
}

/** Milliseconds to wait before a failed call is tried again; null if that would not help. */
function pauseBefore({ code, retryAfterSeconds }: CallRefused, attempt: number): number | null {
  if (code === 'connection') return FIRST_PAUSE_MS * 2 ** (attempt - 1);
  if (retryAfterSeconds === null || retryAfterSeconds > MAX_PAUSE_SECONDS) return null;
  return retryAfterSeconds * 1000;
}

async function attemptCall(
  { url, apiKey }: ServiceAddress,
  [method, path]: Route,
  { id, query, body, requestId, waitSeconds = 0 }: CallInput,
): Promise<CallAnswer | CallRefused> {
  const target = new URL(url + (id === undefined ? path : path.replace('{id}', encodeURIComponent(id))));
  for (const [name, value] of Object.entries(query ?? {})) target.searchParams.set(name, value);
  const headers = {
    authorization: `Bearer ${apiKey}`,
    ...(requestId !== undefined && method !== 'GET' && { 'idempotency-key': requestId }),
    ...(body && { 'content-type': 'application/json' }),
    ...(waitSeconds > 0 && { prefer: `wait=${String(waitSeconds)}` }),
  };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(target, {
      ...{ method, headers, signal, redirect: 'error' },
      ...(body && { body: stringifyExact(body) }),
    });
    return answerOf(response, await response.text());
  } catch {
    return new CallRefused('connection', `the memory at ${target.origin} cannot be reached`);
  }
}

function answerOf({ ok, status, headers }: Response, text: string): CallAnswer | CallRefused {
  const body = parsed(text);
  if (ok && typeof body === 'object' && body !== null) {
    const replayed = headers.get('idempotency-replayed') === 'true';
    const extraction = extractionIn(headers.get('preference-applied'));
    return { body, replayed, extraction, answeredAtMs: Date.parse(headers.get('date') ?? '') };
  }
  const said = (body as { error?: { code?: unknown; message?: unknown } } | null | undefined)?.error;
  const retryAfter = Number(headers.get('retry-after') ?? NaN);
  return new CallRefused(
    typeof said?.code === 'string' ? said.code : `http_${String(status)}`,
    typeof said?.message === 'string' ? said.message : `the answer of status ${String(status)} is not Engraph's`,
    Number.isFinite(retryAfter) ? retryAfter : null,
  );
}

function parsed(text: string): ExactJson | undefined {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

function routesOf({ paths }: JsonSchema): ReadonlyMap<string, Route> {
  const byPath = paths as Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
  return new Map(
    Object.entries(byPath).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId = '' }]) => [operationId, [method.toUpperCase(), path]] as const,
      ),
    ),
  );
}

import { ConnectionError, errorOf, TimeoutError, EngraphError } from './errors.js';
import { parseAnswer, stringifyRequest } from './exact-json.js';
import { DEFAULT_RETRY, pauseBeforeRetry, retryAfterMs, type RetryPolicy } from './retry.js';

/** Where the service is, and how it is asked. */
export interface ClientOptions {
  /** Address of the service, without /v1: `https://memory.example`. */
  readonly baseUrl: string;
  /** An API key or a JWT; a function is asked before every attempt, so that a short-lived token can be renewed. */
  readonly apiKey: string | (() => string | Promise<string>);
  /** Milliseconds a call may take, its retries included; 60,000 when left out. */
  readonly timeoutMs?: number;
  readonly retry?: Partial<RetryPolicy>;
  /** In the place of the global fetch. */
  readonly fetch?: typeof fetch;
}

/** How one call differs from the others. */
export interface CallOptions {
  /** Ends the call with the signal's own reason. */
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** Hears of the answer that the call ends with, whatever its status. */
  readonly onAnswer?: (answer: AnswerFacts) => void;
}

/** What an answer says beside its body. */
export interface AnswerFacts {
  readonly status: number;
  readonly requestId: string | null;
  /** Attempts it took, the first included. */
  readonly attempts: number;
  /** Whether an earlier request of the same idempotency key did the work. */
  readonly replayed: boolean;
  readonly headers: Headers;
}

/** A request, apart from address and credential. */
export interface Call {
  readonly method: string;
  /** Path with its parameters filled in. */
  readonly path: string;
  readonly query?: object | undefined;
  readonly body?: object | undefined;
  /** Lines of JSON, in the place of a body. */
  readonly lines?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends calls, each until it has an answer that stands or its time is over. */
export class Transport {
  private readonly origin: string;
  private readonly retry: RetryPolicy;
  private readonly fetch: typeof fetch;

  /**
   * @param wide names of the fields whose integers are bigint
   * @throws TypeError for a base URL that is none
   */
  constructor(
    private readonly options: ClientOptions,
    private readonly wide: ReadonlySet<string>,
  ) {
    this.origin = new URL(options.baseUrl).href.replace(/(?<!\/)\/+$/, '');
    this.retry = { ...DEFAULT_RETRY, ...options.retry };
    this.fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  }

  /**
   * The body of the answer.
   * @throws EngraphError by the code of the answer, or for want of one; the reason of `signal`, where that ended it;
   *   TypeError for a path, header or credential that no request can hold
   */
  async send(call: Call, options: CallOptions = {}): Promise<unknown> {
    const time = new CallTime(options.timeoutMs ?? this.options.timeoutMs ?? 60_000, options.signal);
    for (let attempt = 1; ; attempt++) {
      const request = await this.requestOf(call);
      const outcome = await this.attempt(request, time);
      const error = outcome instanceof EngraphError ? outcome : failureOf(outcome);
      const pauseMs = error && pauseBeforeRetry(this.retry, attempt, error, Math.random());
      if (pauseMs === null || time.isOverIn(pauseMs)) {
        if (!(outcome instanceof EngraphError)) options.onAnswer?.(factsOf(outcome, attempt));
        if (error) throw error;
        return (outcome as Received).body;
      }
      await pause(pauseMs, time.signal);
    }
  }

  /**
   * Opens a stream, in one attempt: the answer once it begins, whose body is still to come.
   * @throws EngraphError, as `send` does
   */
  async open(call: Call, signal: AbortSignal): Promise<Response> {
    const request = await this.requestOf(call);
    const response = await this.fetch(request, { signal }).catch((error: unknown) => {
      throw new ConnectionError(error);
    });
    if (response.ok) return response;
    const { status, headers } = response;
    throw failureOf({ status, headers, body: parsed(await response.text(), this.wide) }) as EngraphError;
  }

  /** How failed attempts are made again. */
  get retryPolicy(): RetryPolicy {
    return this.retry;
  }

  /** @throws SyntaxError when the text is not JSON */
  parse(json: string): unknown {
    return parseAnswer(json, this.wide);
  }

  /** A fault in here is the caller's, and no attempt: it is thrown as it is. */
  private async requestOf(call: Call): Promise<Request> {
    const { apiKey } = this.options;
    const headers = new Headers(call.headers);
    headers.set('authorization', `Bearer ${typeof apiKey === 'string' ? apiKey : await apiKey()}`);
    if (call.body) headers.set('content-type', 'application/json');
    if (call.lines !== undefined) headers.set('content-type', 'application/x-ndjson');
    return new Request(this.origin + call.path + queryOf(call.query), {
      method: call.method,
      headers,
      ...(call.body ? { body: stringifyRequest(call.body) } : {}),
      ...(call.lines === undefined ? {} : { body: call.lines }),
      redirect: 'error',
    });
  }

  private async attempt(request: Request, time: CallTime): Promise<Received | EngraphError> {
    try {
      const response = await this.fetch(request, { signal: time.signal });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: parsed(text, this.wide) };
    } catch (error) {
      return time.errorOf(error);
    }
  }
}

/** How long a call may go on: until its time or the caller ends it. */
class CallTime {
  readonly signal: AbortSignal;
  private readonly timeout: AbortSignal;
  private readonly deadlineMs: number;

  constructor(
    private readonly timeoutMs: number,
    private readonly caller: AbortSignal | undefined,
  ) {
    this.deadlineMs = performance.now() + timeoutMs;
    this.timeout = AbortSignal.timeout(timeoutMs);
    this.signal = caller ? AbortSignal.any([caller, this.timeout]) : this.timeout;
  }

  isOverIn(ms: number): boolean {
    return performance.now() + ms >= this.deadlineMs;
  }

  /** What an attempt without an answer means; throws the caller's own reason where the caller ended it. */
  errorOf(error: unknown): EngraphError {
    this.caller?.throwIfAborted();
    return this.timeout.aborted ? new TimeoutError(this.timeoutMs, error) : new ConnectionError(error);
  }
}

interface Received {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined where it is not JSON. */
  readonly body: unknown;
}

function parsed(text: string, wide: ReadonlySet<string>): unknown {
  try {
    return parseAnswer(text, wide);
  } catch {
    return undefined;
  }
}

/** The error of an answer; null for one that is none. */
function failureOf({ status, headers, body }: Received): EngraphError | null {
  if (status >= 200 && status < 300 && body !== undefined) return null;
  const said = (body as { error?: { code?: unknown; message?: unknown } } | null | undefined)?.error;
  return errorOf({
    // Something between here and the service answered, in words of its own.
    code: typeof said?.code === 'string' ? said.code : `http_${status}`,
    message: typeof said?.message === 'string' ? said.message : `the answer of status ${status} is not Engraph's`,
    status,
    requestId: headers.get('x-request-id'),
    retryAfterMs: retryAfterMs(headers.get('retry-after'), Date.now()),
  });
}

function factsOf({ status, headers }: Received, attempts: number): AnswerFacts {
  const replayed = headers.get('idempotency-replayed') === 'true';
  return { status, requestId: headers.get('x-request-id'), attempts, replayed, headers };
}

function queryOf(query: object = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
}

/** Operations of the HTTP API that the tools are made of, by their ids in the OpenAPI document. */
export type McpOperation =
  | 'encodeMemories'
  | 'reviseMemory'
  | 'listMemories'
  | 'forgetMemory'
  | 'recall'
  | 'resolveEntity'
  | 'listEntities'
  | 'getEntity'
  | 'entityProfile'
  | 'assertRelation'
  | 'confirmRelation'
  | 'retractRelation'
  | 'assertStatement'
  | 'confirmStatement'
  | 'retractStatement'
  | 'whoami';

/** What a call is made of, beside its operation. */
export interface CallInput {
  /** Path parameter. */
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Idempotency key of a write. */
  readonly requestId?: string;
  /** Seconds to wait for extraction. */
  readonly waitSeconds?: number;
}

/** Answer of a call. */
export interface CallAnswer {
  /** Body, with exact integers. */
  readonly body: object;
  /** Whether an earlier call with the same request id did the work. */
  readonly replayed: boolean;
  /** State of extraction after the wait; null if the call did not wait. */
  readonly extraction: string | null;
  /** When the service answered, by its clock, in Unix milliseconds to within a second; NaN if it did not say so. */
  readonly answeredAtMs: number;
}

/**
 * The API under one credential: called in the process of the api, or over HTTP. All tools are made of such calls, so
 * permissions, limits and validation are those of the API.
 */
export interface EngraphCalls {
  /** @throws CallRefused if the API refuses the call, or cannot be reached */
  call(operation: McpOperation, input: CallInput): Promise<CallAnswer>;
}

/** The API refused a call, with the code and message of its error envelope. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  constructor(
    readonly code: string,
    message: string,
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }
}

/** State of extraction in a `Preference-Applied` header; null if it names none. */
export function extractionIn(header: string | null | undefined): string | null {
  return /extraction=([a-z_]{1,40})/.exec(header ?? '')?.[1] ?? null;
}

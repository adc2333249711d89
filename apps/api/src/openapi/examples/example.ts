import type { Operation } from '../operations/operation.js';

/** Example call of an operation. Values of `SHELL_VARIABLES` in it are shown as their variables. */
export interface ExampleCall {
  /** Title, unique within its operation. */
  readonly name: string;
  /** Path and query parameters by name. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Shell variables for later calls, each with the response field whose first value it takes. */
  readonly keeps?: Readonly<Partial<Record<ShellVariable, string>>>;
  /** File with the body of a request whose body is not JSON, of an earlier response. */
  readonly sends?: string;
  /** File name for a response that is too long to print. */
  readonly savedAs?: string;
}

/** Variables that calls take from earlier responses, with their placeholder values in the document. */
export const SHELL_VARIABLES = {
  MEMORY: '2143605984175092811340938172356014081',
  OTHER: '2143605984175092811340938172356014082',
  MISTAKE: '2143605984175092811340938172356014083',
  BATCHED: '2143605984175092811340938172356014084',
  CURSOR: '6d6f7265206f662074686573652061726520746f206265206861642c2061736b20666f72207468656d',
  MARIA: '3f0c2b1e-8a47-5d10-9c52-71d1f6a0b001',
  RELATION: '3f0c2b1e-8a47-5d10-9c52-71d1f6a0b002',
  STATEMENT: '3f0c2b1e-8a47-5d10-9c52-71d1f6a0b003',
  UMBRELLA: '3f0c2b1e-8a47-5d10-9c52-71d1f6a0b004',
  OTHER_ENTITY: '3f0c2b1e-8a47-5d10-9c52-71d1f6a0b006',
  WRONG: '3f0c2b1e-8a47-5d10-9c52-71d1f6a0b005',
  WEBHOOK: '0190c2b1-8a47-7d10-9c52-71d1f6a0b004',
} as const;
export type ShellVariable = keyof typeof SHELL_VARIABLES;

/** Example calls by operationId. */
export type ExampleCalls = Readonly<Record<Operation['operationId'], readonly ExampleCall[]>>;

import type { Operation } from '../operations/operation.js';

/** A call of an operation as a reader would make it. Values of `SHELL_VARIABLES` in it become their variables. */
export interface ExampleCall {
  /** What it shows; unique in its operation. */
  readonly name: string;
  /** Parameters by name, of the path and of the query. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Shell variables that later calls use: of each, the field of the answer whose first value it takes. */
  readonly keeps?: Readonly<Partial<Record<ShellVariable, string>>>;
  /** Name of a file for an answer that is too long to look at. */
  readonly savedAs?: string;
}

/** What calls learn from the answers of earlier ones, and the value that stands for each in the document. */
export const SHELL_VARIABLES = {
  MEMORY: '2143605984175092811340938172356014081',
  OTHER: '2143605984175092811340938172356014082',
  MISTAKE: '2143605984175092811340938172356014083',
  CURSOR: '6d6f7265206f662074686573652061726520746f206265206861642c2061736b20666f72207468656d',
  MARIA: '3f0c2b1e-8a47-5d10-9c52-71d1f6a0b001',
  RELATION: '3f0c2b1e-8a47-5d10-9c52-71d1f6a0b002',
  STATEMENT: '3f0c2b1e-8a47-5d10-9c52-71d1f6a0b003',
} as const;
export type ShellVariable = keyof typeof SHELL_VARIABLES;

/** The calls of one operation, with the variable of each value that they share. */
export type ExampleCalls = Readonly<Record<Operation['operationId'], readonly ExampleCall[]>>;

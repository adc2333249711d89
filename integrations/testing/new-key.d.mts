/** A key of a new scope of the service that `with-engraph.mjs` runs: namespace `test`, and this agent. */
export function newKey(agent: string): Promise<string>;

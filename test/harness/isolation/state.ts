/** State of a fixture: each test file has its own. */
export const visitors: string[] = [];

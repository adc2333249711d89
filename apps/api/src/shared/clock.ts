/** Injection token of the wall clock. */
export const CLOCK = Symbol('clock');

/** Decisions that state a fact; the stage of their claims. */
export const STATED_DECISIONS = ['asserted', 'confirmed'] as const;
export type StatedDecision = (typeof STATED_DECISIONS)[number];

const MARK = '/* planned once */ ';

/**
 * A statement whose plan is the same whatever its values, as where each table is reached by a key and read up to a limit.
 * Within a scope a connection plans it once. Left to itself, Postgres plans most statements with a list of
 * values anew for every run, since it takes a list that it does not see to have ten; that takes half as long as running them.
 */
export function withGenericPlan(text: string): string {
  return MARK + text;
}

export function isPlannedOnce(text: string): boolean {
  return text.startsWith(MARK);
}

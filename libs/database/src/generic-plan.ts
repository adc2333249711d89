const MARK = '/* planned once */ ';

/**
 * Marks a statement whose plan is the same for all values, such as one that reaches each table by a key and up to a
 * limit. Within a scope, a connection then plans it once. By default Postgres replans most statements with a list
 * parameter on every run, because it assumes that an unknown list has ten items; replanning takes half as long as
 * running them.
 */
export function withGenericPlan(text: string): string {
  return MARK + text;
}

export function isPlannedOnce(text: string): boolean {
  return text.startsWith(MARK);
}

/** States that pass by themselves, and for how many days they last at most, as a rule. */
const PASSING: readonly (readonly [RegExp, number])[] = [
  [/^(?:.* )?pregnant$/iu, 280],
  [/^on (?:maternity|paternity|parental) leave$|^on (?:.* )?sabbatical$/iu, 365],
  [/^on (?:.* )?leave$/iu, 180],
  [/^on (?:.* )?(?:holiday|vacation)$|^out of office$|^in quarantine$|^ill$/iu, 30],
  [/^(?:off|out) sick$|^in (?:.* )?hospital$|^on (?:crutches|strike)$/iu, 90],
];

/** For how many days a state lasts at most; null for one that need not pass. */
export function daysOfState(state: string): number | null {
  const known = state.trim().slice(0, 60);
  return PASSING.find(([form]) => form.test(known))?.[1] ?? null;
}

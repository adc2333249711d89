import { goTo, hrefOf } from '../navigation/route.js';

/** The fact whose reasons are shown, as the address has it, and how to choose another. */
export interface ChosenFact {
  readonly id: string | null;
  /** Shows the reasons of a fact, or hides them where they are shown. */
  readonly toggle: (factId: string) => void;
}

/** @param path page of the address, `entities`; `id` what it is about */
export function chosenFact(path: string, id: string | null, query: URLSearchParams): ChosenFact {
  const chosen = query.get('fact');
  const toggle = (factId: string): void => {
    const fact = factId === chosen ? '' : factId;
    goTo(hrefOf(path, id, { ...Object.fromEntries(query), fact }), { replace: true });
  };
  return { id: chosen, toggle };
}

import { isFormOfPeople } from '../genre/words-of-people.js';
import { lineFormsOf } from '../genre/line-forms.js';
import type { Claim } from './claim.js';

/** Whether a claim that rules found is of a record: its object stands in a line of data, which no other rule reads. */
export function isOfRecord(text: string, claim: Claim): boolean {
  const object = objectOf(claim);
  // A name with the surname first is called by the given name first.
  const at = [object, object.split(' ').at(-1) ?? ''].map((words) => text.indexOf(words)).find((index) => index >= 0);
  return at !== undefined && !isFormOfPeople(lineFormsOf(text).at(at).form);
}

function objectOf(claim: Claim): string {
  if ('from' in claim) return claim.to.name;
  return claim.object.kind === 'entity' ? claim.object.name : String(claim.object.value.value);
}
